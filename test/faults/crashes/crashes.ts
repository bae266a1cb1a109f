// Kills stations in two folders at a time: one kill at each given boundary between two steps, and others at random times.
import type { Boundary } from '../../simulation/sim-station.ts'
import { crashRig, troubleFor, type CrashRig, type Death, type Trouble } from './crash-rig.ts'

export interface Crashes {
  /** The boundaries at which a station was killed. */
  hit: Set<string>
  ticks: number
  bent: number
}

const troubles: readonly Trouble[] = ['none', 'wait', 'answer_lost']
/** A boundary that a round did not reach is tried again. */
const maxTries = 3
/** Kills per service, because its list grows with each. */
const killsOfARig = 100

/** One of four stations is killed while it starts, one before its first tick, which takes longer with every sheet, and two after it. */
const moments = ['start', 'drained', 'tick', 'tick'] as const
const anyMoment = (kill: number): Death => ({
  afterMs: Math.random() * 400,
  since: moments[kill % moments.length] ?? 'tick',
})

/** `boundaries`: where a station is killed once. `anywhere`: how many more are killed at random times. */
export async function crashes(boundaries: readonly Boundary[], anywhere: number): Promise<Crashes> {
  const kills = boundaries.length + anywhere
  const hit = new Set<string>()
  const atBoundaries: { death: Death; trouble: Trouble }[] = boundaries.map((boundary) => ({
    death: { boundary, time: 1 },
    trouble: troubleFor(boundary),
  }))
  const atRandomTimes = Array.from({ length: anywhere }, (_, kill) => ({
    death: anyMoment(kill),
    trouble: troubles[kill % troubles.length] ?? 'none',
  }))
  const rounds = [...atBoundaries, ...atRandomTimes]

  const oneRound = async (rig: CrashRig, death: Death, trouble: Trouble): Promise<void> => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const isReached = await rig.round(death, trouble)
      if ('afterMs' in death) return
      if (isReached) hit.add(death.boundary)
      if (isReached) return
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
