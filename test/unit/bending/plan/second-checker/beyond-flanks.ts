// The punch beside the flats of a step's bend, in the separate checker of the tests. Mm.
import { memoized } from '../../../../../shared/base/memoized.ts'
import type { Punch } from '../../../../../shared/bending/fit/index.ts'
import type { Point } from '../../../../../shared/bending/index.ts'
import { apart, moved, runsWhere } from './polygons.ts'
import type { Polygon } from './polygons.ts'

/** The distance of a flat beside the step's bend from the punch beyond the two flanks of its tip: they may touch the flat. */
export const beyondFlanks = (punch: Punch, side: 1 | -1, tipY: number, flat: Polygon): number =>
  Math.min(Infinity, ...partsBeyondFlanks(punch, side).map((run) => apart(moved(run, 0, tipY), flat)))

const beyondCache = new WeakMap<Punch, Map<1 | -1, readonly Polygon[]>>()

/** The edges of the punch beyond the flanks, its tip at 0/0. Computed once: it takes longer than everything else of an angle. */
function partsBeyondFlanks(punch: Punch, side: 1 | -1): readonly Polygon[] {
  const { includedDeg, tipRadiusMm, outline = [] } = punch
  const half = (includedDeg * Math.PI) / 360
  const apex = tipRadiusMm - tipRadiusMm / Math.sin(half)
  const isBeyond = ({ x, y }: Point): boolean => Math.abs(x) > (y - apex) * Math.tan(half) + 0.1 && Math.hypot(x, y) > 4
  const ofPunch = memoized(beyondCache, punch, () => new Map<1 | -1, readonly Polygon[]>())
  return memoized(ofPunch, side, () =>
    runsWhere(
      outline.map(({ x, y }) => ({ x: side * x, y })),
      isBeyond,
    ),
  )
}
