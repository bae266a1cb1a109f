// Points, lines and arcs in the plane of a drawing: mm, x to the right, y up, angles counter-clockwise. Pure.
import { radians } from './units.ts'
import type { Deg, Mm } from './units.ts'

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
export const headingFrom = (from: Point, to: Point): Deg => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
