// Arcs followed in chords, and how far lines are from points and from one another. Pure: mm.
import { arcFrom, distance } from './plane.ts'
import type { Line, PathPiece, Point } from './plane.ts'
import { radians } from './units.ts'
import type { Mm } from './units.ts'

/** No arc is followed in more chords than this. */
const mostChords = 720

/** Points along a path piece from its start, without its end: of an arc two or more, whose chords stand off it by `errorMm` at most. */
export function flattened(piece: PathPiece, errorMm: Mm): Point[] {
  if (piece.kind === 'line') return [piece.from]
  const { from, centre, radiusMm, turnDeg } = piece
  const step = 2 * Math.acos(Math.max(0, 1 - errorMm / Math.max(radiusMm, errorMm)))
  const count = Math.max(2, Math.min(mostChords, Math.ceil(Math.abs(radians(turnDeg)) / Math.max(step, 1e-3))))
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? from : arcFrom(from, centre, (turnDeg * index) / count).to,
  )
}

/** A piece as lines, its arcs as chords that stand off by no more than `errorMm`. */
export function chords(piece: PathPiece, errorMm: Mm): Line[] {
  const points = [...flattened(piece, errorMm), piece.to]
  return points.slice(1).map((to, index) => ({ kind: 'line', from: points[index] ?? to, to }))
}

export function distanceToLine({ from, to }: Line, point: Point): Mm {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square
  const held = Math.min(1, Math.max(0, share))
  return distance(point, { x: from.x + held * dx, y: from.y + held * dy })
}

/** Of two lines that do not cross. */
export const distanceBetween = (one: Line, two: Line): Mm =>
  Math.min(
    distanceToLine(one, two.from),
    distanceToLine(one, two.to),
    distanceToLine(two, one.from),
    distanceToLine(two, one.to),
  )
