// The shapes of which a leg of the blank consists, and their exact distance from a segment of an outline. A flat part is a segment and
// a bend is an arc, both along the middle of the thickness and half the thickness wide; the corners of a cut edge are segments without
// width. Pure. Units: mm and radians.
import type { PlanPiece } from '../plan-part.ts'

/** Both ends of a segment, or the centre, radius, start and sweep of an arc. Plain numbers, because the checker runs over millions. */
export interface PieceShape {
  readonly arc: boolean
  readonly ax: number
  readonly ay: number
  /** The end of a segment; for an arc the radius along the middle and the start, as an angle. */
  readonly bx: number
  readonly by: number
  /** The sweep of an arc: positive is counter-clockwise. */
  readonly sweep: number
  /** Half the thickness, 0 for the edges of a cut. */
  readonly half: number
  /** Flange i is 2i, bend i is 2i + 1. */
  readonly piece: number
}

/** The inverse of `PieceShape.piece`. */
export const pieceOf = (piece: number): PlanPiece => ({
  kind: piece % 2 === 0 ? 'flange' : 'bend',
  index: Math.floor(piece / 2),
})

/** A straight piece from a to b. */
export const segment = (piece: number, ax: number, ay: number, bx: number, by: number, half: number): PieceShape => ({
  arc: false,
  ax,
  ay,
  bx,
  by,
  sweep: 0,
  half,
  piece,
})

/** The square of the distance of a point from a segment. */
export function pointToSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const ux = bx - ax
  const uy = by - ay
  const wx = px - ax
  const wy = py - ay
  const square = ux * ux + uy * uy
  let share = square > 0 ? (wx * ux + wy * uy) / square : 0
  share = share < 0 ? 0 : share > 1 ? 1 : share
  const dx = wx - share * ux
  const dy = wy - share * uy
  return dx * dx + dy * dy
}

const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
  (qx - px) * (ry - py) - (qy - py) * (rx - px)

/** The square of the distance of two segments; 0 where they cross. */
export function segmentToSegment(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const c = side(ax, ay, bx, by, cx, cy)
  const d = side(ax, ay, bx, by, dx, dy)
  if ((c > 0 && d < 0) || (c < 0 && d > 0)) {
    const a = side(cx, cy, dx, dy, ax, ay)
    const b = side(cx, cy, dx, dy, bx, by)
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) return 0
  }
  return Math.min(
    pointToSegment(ax, ay, cx, cy, dx, dy),
    pointToSegment(bx, by, cx, cy, dx, dy),
    pointToSegment(cx, cy, ax, ay, bx, by),
    pointToSegment(dx, dy, ax, ay, bx, by),
  )
}

/** Whether a direction from the centre lies within an arc. */
function inArc(direction: number, start: number, sweep: number): boolean {
  const turn = 2 * Math.PI
  const from = sweep >= 0 ? direction - start : start - direction
  const wrapped = from - turn * Math.floor(from / turn)
  return wrapped <= Math.abs(sweep) + 1e-12 || wrapped >= turn - 1e-12
}

/**
 * The square of the distance of a segment from an arc of a circle; 0 where they cross. The least distance is at an end of either, or
 * on the line from the centre that is square to the segment.
 */
export function segmentToArc(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  radius: number,
  start: number,
  sweep: number,
): number {
  const end = start + sweep
  let least = Math.min(
    pointToSegment(cx + radius * Math.cos(start), cy + radius * Math.sin(start), ax, ay, bx, by),
    pointToSegment(cx + radius * Math.cos(end), cy + radius * Math.sin(end), ax, ay, bx, by),
  )
  const ux = bx - ax
  const uy = by - ay
  const square = ux * ux + uy * uy
  const foot = square > 0 ? ((cx - ax) * ux + (cy - ay) * uy) / square : 0
  const off = square > 0 ? Math.abs((cx - ax) * uy - (cy - ay) * ux) / Math.sqrt(square) : Math.hypot(ax - cx, ay - cy)
  const consider = (share: number): void => {
    if (share < 0 || share > 1) return
    const px = ax + share * ux - cx
    const py = ay + share * uy - cy
    const apart = Math.hypot(px, py) - radius
    if (apart * apart < least && inArc(Math.atan2(py, px), start, sweep)) least = apart * apart
  }
  consider(0)
  consider(1)
  consider(foot)
  if (off < radius && square > 0) {
    const half = Math.sqrt((radius * radius - off * off) / square)
    consider(foot - half)
    consider(foot + half)
  }
  return least
}

/** The distance of two arcs: one of them is divided so finely that the error is below 0.002 mm. */
const chordErrorMm = 0.002

/** An arc as segments; a segment as itself. The chords lie as far inside the arc as outside. */
export function chordsOf(shape: PieceShape): PieceShape[] {
  if (!shape.arc) return [shape]
  const { ax: cx, ay: cy, bx: radius, by: start, sweep, half, piece } = shape
  const step = radius > chordErrorMm ? 2 * Math.acos(1 - chordErrorMm / radius) : Math.PI
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / step))
  const pointAt = (index: number) => {
    const angle = start + (sweep * index) / count
    return { x: cx + radius * Math.cos(angle), y: cy + radius * Math.sin(angle) }
  }
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [pointAt(index), pointAt(index + 1)]
    return segment(piece, from.x, from.y, to.x, to.y, half)
  })
}
