// Where a moved shape of the blank is nearest to an outline: a point of each. Pure. Units: mm.
import { nearestOnLine } from '../../geometry/index.ts'
import type { Point } from '../../geometry/index.ts'
import { chordsOf } from '../legs/index.ts'
import type { MovedShape, PartOutline } from '../legs/index.ts'

/** The nearest points of the blank's surface and an outline. `gapMm` is negative where they overlap. */
export interface NearestPoints {
  readonly gapMm: number
  readonly from: Point
  readonly to: Point
}

/** The part is lifted by `up`; its contact zone counts unless `skipContact`. Null: the part has no edge that counts. */
export function nearestPoints(
  moved: MovedShape,
  { edges, contact }: PartOutline,
  up: number,
  skipContact: boolean,
): NearestPoints | null {
  let best: { distance: number; on: Point; to: Point } | null = null
  for (const { ax, ay, bx, by } of chordsOf({ ...moved, piece: 0 })) {
    for (let offset = 0; offset < edges.length; offset += 4) {
      if (skipContact && contact[offset >> 2] === 1) continue
      const from = { x: edges[offset] ?? 0, y: (edges[offset + 1] ?? 0) + up }
      const end = { x: edges[offset + 2] ?? 0, y: (edges[offset + 3] ?? 0) + up }
      const pair = nearestOfSegments({ x: ax, y: ay }, { x: bx, y: by }, from, end)
      if (best === null || pair.distance < best.distance) best = pair
    }
  }
  if (best === null) return null
  const { distance, on, to } = best
  const share = distance > 1e-9 ? Math.min(1, moved.half / distance) : 0
  const from = { x: on.x + share * (to.x - on.x), y: on.y + share * (to.y - on.y) }
  return { gapMm: distance - moved.half, from, to }
}

interface Pair {
  readonly distance: number
  /** The point on the first segment, and the point on the second. */
  readonly on: Point
  readonly to: Point
}

function nearestOfSegments(a: Point, b: Point, c: Point, d: Point): Pair {
  const crossing = crossingOf(a, b, c, d)
  if (crossing !== null) return { distance: 0, on: crossing, to: crossing }
  const pairs = [
    pairOf(a, nearestOnLine(c, d, a)),
    pairOf(b, nearestOnLine(c, d, b)),
    pairOf(nearestOnLine(a, b, c), c),
  ]
  return pairs.reduce((best, one) => (one.distance < best.distance ? one : best), pairOf(nearestOnLine(a, b, d), d))
}

const pairOf = (on: Point, to: Point): Pair => ({ distance: Math.hypot(on.x - to.x, on.y - to.y), on, to })

function crossingOf(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const across = ux * vy - uy * vx
  if (Math.abs(across) < 1e-12) return null
  const share = ((c.x - a.x) * vy - (c.y - a.y) * vx) / across
  const other = ((c.x - a.x) * uy - (c.y - a.y) * ux) / across
  return share < 0 || share > 1 || other < 0 || other > 1 ? null : { x: a.x + share * ux, y: a.y + share * uy }
}
