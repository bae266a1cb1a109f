// A long plate drawn short: stretches where nothing happens along its length are compressed, what happens there stays true. Pure.
import type { Mm } from '../bending/index.ts'

export interface Interval {
  readonly from: Mm
  readonly to: Mm
}

export interface ShortenedLength {
  /** From a place along the piece to its place along the drawing; never falls. */
  readonly place: (y: Mm) => Mm
  /** Where the scale changes, in order: a slanted line needs a corner there. */
  readonly knots: readonly Mm[]
  /** The middle of each compressed stretch, along the drawing. */
  readonly breaks: readonly Mm[]
}

/**
 * Shortens `length` to `target` as far as the stretches between `kept` intervals allow, the longest first, none below `least`.
 * Nothing is shortened where the length fits already.
 */
export function shortenedLength(length: Mm, target: Mm, kept: readonly Interval[], least: Mm): ShortenedLength {
  let tooLong = length - target
  const cuts: (Interval & { by: Mm })[] = []
  for (const gap of gapsBetween(kept, length).toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    const by = Math.min(tooLong, gap.to - gap.from - least)
    if (by <= 0) break
    cuts.push({ ...gap, by })
    tooLong -= by
  }
  cuts.sort((a, b) => a.from - b.from)
  const place = (y: Mm): Mm =>
    cuts.reduce((at, cut) => at - cut.by * Math.min(1, Math.max(0, (y - cut.from) / (cut.to - cut.from))), y)
  return {
    place,
    knots: cuts.flatMap((cut) => [cut.from, cut.to]),
    breaks: cuts.map((cut) => (place(cut.from) + place(cut.to)) / 2),
  }
}

function gapsBetween(kept: readonly Interval[], length: Mm): Interval[] {
  const gaps: Interval[] = []
  let from = 0
  for (const interval of kept.toSorted((a, b) => a.from - b.from)) {
    if (interval.from > from) gaps.push({ from, to: interval.from })
    from = Math.max(from, interval.to)
  }
  if (from < length) gaps.push({ from, to: length })
  return gaps
}
