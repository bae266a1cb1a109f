// Points, lines and arcs in the plane of a drawing: mm, x to the right, y up, angles counter-clockwise. Pure.
import { degrees, radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'

export interface Point {
  readonly x: Mm
  readonly y: Mm
}

export interface Line {
  readonly kind: 'line'
  readonly from: Point
  readonly to: Point
}

/** `turnDeg` counter-clockwise from `from` to `to`. A radius of 0 is a sharp corner: both ends at the centre. */
export interface Arc {
  readonly kind: 'arc'
  readonly from: Point
  readonly to: Point
  readonly centre: Point
  readonly radiusMm: Mm
  readonly turnDeg: Deg
}

export type PathPiece = Line | Arc

/** The point at a distance in a direction from another. */
export const along = (from: Point, heading: Deg, length: Mm): Point => ({
  x: from.x + length * Math.cos(radians(heading)),
  y: from.y + length * Math.sin(radians(heading)),
})

export const distance = (a: Point, b: Point): Mm => Math.hypot(b.x - a.x, b.y - a.y)

export function turnAbout(point: Point, centre: Point, by: Deg): Point {
  const cos = Math.cos(radians(by))
  const sin = Math.sin(radians(by))
  const dx = point.x - centre.x
  const dy = point.y - centre.y
  return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
}

/** The arc that starts at a point and turns about a centre. */
export const arcFrom = (from: Point, centre: Point, turnDeg: Deg): Arc => ({
  kind: 'arc',
  from,
  to: turnAbout(from, centre, turnDeg),
  centre,
  radiusMm: distance(from, centre),
  turnDeg,
})

/** The arc from one point to another by its bulge: the tangent of a quarter of its turn, above 0 counter-clockwise, and not 0. */
export function bulgeArc(from: Point, to: Point, bulge: number): Arc {
  // the centre is at chord/2 · (1 − b²)/(2b) from the chord's middle, to the left of the chord if b is positive
  const off = (1 - bulge * bulge) / (4 * bulge)
  const centre = {
    x: (from.x + to.x) / 2 - (to.y - from.y) * off,
    y: (from.y + to.y) / 2 + (to.x - from.x) * off,
  }
  return { ...arcFrom(from, centre, degrees(4 * Math.atan(bulge))), to }
}

/** The point at a share of the length, 0 at the start and 1 at the end. */
export function partOf(piece: PathPiece, share: number): Point {
  if (piece.kind === 'arc') return turnAbout(piece.from, piece.centre, piece.turnDeg * share)
  return {
    x: piece.from.x + (piece.to.x - piece.from.x) * share,
    y: piece.from.y + (piece.to.y - piece.from.y) * share,
  }
}

export const pieceLength = (piece: PathPiece): Mm =>
  piece.kind === 'line' ? distance(piece.from, piece.to) : Math.abs(radians(piece.turnDeg)) * piece.radiusMm

/** The direction from one point to another. */
export const headingFrom = (from: Point, to: Point): Deg => degrees(Math.atan2(to.y - from.y, to.x - from.x))

/** The point between the ends of a line that is nearest to a point. */
export function nearestOnLine(from: Point, to: Point, point: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const unbounded = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square
  const share = Math.min(1, Math.max(0, unbounded))
  return { x: from.x + share * dx, y: from.y + share * dy }
}
