// Stations killed by SIGKILL at every boundary between two steps and at moments that nobody chose: every tick that was seen is
// exactly one bent sheet or one row that a person sees, and nothing is done twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundaries } from '../../simulation/boundaries.ts'
import { crashRig, troubleFor, type CrashRig, type Trouble } from './crash-rig.ts'

const kills = 50
const troubles: readonly Trouble[] = ['none', 'wait', 'answer_lost']

describe('stations that are killed again and again', () => {
  let rigs: CrashRig[] = []
  beforeAll(async () => {
    rigs = await Promise.all([crashRig(), crashRig()])
  })
  afterAll(() => Promise.all(rigs.map((rig) => rig.close())))

  test(`keep what ${kills} kills left, one at each boundary and the others anywhere`, async () => {
    const atBoundaries = boundaries.map((at) => ({ death: { at, time: 1 }, trouble: troubleFor(at) }))
    const anywhere = Array.from({ length: kills - boundaries.length }, (_, kill) => ({
      death: { afterMs: 150 + Math.random() * 700 },
      trouble: troubles[kill % troubles.length] ?? 'none',
    }))
    const rounds = [...atBoundaries, ...anywhere]
    const hit = new Set<string>()
    const killedOn = async (rig: CrashRig): Promise<{ ticks: number; bent: number }> => {
      for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
        const { death, trouble } = round
        for (let tries = 0; tries < 3; tries += 1) {
          const came = await rig.round(death, trouble)
          if ('afterMs' in death) break
          if (came) hit.add(death.at)
          if (came) break
        }
      }
      return rig.end()
    }
    const ends = await Promise.all(rigs.map(killedOn))
    expect(boundaries.filter((boundary) => !hit.has(boundary))).toEqual([])
    expect(ends.reduce((sum, { ticks }) => sum + ticks, 0)).toBeGreaterThan(kills / 3)
    expect(ends.reduce((sum, { bent }) => sum + bent, 0)).toBeGreaterThan(kills / 3)
  }, 300_000)
})
