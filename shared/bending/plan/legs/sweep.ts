// The movement of one leg through a stroke of a press brake, and the first angle at which it comes too near to a part. Pure: mm, radians.
//
// Everything is seen from the centre of the own bend's arc. The leg turns about it by half the angle of the bend while its flat beside
// the arc grows shorter; the punch and all that moves with it stand still; the die and all that is fixed rise. Between two samples no
// point of the leg moves further than the angle times its speed, so a gap above the clearance skips all samples that it covers.
import { pointToSegment, segmentToArc, segmentToSegment } from './piece-shape.ts'
import type { LegShape } from './leg.ts'
import type { PartOutline } from './part-outline.ts'
import type { PlanPart } from '../plan-part.ts'

/** How far a point may move between samples beyond what the gap covers: a twentieth of the usual clearance. */
export const stepMm = 0.01

export interface Stroke {
  /** Half of the over-bent angle. */
  readonly end: number
  /** Radius of the own bend along the middle of the thickness. */
  readonly middleMm: number
  /** The outside of the own bend. */
  readonly outsideMm: number
  /** The flat of the zone beside the arc at the start, and how fast it grows shorter. */
  readonly besideMm: number
  readonly shorterMm: number
  /** The corners on which the flats rest, as distance from the middle of the V and height: x, y, x, y … */
  readonly shoulders: Float64Array
}

/** The height of the arc's centre above the shoulders: each corner of the die touches the flat or lies below it. */
export function centreHeight(stroke: Stroke, half: number): number {
  const { shoulders, outsideMm } = stroke
  const [sin, cos] = [Math.sin(half), Math.cos(half)]
  let height = -Infinity
  for (let at = 0; at < shoulders.length; at += 2) {
    const by = (outsideMm - (shoulders[at] ?? 0) * sin) / cos + (shoulders[at + 1] ?? 0)
    if (by > height) height = by
  }
  return height
}

/** The greatest speed of that height at an angle, mm per radian, over all corners that may touch. */
function centreSpeed(stroke: Stroke, half: number): number {
  const { shoulders, outsideMm } = stroke
  const [sin, cos] = [Math.sin(half), Math.cos(half)]
  let speed = 0
  for (let at = 0; at < shoulders.length; at += 2) {
    const by = Math.abs(outsideMm * sin - (shoulders[at] ?? 0)) / (cos * cos)
    if (by > speed) speed = by
  }
  return speed
}

/** The flat of the zone beside the arc. */
export const besideAt = (stroke: Stroke, half: number): number => stroke.besideMm - half * stroke.shorterMm

/** A leg's shape at an angle, seen from the arc's centre. Reused, because the checker makes millions. */
export interface MovedShape {
  arc: boolean
  ax: number
  ay: number
  bx: number
  by: number
  sweep: number
  half: number
  /** A circle that contains it. */
  x: number
  y: number
  reach: number
}

export const movedShape = (): MovedShape => ({
  arc: false,
  ax: 0,
  ay: 0,
  bx: 0,
  by: 0,
  sweep: 0,
  half: 0,
  x: 0,
  y: 0,
  reach: 0,
})

export function moveShape(shape: LegShape, stroke: Stroke, half: number, into: MovedShape): void {
  const cos = Math.cos(half)
  const sin = Math.sin(half)
  const dx = besideAt(stroke, half)
  const ax = shape.ax + dx
  const ay = shape.ay - stroke.middleMm
  into.arc = shape.arc
  into.half = shape.half
  into.ax = ax * cos - ay * sin
  into.ay = ax * sin + ay * cos
  into.sweep = shape.sweep
  if (shape.arc) {
    into.bx = shape.bx
    into.by = shape.by + half
    into.x = into.ax
    into.y = into.ay
    into.reach = shape.bx + shape.half
    return
  }
  const bx = shape.bx + dx
  const by = shape.by - stroke.middleMm
  into.bx = bx * cos - by * sin
  into.by = bx * sin + by * cos
  into.x = (into.ax + into.bx) / 2
  into.y = (into.ay + into.by) / 2
  into.reach = Math.hypot(into.bx - into.ax, into.by - into.ay) / 2 + shape.half
}

/** The distance of a moved shape from a part that is lifted by `up`, but at most `most`; without its contact zone for shapes in line. */
export function gapTo(moved: MovedShape, part: PartOutline, up: number, most: number, skipContact: boolean): number {
  const boxX = Math.max(part.minX - moved.x, 0, moved.x - part.maxX)
  const boxY = Math.max(part.minY + up - moved.y, 0, moved.y - part.maxY - up)
  const away = Math.sqrt(boxX * boxX + boxY * boxY) - moved.reach
  if (away >= most) return most
  const { edges, contact } = part
  const reach = most + moved.half
  const furthest = reach * reach
  let least = furthest
  for (let at = 0; at < edges.length; at += 4) {
    if (skipContact && contact[at >> 2] === 1) continue
    const cx = edges[at] ?? 0
    const cy = (edges[at + 1] ?? 0) + up
    const dx = edges[at + 2] ?? 0
    const dy = (edges[at + 3] ?? 0) + up
    const far = Math.sqrt(pointToSegment(moved.x, moved.y, cx, cy, dx, dy)) - moved.reach + moved.half
    if (far > 0 && far * far >= least) continue
    const square = moved.arc
      ? segmentToArc(cx, cy, dx, dy, moved.ax, moved.ay, moved.bx, moved.by, moved.sweep)
      : segmentToSegment(moved.ax, moved.ay, moved.bx, moved.by, cx, cy, dx, dy)
    if (square < least) least = square
  }
  return least === furthest ? most : Math.sqrt(least) - moved.half
}

export interface Contact {
  readonly gapMm: number
  readonly half: number
  readonly part: PlanPart
  readonly piece: number
}

/** Parts that move with the punch, or that are fixed. */
export interface PartGroup {
  readonly parts: readonly PartOutline[]
  readonly fixed: boolean
}

/** Whether the shape may touch the part: the flat beside the bend on the die, or anything that lies higher than that flat. */
const restsOn = (shape: LegShape, part: PlanPart): boolean => (part === 'die' || part === 'hemming_tool') && shape.above

const moved = movedShape()

/** The first angle at which a shape comes nearer than the clearance to a part of a group; null where it never does. */
export function firstContact(shape: LegShape, stroke: Stroke, group: PartGroup, clearanceMm: number): Contact | null {
  const spin = spinOf(shape, stroke)
  for (let half = 0; ;) {
    moveShape(shape, stroke, half, moved)
    const up = group.fixed ? -centreHeight(stroke, half) : 0
    const enough = clearanceMm + stepMm + travelTo(stroke, half, spin, group.fixed)
    let gap = enough
    let nearest: PlanPart | null = null
    for (const part of group.parts) {
      if (restsOn(shape, part.part)) continue
      const to = gapTo(moved, part, up, gap, shape.inLine)
      if (to < gap) {
        gap = to
        nearest = part.part
      }
    }
    if (gap < clearanceMm && nearest !== null) return { gapMm: gap, half, part: nearest, piece: shape.piece }
    if (half >= stroke.end || gap >= enough) return null
    half = nextHalf(stroke, half, Math.max(gap - clearanceMm, stepMm), spin, group.fixed)
  }
}

/** The furthest that a point moves in the rest of the stroke. */
function travelTo(stroke: Stroke, half: number, spin: number, fixed: boolean): number {
  const speed = fixed ? Math.max(centreSpeed(stroke, half), centreSpeed(stroke, stroke.end)) : 0
  return (stroke.end - half) * (spin + speed)
}

/** The greatest speed of a point of the shape about the centre, with its slide, mm per radian. */
export function spinOf(shape: LegShape, stroke: Stroke): number {
  const from = besideAt(stroke, 0)
  const to = besideAt(stroke, stroke.end)
  const at = (x: number, y: number): number =>
    Math.max(Math.hypot(x + from, y - stroke.middleMm), Math.hypot(x + to, y - stroke.middleMm))
  const reach = shape.arc ? at(shape.ax, shape.ay) + shape.bx : Math.max(at(shape.ax, shape.ay), at(shape.bx, shape.by))
  return reach + shape.half + Math.abs(stroke.shorterMm)
}

/** The next angle to which nothing moves further than `roomMm`. */
function nextHalf(stroke: Stroke, half: number, roomMm: number, spin: number, fixed: boolean): number {
  if (!fixed) return Math.min(stroke.end, half + roomMm / spin)
  let next = Math.min(stroke.end, half + roomMm / (spin + centreSpeed(stroke, half)))
  const speed = spin + Math.max(centreSpeed(stroke, half), centreSpeed(stroke, next))
  next = Math.min(next, half + roomMm / speed)
  return next
}

/** The least distance through the whole stroke, to within 0.02 mm, but at most `most`. */
export function leastContact(shape: LegShape, stroke: Stroke, group: PartGroup, most: number): Contact | null {
  const spin = spinOf(shape, stroke)
  let best: Contact | null = null
  let least = most
  for (let half = 0; ;) {
    moveShape(shape, stroke, half, moved)
    const up = group.fixed ? -centreHeight(stroke, half) : 0
    let gap = least + 1000
    for (const part of group.parts) {
      if (restsOn(shape, part.part)) continue
      const to = gapTo(moved, part, up, gap, shape.inLine)
      gap = Math.min(gap, to)
      if (to < least) {
        least = to
        best = { gapMm: to, half, part: part.part, piece: shape.piece }
      }
    }
    if (half >= stroke.end) return best
    half = nextHalf(stroke, half, Math.max(gap - least + 2 * stepMm, 2 * stepMm), spin, group.fixed)
  }
}
