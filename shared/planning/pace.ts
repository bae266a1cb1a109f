// What the counts at a machine teach of its pace: how long a piece took, held against what the figures say. Pure.
import type { Seconds } from './times.ts'

/** Pieces that were booked at once, and how long after the booking before them. */
export interface CountedPieces {
  readonly pieces: number
  readonly afterSec: Seconds
  /** For one of them, by the machine's figures. */
  readonly expectedSec: Seconds
}

export interface Pace {
  /** How many times as long as by the figures; 1 while too little was seen. */
  readonly pace: number
  /** Of one piece, the median; null while too little was seen. */
  readonly secondsPerPiece: Seconds | null
  /** Pieces that it was learnt from, or that were seen so far. */
  readonly learntFrom: number
}

/** Fewer say nothing yet. */
export const fewestPieces = 20
/** Longer than this for one piece was a break, or another sheet in between. */
export const longestPieceSec: Seconds = 900
const slowest = 5
const fastest = 0.2

/**
 * Medians weighted by pieces, so that neither a break nor ten pieces booked in one go decides. A pace beyond five times or a fifth of
 * the figures is held there: then the figures are what is wrong.
 */
export function paceOf(seen: readonly CountedPieces[]): Pace {
  const sound = seen.filter(
    ({ pieces, afterSec, expectedSec }) =>
      pieces > 0 && expectedSec > 0 && afterSec > 0 && afterSec <= longestPieceSec * pieces,
  )
  const learntFrom = sound.reduce((sum, { pieces }) => sum + pieces, 0)
  if (learntFrom < fewestPieces) return { pace: 1, secondsPerPiece: null, learntFrom }
  const ratio = weightedMedian(sound.map((one) => [one.afterSec / one.pieces / one.expectedSec, one.pieces]))
  const secondsPerPiece = weightedMedian(sound.map((one) => [one.afterSec / one.pieces, one.pieces]))
  return { pace: Math.min(slowest, Math.max(fastest, ratio)), secondsPerPiece, learntFrom }
}

/** The value at which half of the weight is reached. */
function weightedMedian(values: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let reached = 0
  for (const [value, weight] of sorted) {
    reached += weight
    if (reached >= half) return value
  }
  return Number.NaN
}
