// Whether the fingers of the backgauge are clear at a reading: clear of the tools and the blank before the stroke, and of the blank through
// the stroke, when they have moved back. Pure. Units: mm.
import type { Mm } from '../../../units.ts'
import type { GaugeContact } from '../../step/index.ts'
import {
  centreHeight,
  emptyPart,
  firstContact,
  gapTo,
  meetingHeight,
  moveShape,
  movedShape,
  placePart,
  segmentToSegment,
  spinOf,
} from '../../legs/index.ts'
import type { LegShape, MovedShape, PartGroup, PartOutline, Stroke, TreeNode } from '../../legs/index.ts'
import type { PlanSettings } from '../../plan-request.ts'

/** Where the fingers stand. */
interface FingerPlace {
  /** All that make the bend: at each, the fingers are as much nearer as its flat beside the arc is shorter than that of the first. */
  readonly strokes: readonly Stroke[]
  /** The fingers, their stop face at x = 0 and its lower edge at y = 0. */
  readonly outline: PartOutline
  readonly contact: GaugeContact
  readonly levelMm: Mm
}

interface Retract {
  readonly retractMm: Mm
  readonly settings: PlanSettings
}

/** Shapes that overlap by less only touch. */
const touchMm: Mm = 1e-3

/** The piece at the stop face and those beside it are compared with fingers this much further back, because the face touches them. */
const playMm: Mm = 0.3

const moved = movedShape()

/**
 * Whether the fingers overlap nothing that is at the backgauge, at every stroke and on their way to and from the back end of their
 * range. So they hit no tool between any two positions if they move back, change their level, and move forward.
 */
export const fingersFit = (
  { strokes, outline, contact, levelMm }: FingerPlace,
  fixed: PartGroup,
  backEndMm: Mm,
): boolean =>
  strokes.every((stroke) => {
    const xMm = contact.reachMm + stroke.besideMm
    placePart(outline, xMm, levelMm, still)
    return !fixed.parts.some((part) => overlapsOnWay(still, part, backEndMm - xMm))
  })

/** A part that moves with the ram: how far it reaches beyond the beginning of the leg, and how low it comes in the stroke. */
export interface RamSpace {
  readonly reachMm: Mm
  readonly lowestMm: Mm
}

/** The space of each part in each stroke. */
export const ramSpaces = (strokes: readonly Stroke[], { parts }: PartGroup): readonly RamSpace[] =>
  strokes.flatMap((stroke) => {
    const { lowestMm } = ramHeights(stroke)
    return parts.map(({ maxX, minY }) => ({ reachMm: maxX - stroke.besideMm, lowestMm: minY + lowestMm }))
  })

/** The spaces that no other one contains: with them, `mayMeetRam` answers as with all. */
export function widestSpaces(spaces: readonly RamSpace[]): readonly RamSpace[] {
  const sorted = spaces.toSorted((a, b) => b.reachMm - a.reachMm || a.lowestMm - b.lowestMm)
  let lowestMm = Infinity
  return sorted.filter((space) => {
    const isLower = space.lowestMm < lowestMm
    lowestMm = Math.min(lowestMm, space.lowestMm)
    return isLower
  })
}

/** The height of the tip of the punch above the shoulders at the pinch point, and the lowest in the stroke. */
function ramHeights(stroke: Stroke): { readonly pinchMm: Mm; readonly lowestMm: Mm } {
  const pinchMm = stroke.tipMm + centreHeight(stroke, 0)
  return { pinchMm, lowestMm: Math.min(pinchMm, stroke.tipMm + centreHeight(stroke, stroke.end)) }
}

/** False where the fingers are behind or below all that moves with the ram, through the whole stroke: most places are. */
export function mayMeetRam(
  contactMm: Mm,
  levelMm: Mm,
  { minX, maxY }: PartOutline,
  clearanceMm: Mm,
  spaces: readonly RamSpace[],
): boolean {
  const [leftMm, topMm] = [minX + contactMm - clearanceMm, maxY + levelMm + clearanceMm]
  return spaces.some(({ reachMm, lowestMm }) => reachMm > leftMm && lowestMm < topMm)
}

/**
 * Whether the fingers keep the clearance to all that moves with the ram: while it comes down to the pinch point, while they move back
 * there, and then to the end of the stroke.
 */
export const fingersClearRam = (place: FingerPlace & Retract, moving: PartGroup): boolean =>
  place.strokes.every((stroke) => clearInStroke(place, stroke, moving))

function clearInStroke(
  { outline, contact, levelMm, retractMm, settings }: Omit<FingerPlace, 'strokes'> & Retract,
  stroke: Stroke,
  { parts }: PartGroup,
): boolean {
  const { clearanceMm } = settings
  const nearestMm = contact.reachMm + stroke.besideMm - clearanceMm
  const { pinchMm, lowestMm } = ramHeights(stroke)
  const isClearAt = (backMm: Mm, liftMm: Mm): boolean => {
    placePart(outline, nearestMm + backMm, levelMm, between)
    return meetingHeight(parts, [between]) + clearanceMm <= liftMm + touchMm
  }
  const places = placesOnWay(outline, retractMm)
  for (let place = 0; place <= places; place += 1) {
    if (!isClearAt(places === 0 ? 0 : (retractMm * place) / places, pinchMm)) return false
  }
  return isClearAt(retractMm, lowestMm)
}

/** How many steps back are so near to each other that nothing fits between two of them. */
const placesOnWay = ({ minX, maxX }: PartOutline, retractMm: Mm): number => Math.ceil(retractMm / ((maxX - minX) / 2))

/** Whether the fingers stand free of a leg at a contact. They must fit where they stand. */
export const fingersFree = (place: FingerPlace & Retract, leg: TreeNode): boolean =>
  place.strokes.every((stroke) => freeInStroke(place, stroke, leg))

// the fingers as they stand, a little further back, as they have moved back, and on the way: reused, because outlines that are kept for every
// contact take more memory than all legs
const still = emptyPart()
const near = emptyPart()
const back = emptyPart()
const between = emptyPart()
// the metal of a flat: four edges, reused too
const metal = { ...emptyPart(), edges: new Float64Array(16) }
const backGroup: PartGroup = { parts: [back], fixed: true }

function freeInStroke(
  { outline, contact, levelMm, retractMm, settings }: Omit<FingerPlace, 'strokes'> & Retract,
  stroke: Stroke,
  leg: TreeNode,
): boolean {
  const xMm = contact.reachMm + stroke.besideMm
  placePart(outline, xMm, levelMm, still)
  placePart(outline, xMm + playMm, levelMm, near)
  placePart(outline, xMm + retractMm, levelMm, back)
  const up = -centreHeight(stroke, 0)
  // at the pinch point they move back past the blank
  const places = placesOnWay(outline, retractMm)
  const meetsOnWay = (): boolean => {
    for (let place = 1; place < places; place += 1) {
      placePart(outline, xMm + (retractMm * place) / places, levelMm, between)
      if (gapTo(moved, between, up, 1, false) < -touchMm) return true
    }
    return false
  }
  const isClear = (shape: LegShape): boolean => {
    // the piece at the stop face and those beside it touch the fingers, which move back before they could press on them
    const mayTouch = Math.abs(shape.piece - contact.piece) <= 1
    moveShape(shape, stroke, 0, moved)
    // most shapes are in front of the stop face, where they meet no place of the fingers
    const isInFront = moved.x + moved.reach <= still.minX
    if (
      !isInFront &&
      (mayTouch ? enters(moved, near, up) : gapTo(moved, still, up, 1, false) < -touchMm || meetsOnWay())
    )
      return false
    // the shape turns about the centre of the arc, and no point of it comes further back than its distance from there
    if (back.minX - spinOf(shape, stroke) >= settings.clearanceMm + stroke.slackMm) return true
    return mayTouch && retractMm <= settings.clearanceMm
      ? !entersInStroke(shape, stroke)
      : firstContact(shape, stroke, backGroup, settings.clearanceMm) === null
  }
  // not kept for each node: the readings are, and the flags of all contacts would take more memory than they save time
  for (let node: TreeNode | null = leg; node !== null; node = node.above) if (!node.shapes.every(isClear)) return false
  return true
}

/** Whether a shape that touches fingers which do not move back turns into them: a wall that hangs from the blank swings towards them. */
function entersInStroke(shape: LegShape, stroke: Stroke): boolean {
  const steps = Math.ceil((stroke.end * spinOf(shape, stroke)) / (playMm / 2))
  for (let step = 1; step <= steps; step += 1) {
    const sweepTurn = (stroke.end * step) / steps
    moveShape(shape, stroke, sweepTurn, moved)
    if (enters(moved, near, -centreHeight(stroke, sweepTurn))) return true
  }
  return false
}

/** Whether the metal of a moved shape is inside an outline that is lifted by `up`. A flat has square ends, where it may touch the stop face. */
function enters(shape: MovedShape, outline: PartOutline, up: Mm): boolean {
  if (shape.arc) return gapTo(shape, outline, up, 1, false) < -touchMm
  const length = Math.hypot(shape.bx - shape.ax, shape.by - shape.ay)
  if (length <= 2 * touchMm) return false
  const ux = (shape.bx - shape.ax) / length
  const uy = (shape.by - shape.ay) / length
  const half = shape.half - touchMm
  writeCorner(0, shape.ax + ux * touchMm + uy * half, shape.ay - up + uy * touchMm - ux * half)
  writeCorner(4, shape.bx - ux * touchMm + uy * half, shape.by - up - uy * touchMm - ux * half)
  writeCorner(8, shape.bx - ux * touchMm - uy * half, shape.by - up - uy * touchMm + ux * half)
  writeCorner(12, shape.ax + ux * touchMm - uy * half, shape.ay - up + uy * touchMm + ux * half)
  metal.minX = Math.min(shape.ax, shape.bx) - half
  metal.maxX = Math.max(shape.ax, shape.bx) + half
  metal.minY = Math.min(shape.ay, shape.by) - up - half
  metal.maxY = Math.max(shape.ay, shape.by) - up + half
  return overlap(metal, outline)
}

/** Writes a corner as the start of its edge and the end of the edge before. */
function writeCorner(offset: number, x: Mm, y: Mm): void {
  metal.edges[offset] = x
  metal.edges[offset + 1] = y
  metal.edges[(offset + 14) % 16] = x
  metal.edges[(offset + 15) % 16] = y
}

/** Whether two outlines overlap: an edge of one crosses an edge of the other, or one lies inside the other. */
function overlap(one: PartOutline, other: PartOutline): boolean {
  if (one.maxX <= other.minX || other.maxX <= one.minX || one.maxY <= other.minY || other.maxY <= one.minY) return false
  for (let a = 0; a < one.edges.length; a += 4) {
    for (let b = 0; b < other.edges.length; b += 4) {
      if (edgesCross(one.edges, a, other.edges, b)) return true
    }
  }
  return holds(one, other.edges[0] ?? 0, other.edges[1] ?? 0) || holds(other, one.edges[0] ?? 0, one.edges[1] ?? 0)
}

/** Whether an outline overlaps another one somewhere on its way of `wayMm` along +x. */
function overlapsOnWay(one: PartOutline, other: PartOutline, wayMm: Mm): boolean {
  if (one.maxX + wayMm <= other.minX || other.maxX <= one.minX || one.maxY <= other.minY || other.maxY <= one.minY)
    return false
  return (
    overlap(one, other) ||
    // the first contact on the way is a corner of the one at an edge of the other, or the reverse
    meetsAlong(one.edges, other.edges, wayMm) ||
    meetsAlong(other.edges, one.edges, -wayMm)
  )
}

/** Whether a corner of the one comes to the inside of an edge of the other on its way of `wayMm` along x. */
function meetsAlong(corners: Float64Array, edges: Float64Array, wayMm: Mm): boolean {
  for (let corner = 0; corner < corners.length; corner += 4) {
    const x = corners[corner] ?? 0
    const y = corners[corner + 1] ?? 0
    for (let offset = 0; offset < edges.length; offset += 4) {
      const ax = edges[offset] ?? 0
      const ay = edges[offset + 1] ?? 0
      const bx = edges[offset + 2] ?? 0
      const by = edges[offset + 3] ?? 0
      if (y <= Math.min(ay, by) || y >= Math.max(ay, by)) continue
      const apart = ax + ((y - ay) / (by - ay)) * (bx - ax) - x
      if (Math.abs(apart) > touchMm && Math.abs(apart) < Math.abs(wayMm) && apart > 0 === wayMm > 0) return true
    }
  }
  return false
}

function edgesCross(one: Float64Array, a: number, other: Float64Array, b: number): boolean {
  const ax = one[a] ?? 0
  const ay = one[a + 1] ?? 0
  const bx = one[a + 2] ?? 0
  const by = one[a + 3] ?? 0
  const cx = other[b] ?? 0
  const cy = other[b + 1] ?? 0
  const dx = other[b + 2] ?? 0
  const dy = other[b + 3] ?? 0
  const ux = bx - ax
  const uy = by - ay
  const c = ux * (cy - ay) - uy * (cx - ax)
  const d = ux * (dy - ay) - uy * (dx - ax)
  return c * d < 0 && segmentToSegment(ax, ay, bx, by, cx, cy, dx, dy) === 0
}

/** Whether a point lies inside an outline. */
function holds({ edges }: PartOutline, x: number, y: number): boolean {
  let inside = false
  for (let offset = 0; offset < edges.length; offset += 4) {
    const ax = edges[offset] ?? 0
    const ay = edges[offset + 1] ?? 0
    const bx = edges[offset + 2] ?? 0
    const by = edges[offset + 3] ?? 0
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
