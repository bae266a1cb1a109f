// Shortens the drawing of a long blank: stretches without features are compressed, features keep their scale. Pure.
import type { Mm } from '../../bending/index.ts'

export interface Interval {
  readonly from: Mm
  readonly to: Mm
}

export interface ShortenedLength {
  /** Converts a position along the piece to a position along the drawing. Never decreases. */
  readonly place: (y: Mm) => Mm
  /** The uniform reduction after the compression of stretches: 1 if the compression was enough. */
  readonly evenReduction: number
  /** The positions at which the scale changes, in order. A slanted line needs a corner there. */
  readonly knots: readonly Mm[]
  /** The places of the break marks along the drawing: the middles of the most compressed stretches; empty if nothing is shortened. */
  readonly breaks: readonly Mm[]
}

/** The largest number of break marks. */
const maxBreaks = 3

/**
 * Shortens `length` to `target`: first the stretches between the `preserved` intervals, the longest first and none below `least`; then, if that
 * is not enough, everything evenly. A length that fits is unchanged.
 */
export function shortenedLength(length: Mm, target: Mm, preserved: readonly Interval[], least: Mm): ShortenedLength {
  const gaps = gapsBetween(preserved, length).toSorted((a, b) => b.to - b.from - (a.to - a.from))
  let tooLong = length - target
  const cuts: (Interval & { by: Mm })[] = []
  for (const gap of gaps) {
    const by = Math.min(tooLong, gap.to - gap.from - least)
    if (by <= 0) break
    cuts.push({ ...gap, by })
    tooLong -= by
  }
  cuts.sort((a, b) => a.from - b.from)
  const cut = (y: Mm): Mm =>
    cuts.reduce(
      (shortenedMm, { from, to, by }) => shortenedMm - by * Math.min(1, Math.max(0, (y - from) / (to - from))),
      y,
    )
  const evenReduction = cut(length) > target * (1 + 1e-9) ? target / cut(length) : 1
  const place = (y: Mm): Mm => cut(y) * evenReduction
  const widest = gaps[0] ?? { from: 0, to: length }
  const longest = new Set(cuts.toSorted((a, b) => b.by - a.by).slice(0, maxBreaks))
  const broken: readonly Interval[] =
    cuts.length > 0 || evenReduction === 1 ? cuts.filter((cut) => longest.has(cut)) : [widest]
  return {
    place,
    evenReduction,
    knots: cuts.flatMap(({ from, to }) => [from, to]),
    breaks: broken.map(({ from, to }) => (place(from) + place(to)) / 2),
  }
}

function gapsBetween(preserved: readonly Interval[], length: Mm): Interval[] {
  const gaps: Interval[] = []
  let from = 0
  for (const interval of preserved.toSorted((a, b) => a.from - b.from)) {
    if (interval.from > from) gaps.push({ from, to: interval.from })
    from = Math.max(from, interval.to)
  }
  if (from < length) gaps.push({ from, to: length })
  return gaps
}
