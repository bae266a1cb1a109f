// Polygons and chords: boxes, areas, sides, crossings and points along an arc. Pure. Units: mm.
import { radians } from '../units.ts'
import type { Mm } from '../units.ts'
import { arcFrom, distance, nearestOnLine } from './plane.ts'
import type { PathPiece, Point } from './plane.ts'

/** An upright rectangle. */
export interface Box {
  readonly minX: Mm
  readonly minY: Mm
  readonly maxX: Mm
  readonly maxY: Mm
}

/** The smallest box around points; without points its minima are infinite and its maxima minus infinite. */
export function pointsBox(points: readonly Point[]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  return { minX, minY, maxX, maxY }
}

/** Half the shoelace sum in mm²: positive if the corners run counter-clockwise. */
export function signedArea(corners: readonly Point[]): number {
  let sum = 0
  for (const [index, a] of corners.entries()) {
    const b = corners[(index + 1) % corners.length] ?? a
    sum += a.x * b.y - b.x * a.y
  }
  return sum / 2
}

/** Whether a point lies inside a polygon. For a point on an edge the answer can be either. */
export function isInside(corners: readonly Point[], point: Point): boolean {
  let inside = false
  for (const [index, a] of corners.entries()) {
    const b = corners[(index + 1) % corners.length] ?? a
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      inside = !inside
  }
  return inside
}

/** Twice the area of the triangle a, b, point in mm²: positive if the point lies to the left of a → b. */
export const sideOf = (a: Point, b: Point, point: Point): number =>
  (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)

interface Ends {
  readonly from: Point
  readonly to: Point
}

/** Whether two lines cross between their ends; lines that only touch do not. */
export const linesCross = (one: Ends, two: Ends): boolean =>
  sideOf(one.from, one.to, two.from) * sideOf(one.from, one.to, two.to) < 0 &&
  sideOf(two.from, two.to, one.from) * sideOf(two.from, two.to, one.to) < 0

/** The distance from a point to the nearest point of a line between its ends. */
export const distanceToLine = ({ from, to }: Ends, point: Point): Mm => distance(point, nearestOnLine(from, to, point))

/** The largest number of chords of an arc. */
const maxChords = 720

/** Points along a path piece from its start, without its end: at least two for an arc, whose chords differ from it by at most `errorMm`. */
export function chordPoints(piece: PathPiece, errorMm: Mm): Point[] {
  if (piece.kind === 'line') return [piece.from]
  const { from, centre, radiusMm, turnDeg } = piece
  const step = 2 * Math.acos(Math.max(0, 1 - errorMm / Math.max(radiusMm, errorMm)))
  const count = Math.max(2, Math.min(maxChords, Math.ceil(Math.abs(radians(turnDeg)) / Math.max(step, 1e-3))))
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? from : arcFrom(from, centre, (turnDeg * index) / count).to,
  )
}
