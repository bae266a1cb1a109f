// The edges of an outline: whether it crosses itself, and whether two outlines overlap. Pure. Units: mm.
import { distance, distanceToLine, isInside, linesCross, sideOf } from '../../geometry/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Mm } from '../../units.ts'
import type { Outline } from './outline.ts'

/** The corner with an index that may be past either end. */
export function cornerAt(outline: Outline, index: number): Point {
  const corner = outline[((index % outline.length) + outline.length) % outline.length]
  if (corner === undefined) throw new Error('the outline has no corners')
  return corner
}

/** Edges nearer than this touch. */
const touchMm: Mm = 1e-6

/** The first two edges that cross or touch, by the indices of their first corners; null: none. Neighbours share a corner. */
export function outlineCrossing(outline: Outline): { readonly edge: number; readonly other: number } | null {
  const count = outline.length
  for (let edge = 0; edge < count; edge += 1) {
    const [a, b] = [cornerAt(outline, edge), cornerAt(outline, edge + 1)]
    for (let other = edge + 1; other < count; other += 1) {
      const [c, d] = [cornerAt(outline, other), cornerAt(outline, other + 1)]
      const follows = other === edge + 1
      const precedes = (other + 1) % count === edge
      if (follows || precedes ? turnsBack(follows ? [a, b, d] : [c, d, b]) : edgesMeet(a, b, c, d))
        return { edge, other }
    }
  }
  return null
}

/** Whether the second of two edges in a row runs back over the first. */
function turnsBack([a, b, c]: readonly [Point, Point, Point]): boolean {
  const back = (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y)
  return back > 0 && Math.abs(sideOf(a, b, c)) <= touchMm * Math.max(distance(a, b), distance(b, c))
}

function edgesMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [one, other] = [
    { from: a, to: b },
    { from: c, to: d },
  ]
  return (
    linesCross(one, other) ||
    distanceToLine(other, a) <= touchMm ||
    distanceToLine(other, b) <= touchMm ||
    distanceToLine(one, c) <= touchMm ||
    distanceToLine(one, d) <= touchMm
  )
}

/** Whether a point lies on an edge, to a tolerance. */
export const onOutline = (outline: Outline, point: Point, toleranceMm: Mm): boolean =>
  outline.some((from, index) => distanceToLine({ from, to: cornerAt(outline, index + 1) }, point) <= toleranceMm)

/** Whether two outlines share an area. Outlines that only touch do not overlap. */
export function outlinesOverlap(one: Outline, other: Outline): boolean {
  const crosses = one.some((from, index) => {
    const edge = { from, to: cornerAt(one, index + 1) }
    return other.some((corner, cornerIndex) => linesCross(edge, { from: corner, to: cornerAt(other, cornerIndex + 1) }))
  })
  return crosses || reachesInto(one, other) || reachesInto(other, one)
}

const reachesInto = (inner: Outline, outer: Outline): boolean =>
  inner.some((corner) => isInside(outer, corner) && !onOutline(outer, corner, touchMm))

export const shifted = (outline: Outline, by: Point): Outline =>
  outline.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))
