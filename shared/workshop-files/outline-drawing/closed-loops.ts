// Closes chains of points to loops: ends within 0.01 mm are the same point, gaps up to 0.5 mm are closed and reported. Pure. Units: mm.
import { distance, signedArea } from '../../bending/index.ts'
import type { Mm, Point } from '../../bending/index.ts'
import type { DxfPath } from './dxf-paths.ts'

export interface ClosedLoop {
  /** Counter-clockwise, without repeated corners. */
  readonly corners: readonly Point[]
  readonly layer: string
}

export interface ClosedLoops {
  readonly loops: readonly ClosedLoop[]
  /** The gaps that were closed. */
  readonly gaps: number
  readonly widestGapMm: Mm
  /** An end of each chain that is open. */
  readonly open: readonly Point[]
  /** Lines that are drawn twice. */
  readonly doubles: number
}

const sameMm: Mm = 0.01
/** Wider gaps are not closed. */
const widestGapMm: Mm = 0.5

interface Chain {
  readonly points: readonly Point[]
  readonly layer: string
}

export function closedLoops(paths: readonly DxfPath[]): ClosedLoops {
  const closed: Chain[] = paths.filter(({ isClosed }) => isClosed)
  const drawn = paths.filter(({ isClosed, points }) => !isClosed && points.length > 1)
  const single = drawn.filter((path, index) => !drawn.slice(0, index).some((earlier) => isSameChain(earlier, path)))
  const exact = join(single, sameMm)
  const wide = join(exact.open, widestGapMm)
  const loops = [...closed, ...exact.closed, ...wide.closed].map(({ points, layer }) => ({
    corners: counterClockwise(withoutRepeats(points)),
    layer,
  }))
  return {
    loops: loops.filter(({ corners }) => corners.length >= 3),
    gaps: wide.gapsMm.length,
    widestGapMm: Math.max(0, ...wide.gapsMm),
    open: wide.open.flatMap(({ points }) => points.slice(0, 1)),
    doubles: drawn.length - single.length,
  }
}

function isSameChain(one: Chain, other: Chain): boolean {
  if (one.points.length !== other.points.length) return false
  const isSame = (points: readonly Point[]): boolean =>
    one.points.every((point, index) => distance(point, points[index] ?? point) <= sameMm)
  return isSame(other.points) || isSame(other.points.toReversed())
}

/** Joins chains end to end, the nearest end first, until a chain meets its own start. */
function join(chains: readonly Chain[], withinMm: Mm): { closed: Chain[]; open: Chain[]; gapsMm: Mm[] } {
  const openChains = [...chains]
  const closed: Chain[] = []
  const open: Chain[] = []
  const gapsMm: Mm[] = []
  const note = (gapMm: Mm): void => {
    if (gapMm > sameMm) gapsMm.push(gapMm)
  }
  for (let chain = openChains.shift(); chain !== undefined; chain = openChains.shift()) {
    let points = [...chain.points]
    let wasTurned = false
    for (;;) {
      const [start, end] = [points[0], points.at(-1)]
      if (start === undefined || end === undefined) break
      const next = nearest(openChains, end)
      const closing = points.length > 2 ? distance(start, end) : Infinity
      if (closing <= withinMm && (next === null || closing <= next.gapMm)) {
        note(closing)
        closed.push({ points, layer: chain.layer })
        break
      }
      if (next !== null && next.gapMm <= withinMm) {
        note(next.gapMm)
        const [piece] = openChains.splice(next.index, 1)
        const added = next.isReversed ? (piece?.points.toReversed() ?? []) : (piece?.points ?? [])
        points = [...points, ...(next.gapMm <= sameMm ? added.slice(1) : added)]
        continue
      }
      if (wasTurned) {
        open.push({ points, layer: chain.layer })
        break
      }
      // the other end may continue
      wasTurned = true
      points = points.toReversed()
    }
  }
  return { closed, open, gapsMm }
}

function nearest(chains: readonly Chain[], end: Point): { index: number; isReversed: boolean; gapMm: Mm } | null {
  let best: { index: number; isReversed: boolean; gapMm: Mm } | null = null
  for (const [index, { points }] of chains.entries()) {
    for (const isReversed of [false, true]) {
      const start = isReversed ? points.at(-1) : points[0]
      const gapMm = start === undefined ? Infinity : distance(start, end)
      if (best === null || gapMm < best.gapMm) best = { index, isReversed, gapMm }
    }
  }
  return best
}

const withoutRepeats = (points: readonly Point[]): Point[] =>
  points.filter((point, index) => distance(point, points.at(index - 1) ?? point) > sameMm || points.length === 1)

const counterClockwise = (points: readonly Point[]): readonly Point[] =>
  signedArea(points) < 0 ? points.toReversed() : points
