// Exact intersections of lines and arcs. Pure. Units: mm.
import type { Arc, Line, PathPiece, Point } from './plane.ts'

/** Up to two points; none for pieces that overlap along their length. */
export function intersections(one: PathPiece, two: PathPiece): Point[] {
  if (one.kind === 'line') return two.kind === 'line' ? lineIntersections(one, two) : lineArcIntersections(one, two)
  return two.kind === 'line' ? lineArcIntersections(two, one) : arcIntersections(one, two)
}

function lineIntersections(one: Line, two: Line): Point[] {
  const [u, v] = [minus(one.to, one.from), minus(two.to, two.from)]
  const apart = minus(two.from, one.from)
  const determinant = cross(u, v)
  if (determinant === 0) return []
  const share = cross(apart, v) / determinant
  const other = cross(apart, u) / determinant
  return share > 0 && share < 1 && other > 0 && other < 1
    ? [{ x: one.from.x + u.x * share, y: one.from.y + u.y * share }]
    : []
}

function lineArcIntersections({ from, to }: Line, arc: Arc): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const u = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const centre = minus(arc.centre, from)
  const off = cross(u, centre)
  const square = arc.radiusMm * arc.radiusMm - off * off
  if (length === 0 || square < 0) return []
  const [foot, half] = [dot(u, centre), Math.sqrt(square)]
  return [foot - half, foot + half]
    .filter((along) => along >= 0 && along <= length)
    .map((along) => ({ x: from.x + u.x * along, y: from.y + u.y * along }))
    .filter((point) => inSweep(arc, point))
}

function arcIntersections(one: Arc, two: Arc): Point[] {
  const between = minus(two.centre, one.centre)
  const apart = Math.hypot(between.x, between.y)
  if (apart === 0) return []
  const along = (apart * apart + one.radiusMm * one.radiusMm - two.radiusMm * two.radiusMm) / (2 * apart)
  const square = one.radiusMm * one.radiusMm - along * along
  if (square < 0) return []
  const off = Math.sqrt(square)
  const u = { x: between.x / apart, y: between.y / apart }
  return [off, -off]
    .map((side) => ({ x: one.centre.x + u.x * along - u.y * side, y: one.centre.y + u.y * along + u.x * side }))
    .filter((point) => inSweep(one, point) && inSweep(two, point))
}

/** Whether a point lies in the sector of an arc, at any distance. */
export function inSweep({ centre, from, to, turnDeg }: Arc, point: Point): boolean {
  const fromCentre = minus(point, centre)
  const isAfterStart = Math.sign(turnDeg) * cross(minus(from, centre), fromCentre) >= 0
  const isBeforeEnd = Math.sign(turnDeg) * cross(minus(to, centre), fromCentre) <= 0
  return Math.abs(turnDeg) <= 180 ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd
}

export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y
const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x
