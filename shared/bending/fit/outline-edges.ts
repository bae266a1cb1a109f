// The edges of an outline: its box, its area, whether it crosses itself, and whether two outlines overlap. Pure. Units: mm.
import { distance, nearestOnLine } from '../geometry/index.ts'
import type { Point } from '../geometry/index.ts'
import type { Mm } from '../units.ts'
import type { Outline } from './outline.ts'

export interface OutlineBox {
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

export function outlineBox(outline: Outline): OutlineBox {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of outline) {
    minX = Math.min(minX, x)
    maxX = Math.max(maxX, x)
    minY = Math.min(minY, y)
    maxY = Math.max(maxY, y)
  }
  return { minX, maxX, minY, maxY }
}

/** Above 0: the corners run counter-clockwise. */
export function signedArea(outline: Outline): number {
  let sum = 0
  for (const [index, a] of outline.entries()) {
    const b = cornerAt(outline, index + 1)
    sum += a.x * b.y - b.x * a.y
  }
  return sum / 2
}

/** The corner with an index that may be past either end. */
export function cornerAt(outline: Outline, index: number): Point {
  const corner = outline[((index % outline.length) + outline.length) % outline.length]
  if (corner === undefined) throw new Error('an outline has corners')
  return corner
}

/** Above 0: `point` lies to the left of a → b. */
const sideOf = (a: Point, b: Point, point: Point): number =>
  (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)

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
  if (sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0) return true
  return (
    distanceToEdge(c, d, a) <= touchMm ||
    distanceToEdge(c, d, b) <= touchMm ||
    distanceToEdge(a, b, c) <= touchMm ||
    distanceToEdge(a, b, d) <= touchMm
  )
}

const distanceToEdge = (from: Point, to: Point, point: Point): Mm => distance(point, nearestOnLine(from, to, point))

/** Whether a point lies on an edge, to a tolerance. */
export const onOutline = (outline: Outline, point: Point, toleranceMm: Mm): boolean =>
  outline.some((corner, index) => distanceToEdge(corner, cornerAt(outline, index + 1), point) <= toleranceMm)

function isInside(outline: Outline, point: Point): boolean {
  let inside = false
  for (const [index, a] of outline.entries()) {
    const b = cornerAt(outline, index + 1)
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      inside = !inside
  }
  return inside
}

/** Whether two outlines share an area. Outlines that only touch do not overlap. */
export function outlinesOverlap(one: Outline, other: Outline): boolean {
  const crosses = one.some((a, index) => {
    const b = cornerAt(one, index + 1)
    return other.some((c, at) => {
      const d = cornerAt(other, at + 1)
      return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0
    })
  })
  return crosses || reachesInto(one, other) || reachesInto(other, one)
}

const reachesInto = (inner: Outline, outer: Outline): boolean =>
  inner.some((corner) => isInside(outer, corner) && !onOutline(outer, corner, touchMm))

export const shifted = (outline: Outline, by: Point): Outline =>
  outline.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))
