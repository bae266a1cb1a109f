// Random numbers from a seed: the same parts give the same numbers in every run. Pure, except for Node's hash.
import { hash } from 'node:crypto'

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next: () => number
  /** A whole number from 0 up to, not including, `below`. */
  below: (below: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
  /** One of the values, with a probability by its weight. */
  weighted: <T extends { weight: number }>(from: readonly T[]) => T
}

/** `parts` name the place that draws, such as a seed and the number of a step. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const seed = hash('sha256', parts.join('/'), 'buffer')
  let [a, b, c, d] = [seed.readUInt32LE(0), seed.readUInt32LE(4), seed.readUInt32LE(8), 1]
  // sfc32, by Chris Doty-Humphrey (PractRand)
  const next = (): number => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm += 1) next()
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(next() * from.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }
  return {
    next,
    below: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick,
    weighted: (from) => {
      let remaining = next() * from.reduce((sum, { weight }) => sum + weight, 0)
      return from.find(({ weight }) => (remaining -= weight) < 0) ?? pick(from)
    },
  }
}
