// Checks the collisions of one leg in a stroke of a press brake: the first angle at which it comes too near to a part. Pure. Units: mm, radians.
//
// Everything is seen from the centre of the arc of the step's bend. The leg turns about it by half the angle of the bend while its flat beside
// the arc grows shorter; the punch and all that moves with it stand still; the die and all that is fixed rise. Between two samples no
// point of the leg moves further than the angle times its speed, so a gap above the clearance skips all samples that it covers.
import { pointToSegment, segmentToArc, segmentToSegment } from './piece-shape.ts'
import type { LegShape } from './leg.ts'
import type { PartOutline } from './part-outline.ts'
import type { PlanPart } from '../plan-part.ts'

/** How far a point may move between samples beyond what the gap covers: a twentieth of the usual clearance. */
export const stepMm = 0.01

/** The corners of a V on which the flats rest. */
export interface Shoulders {
  /** Those that can be the highest at some angle, as distance from the middle of the V and height: x, y, x, y … */
  readonly corners: Float64Array
  /** The least and the greatest distance of any corner from the middle of the V. */
  readonly nearestMm: number
  readonly furthestMm: number
}

export const noShoulders: Shoulders = { corners: new Float64Array(0), nearestMm: 0, furthestMm: 0 }

/** Leaves out each corner that is never the highest: another corner is at least as high and at most as far from the middle. */
export function shouldersAt(corners: readonly (readonly [x: number, y: number])[]): Shoulders {
  const highest = corners.filter(
    ([x, y], cornerIndex) =>
      !corners.some(([ox, oy], other) => ox <= x && oy >= y && (ox < x || oy > y || (other < cornerIndex && ox === x))),
  )
  const distances = corners.map(([x]) => x)
  return {
    corners: Float64Array.from(highest.flat()),
    nearestMm: Math.min(...distances),
    furthestMm: Math.max(...distances),
  }
}

export interface Stroke {
  /** Half of the over-bent angle. */
  readonly end: number
  /** Radius of the step's bend along the middle of the thickness. */
  readonly middleMm: number
  /** The outside of the step's bend. */
  readonly outsideMm: number
  /** The flat of the zone beside the arc at the start, and how fast it grows shorter. */
  readonly besideMm: number
  readonly shorterMm: number
  /** How far any point may be from where the sweep places it: more clearance is needed. 0 where the sweep is exact. */
  readonly slackMm: number
  readonly shoulders: Shoulders
  /** Height of the tip of the punch, and of all that moves with it, above the arc's centre; 0 where no punch moves. */
  readonly tipMm: number
}

/** The height of the arc's centre above the shoulders: each corner of the die touches the flat or lies below it. */
export const centreHeight = (stroke: Stroke, sweepTurn: number): number =>
  heightAt(stroke, Math.cos(sweepTurn), Math.sin(sweepTurn))

function heightAt({ shoulders: { corners }, outsideMm }: Stroke, cos: number, sin: number): number {
  let height = -Infinity
  for (let offset = 0; offset < corners.length; offset += 2) {
    const by = (outsideMm - (corners[offset] ?? 0) * sin) / cos + (corners[offset + 1] ?? 0)
    if (by > height) height = by
  }
  return height
}

/** The greatest speed of that height at an angle, mm per radian, over all corners that may touch. */
function centreSpeed({ shoulders, outsideMm }: Stroke, sweepTurn: number): number {
  if (shoulders.corners.length === 0) return 0
  const cos = Math.cos(sweepTurn)
  const across = outsideMm * Math.sin(sweepTurn)
  const square = cos * cos
  const near = Math.abs(across - shoulders.nearestMm) / square
  const far = Math.abs(across - shoulders.furthestMm) / square
  return near > far ? near : far
}

/** The flat of the zone beside the arc. */
export const besideAt = (stroke: Stroke, sweepTurn: number): number => stroke.besideMm - sweepTurn * stroke.shorterMm

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

/** A new target for `moveShape`, with every figure 0. */
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

/** Writes the shape as it lies at `sweepTurn`, half the turn of the step's bend in radians, to `into`. */
export const moveShape = (shape: LegShape, stroke: Stroke, sweepTurn: number, into: MovedShape): void =>
  turnShape(shape, stroke, sweepTurn, Math.cos(sweepTurn), Math.sin(sweepTurn), into)

function turnShape(
  shape: LegShape,
  stroke: Stroke,
  sweepTurn: number,
  cos: number,
  sin: number,
  into: MovedShape,
): void {
  const dx = besideAt(stroke, sweepTurn)
  const ax = shape.ax + dx
  const ay = shape.ay - stroke.middleMm
  into.arc = shape.arc
  into.half = shape.half
  into.ax = ax * cos - ay * sin
  into.ay = ax * sin + ay * cos
  into.sweep = shape.sweep
  if (shape.arc) {
    into.bx = shape.bx
    into.by = shape.by + sweepTurn
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
  const [ux, uy] = [into.bx - into.ax, into.by - into.ay]
  into.reach = Math.sqrt(ux * ux + uy * uy) / 2 + shape.half
}

/**
 * The distance of a moved shape from a part that is lifted by `liftMm`, or `most` if it is further away; without its contact zone for
 * shapes that may touch it.
 */
export function gapTo(
  moved: MovedShape,
  part: PartOutline,
  liftMm: number,
  most: number,
  skipContact: boolean,
): number {
  const boxX = Math.max(part.minX - moved.x, 0, moved.x - part.maxX)
  const boxY = Math.max(part.minY + liftMm - moved.y, 0, moved.y - part.maxY - liftMm)
  const furthest = most + moved.half
  const covered = most + moved.reach
  if (covered <= 0 || boxX * boxX + boxY * boxY >= covered * covered) return most
  const { edges, contact } = part
  let least = furthest * furthest
  let isNear = false
  // an edge at this distance from the middle of the shape or further away is not nearer than the nearest so far
  let culled = covered * covered
  for (let offset = 0; offset < edges.length; offset += 4) {
    if (skipContact && contact[offset >> 2] === 1) continue
    const cx = edges[offset] ?? 0
    const cy = (edges[offset + 1] ?? 0) + liftMm
    const dx = edges[offset + 2] ?? 0
    const dy = (edges[offset + 3] ?? 0) + liftMm
    if (pointToSegment(moved.x, moved.y, cx, cy, dx, dy) >= culled) continue
    const square = squareTo(moved, cx, cy, dx, dy)
    if (square >= least) continue
    least = square
    isNear = true
    const reach = Math.sqrt(least) + moved.reach - moved.half
    culled = reach * reach
  }
  return isNear ? Math.sqrt(least) - moved.half : most
}

/** The square of the distance of an edge from the middle line of a moved shape. */
const squareTo = (moved: MovedShape, cx: number, cy: number, dx: number, dy: number): number =>
  moved.arc
    ? segmentToArc(cx, cy, dx, dy, moved.ax, moved.ay, moved.bx, moved.by, moved.sweep)
    : segmentToSegment(moved.ax, moved.ay, moved.bx, moved.by, cx, cy, dx, dy)

export interface Contact {
  readonly gapMm: number
  /** How far the leg has turned, radians: half the turn of the bend in a press brake, and the whole turn in a folding machine. */
  readonly sweepTurn: number
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
  const neededMm = clearanceMm + stroke.slackMm
  const { fixed, parts } = group
  const endSpeed = fixed ? centreSpeed(stroke, stroke.end) : 0
  for (let sweepTurn = 0; ;) {
    const cos = Math.cos(sweepTurn)
    const sin = Math.sin(sweepTurn)
    turnShape(shape, stroke, sweepTurn, cos, sin, moved)
    const up = fixed ? -heightAt(stroke, cos, sin) : stroke.tipMm
    const speed = fixed ? centreSpeed(stroke, sweepTurn) : 0
    // the furthest that a point moves in the rest of the stroke
    const travel = (stroke.end - sweepTurn) * (spin + Math.max(speed, endSpeed))
    const enough = neededMm + stepMm + travel
    let gap = enough
    let nearest: PlanPart | null = null
    for (const part of parts) {
      if (shape.above && restsOn(shape, part.part)) continue
      const to = gapTo(moved, part, up, gap, shape.below)
      if (to < gap) {
        gap = to
        nearest = part.part
      }
    }
    if (gap < neededMm && nearest !== null) return { gapMm: gap, sweepTurn, part: nearest, piece: shape.piece }
    if (sweepTurn >= stroke.end || gap >= enough) return null
    sweepTurn = nextSweepTurn(stroke, sweepTurn, Math.max(gap - neededMm, stepMm), spin, speed, fixed)
  }
}

/** The greatest speed of a point of the shape about the centre, with its slide, mm per radian. */
export function spinOf(shape: LegShape, stroke: Stroke): number {
  const from = besideAt(stroke, 0)
  const to = besideAt(stroke, stroke.end)
  // the further of the two places of each end
  const ax = furtherOf(shape.ax + from, shape.ax + to)
  const ay = shape.ay - stroke.middleMm
  if (shape.arc) return Math.hypot(ax, ay) + shape.bx + shape.half + Math.abs(stroke.shorterMm)
  const bx = furtherOf(shape.bx + from, shape.bx + to)
  const by = shape.by - stroke.middleMm
  const reach = ax * ax + ay * ay > bx * bx + by * by ? Math.hypot(ax, ay) : Math.hypot(bx, by)
  return reach + shape.half + Math.abs(stroke.shorterMm)
}

const furtherOf = (x: number, other: number): number => (Math.abs(x) > Math.abs(other) ? x : other)

/** The next angle to which nothing moves further than `roomMm`. `speed`: the speed of the centre at this angle. */
function nextSweepTurn(
  stroke: Stroke,
  sweepTurn: number,
  roomMm: number,
  spin: number,
  speed: number,
  fixed: boolean,
): number {
  if (!fixed) return Math.min(stroke.end, sweepTurn + roomMm / spin)
  const next = Math.min(stroke.end, sweepTurn + roomMm / (spin + speed))
  const greatest = spin + Math.max(speed, centreSpeed(stroke, next))
  return Math.min(next, sweepTurn + roomMm / greatest)
}

/** While a shape moves in steps shorter than this, only the edges that are near it are measured. */
const slowMm = 0.25
/** The near edges are chosen again after this movement. */
const chosenForMm = 2

/** The least distance through the whole stroke, to within 0.02 mm, but at most `most`. */
export function leastContact(shape: LegShape, stroke: Stroke, group: PartGroup, most: number): Contact | null {
  const spin = spinOf(shape, stroke)
  const { fixed } = group
  const endSpeed = fixed ? centreSpeed(stroke, stroke.end) : 0
  const parts = group.parts.filter(({ part }) => !restsOn(shape, part))
  let best: Contact | null = null
  let least = most
  let near: readonly PartOutline[] = parts
  let chosenMm = 0
  // the middle line at an edge is the least that there is
  for (let sweepTurn = 0; least > -shape.half;) {
    const cos = Math.cos(sweepTurn)
    const sin = Math.sin(sweepTurn)
    turnShape(shape, stroke, sweepTurn, cos, sin, moved)
    const up = fixed ? -heightAt(stroke, cos, sin) : stroke.tipMm
    const speed = fixed ? centreSpeed(stroke, sweepTurn) : 0
    if (chosenMm < 0) near = parts
    // further away than the shape moves in the rest of the stroke
    const enough = least + 2 * stepMm + (stroke.end - sweepTurn) * (spin + Math.max(speed, endSpeed))
    let gap = Math.min(least + 1000, enough)
    for (const part of near) {
      const to = gapTo(moved, part, up, gap, shape.below)
      if (to < gap) gap = to
      if (to < least) {
        least = to
        best = { gapMm: to, sweepTurn, part: part.part, piece: shape.piece }
      }
    }
    if (sweepTurn >= stroke.end || gap >= enough) break
    const roomMm = Math.max(gap - least + 2 * stepMm, 2 * stepMm)
    if (near === parts && roomMm < slowMm) {
      near = nearEdges(parts, up, gap + 2 * chosenForMm, shape.below)
      chosenMm = chosenForMm
    }
    chosenMm -= roomMm
    sweepTurn = nextSweepTurn(stroke, sweepTurn, roomMm, spin, speed, fixed)
  }
  return best
}

/** The parts with only those edges that are within a distance of the moved shape. */
function nearEdges(parts: readonly PartOutline[], up: number, withinMm: number, skipContact: boolean): PartOutline[] {
  const reach = withinMm + moved.half
  return parts.flatMap((part): PartOutline[] => {
    const near: number[] = []
    for (let offset = 0; offset < part.edges.length; offset += 4) {
      if (skipContact && part.contact[offset >> 2] === 1) continue
      const [cx = 0, cy = 0, dx = 0, dy = 0] = part.edges.subarray(offset, offset + 4)
      if (squareTo(moved, cx, cy + up, dx, dy + up) <= reach * reach) near.push(cx, cy, dx, dy)
    }
    return near.length === 0
      ? []
      : [{ ...part, edges: Float64Array.from(near), contact: new Uint8Array(near.length / 4) }]
  })
}
