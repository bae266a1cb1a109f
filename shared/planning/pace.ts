// The pace of a machine from its counts: the measured time of a piece relative to the time by the workshop's figures. Pure.
import type { Seconds } from './work-time.ts'

/** Pieces that were counted at once, and the time since the count before. */
export interface CountedPieces {
  readonly pieces: number
  readonly afterSec: Seconds
  /** The time for one piece, by the machine's figures. */
  readonly expectedSec: Seconds
}

export interface Pace {
  /** Measured time divided by the time of the figures; 1 while there are too few counts. */
  readonly pace: number
  /** The median of one piece; null while there are too few counts. */
  readonly secondsPerPiece: Seconds | null
  /** The pieces that were counted. */
  readonly sampleSize: number
}

/** Fewer pieces give no pace. */
export const minPieces = 20
/** A longer time for one piece is a break, or another sheet in between. */
const maxPieceSec: Seconds = 900
const slowest = 5
const fastest = 0.2

/**
 * Medians weighted by pieces, so that neither a break nor ten pieces counted at once decide. The pace is limited to a fifth and five
 * times the figures: beyond that the figures are wrong.
 */
export function paceOf(seen: readonly CountedPieces[]): Pace {
  const sound = seen.filter(
    ({ pieces, afterSec, expectedSec }) =>
      pieces > 0 && expectedSec > 0 && afterSec > 0 && afterSec <= maxPieceSec * pieces,
  )
  const sampleSize = sound.reduce((sum, { pieces }) => sum + pieces, 0)
  if (sampleSize < minPieces) return { pace: 1, secondsPerPiece: null, sampleSize }
  const ratio = weightedMedian(sound.map((one) => [one.afterSec / one.pieces / one.expectedSec, one.pieces]))
  const secondsPerPiece = weightedMedian(sound.map((one) => [one.afterSec / one.pieces, one.pieces]))
  return { pace: Math.min(slowest, Math.max(fastest, ratio)), secondsPerPiece, sampleSize }
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
