// Which segments of a tool make a station. Pure. Units: mm.
import type { Mm } from '../../units.ts'

/**
 * The segments that together are at least as long as the station, and as little longer as possible; the fewest of those, the longest first.
 * Null: all segments together are too short.
 */
export function segmentsFor(lengthMm: Mm, segmentsMm: readonly Mm[]): readonly Mm[] | null {
  const sorted = segmentsMm.toSorted((one, other) => other - one)
  // by total length in hundredths: the fewest segments that give it
  const bestOf = new Map<number, readonly Mm[]>([[0, []]])
  for (const segment of sorted) {
    // each segment is there once
    const withoutIt = new Map(bestOf)
    for (const [total, used] of withoutIt) {
      const longer = total + Math.round(segment * 100)
      const fewest = bestOf.get(longer)
      // a set that is long enough already needs no further segment
      if (total < needed(lengthMm) && (fewest === undefined || used.length + 1 < fewest.length))
        bestOf.set(longer, [...used, segment])
    }
  }
  const enough = [...bestOf.keys()].filter((total) => total >= needed(lengthMm))
  return enough.length === 0 ? null : (bestOf.get(Math.min(...enough)) ?? null)
}

const needed = (lengthMm: Mm): number => Math.ceil(lengthMm * 100 - 1e-6)

/** The segments without those that are used, each of them once. */
export function withoutSegments(segmentsMm: readonly Mm[], used: readonly Mm[]): readonly Mm[] {
  const remaining = [...segmentsMm]
  for (const segment of used) remaining.splice(remaining.indexOf(segment), 1)
  return remaining
}
