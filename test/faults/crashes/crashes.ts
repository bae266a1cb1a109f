// So many kills of stations on two folders at a time: one at each boundary between two steps, the others at moments that nobody chose.
import { boundaries } from '../../simulation/boundaries.ts'
import { crashRig, troubleFor, type CrashRig, type Death, type Trouble } from './crash-rig.ts'

export interface Crashes {
  /** The boundaries at which a station was killed. */
  hit: Set<string>
  ticks: number
  bent: number
}

const troubles: readonly Trouble[] = ['none', 'wait', 'answer_lost']
/** A boundary that a round did not come to is aimed at again. */
const mostTries = 3
/** So many on one service: its list grows with each. */
const killsOfARig = 100

/** One of four dies while it starts, one on its way to its first tick, which takes longer with every sheet there is, and two behind that. */
const moments = ['start', 'drained', 'tick', 'tick'] as const
const anyMoment = (kill: number): Death => ({
  afterMs: Math.random() * 400,
  of: moments[kill % moments.length] ?? 'tick',
})

export async function crashes(kills: number): Promise<Crashes> {
  const hit = new Set<string>()
  const atBoundaries: { death: Death; trouble: Trouble }[] = boundaries.map((at) => ({
    death: { at, time: 1 },
    trouble: troubleFor(at),
  }))
  const anywhere = Array.from({ length: kills - boundaries.length }, (_, kill) => ({
    death: anyMoment(kill),
    trouble: troubles[kill % troubles.length] ?? 'none',
  }))
  const rounds = [...atBoundaries, ...anywhere]

  const oneRound = async (rig: CrashRig, death: Death, trouble: Trouble): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const came = await rig.round(death, trouble)
      if ('afterMs' in death) return
      if (came) hit.add(death.at)
      if (came) return
    }
  }
  const lane = async (): Promise<{ ticks: number; bent: number }> => {
    const sum = { ticks: 0, bent: 0 }
    while (rounds.length > 0) {
      const rig = await crashRig()
      try {
        for (const { death, trouble } of rounds.splice(0, Math.min(killsOfARig, Math.ceil(kills / 2))))
          await oneRound(rig, death, trouble)
        const { ticks, bent } = await rig.end()
        sum.ticks += ticks
        sum.bent += bent
      } finally {
        await rig.close()
      }
    }
    return sum
  }
  const lanes = await Promise.all([lane(), lane()])
  return {
    hit,
    ticks: lanes.reduce((sum, { ticks }) => sum + ticks, 0),
    bent: lanes.reduce((sum, { bent }) => sum + bent, 0),
  }
}
