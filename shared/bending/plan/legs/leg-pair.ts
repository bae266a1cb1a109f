// Whether the two legs of the blank meet while a bend is made, and how near they come to each other. Pure. Units: mm and radians.
import { memoized } from '../../../base/memoized.ts'
import type { LegForest, TreeNode } from './leg-tree.ts'
import { fineShapes, legShapes } from './leg.ts'
import type { LegNode, LegShape } from './leg.ts'
import { segmentToArc, segmentToSegment } from './piece-shape.ts'
import { besideAt, moveShape, movedShape, noShoulders, spinOf, stepMm } from './sweep.ts'
import type { MovedShape, Stroke } from './sweep.ts'

/** Whether any shape that a node adds, beyond the flat beside the bend, may come to the middle of the punch during the stroke. */
export const mayCross = (node: LegNode, stroke: Stroke, clearanceMm: number): boolean =>
  node.shapes.some((shape) => !shape.inLine && shapeMayCross(shape, stroke, clearanceMm))

/** Errs on the safe side: the whole circle of an arc counts. */
function shapeMayCross(shape: LegShape, stroke: Stroke, clearanceMm: number): boolean {
  const beside = Math.min(besideAt(stroke, 0), besideAt(stroke, stroke.end))
  const extra = shape.half + clearanceMm / 2 + (shape.arc ? shape.bx : 0)
  const crosses = (x: number, y: number): boolean => {
    const away = Math.hypot(x + beside, y - stroke.middleMm)
    if (away <= extra) return true
    const from = Math.atan2(y - stroke.middleMm, x + beside)
    const wide = Math.asin(extra / away)
    return from + stroke.end + wide > Math.PI / 2 || from - wide < -Math.PI / 2
  }
  return crosses(shape.ax, shape.ay) || (!shape.arc && crosses(shape.bx, shape.by))
}

export interface LegContact {
  readonly sweepTurn: number
  /** The piece of the leg towards the last flange, or of the leg that turns, and the piece of the other leg. */
  readonly pieces: readonly [number, number]
  readonly gapMm: number
}

/**
 * The first angle at which the legs come nearer than the clearance; null where they never do. With `standing` the leg towards the first
 * flange does not turn.
 */
export function legsMeet(
  forest: LegForest,
  bend: number,
  last: TreeNode,
  first: TreeNode,
  stroke: Stroke,
  clearanceMm: number,
  standing: Stroke | null = null,
): LegContact | null {
  return shapesMeetFirst(forest, bend, legShapes(last), legShapes(first), stroke, clearanceMm, standing)
}

/** As `legsMeet`, for the shapes of both sides. */
export function shapesMeetFirst(
  forest: LegForest,
  bend: number,
  last: readonly LegShape[],
  held: readonly LegShape[],
  stroke: Stroke,
  clearanceMm: number,
  standing: Stroke | null = null,
): LegContact | null {
  const touching = touchingPieces(forest, bend, clearanceMm)
  const right = pairShapes(last, stroke, clearanceMm)
  const left = pairShapes(standing === null ? held : held.flatMap(squareStart), stroke, clearanceMm)
  let earliest: LegContact | null = null
  for (const a of right) {
    for (const b of left) {
      if (!mayMeet(a, b, standing)) continue
      const until: number = earliest === null ? stroke.end : earliest.sweepTurn
      const contact = shapesMeet(a, b, stroke, standing, clearanceMm, 0, until)
      if (contact !== null && (earliest === null || contact.sweepTurn < earliest.sweepTurn)) {
        if (!touching(a.shape.piece, b.shape.piece)) earliest = contact
      }
    }
  }
  return earliest
}

interface NearestLimits {
  /** Pieces that are nearer than this in the finished profile touch by design: they do not count. */
  readonly touchingMm: number
  /** Nothing is measured beyond this. */
  readonly mostMm: number
}

/**
 * Where the shapes of both sides are nearest to each other in the whole stroke, to within 0.02 mm; null where nothing is that near. With
 * `standing` the shapes of `held` do not turn.
 */
export function shapesNearest(
  forest: LegForest,
  bend: number,
  last: readonly LegShape[],
  held: readonly LegShape[],
  stroke: Stroke,
  { touchingMm, mostMm }: NearestLimits,
  standing: Stroke | null = null,
): LegContact | null {
  const touching = touchingPieces(forest, bend, touchingMm)
  const right = last.map((shape) => wholeShape(shape, stroke, mostMm))
  const left = (standing === null ? held : held.flatMap(squareStart)).map((shape) => wholeShape(shape, stroke, mostMm))
  let nearest: LegContact | null = null
  // Legs are usually nearest at the end. What is measured there leaves little to measure in the rest of the stroke.
  for (const start of [stroke.end, 0]) {
    for (const a of right) {
      for (const b of left) {
        if (!mayMeet(a.whole, b.whole, standing)) continue
        const withinMm: number = nearest?.gapMm ?? mostMm
        if (shapesMeet(a.whole, b.whole, stroke, standing, withinMm, start, stroke.end) === null) continue
        if (touching(a.whole.shape.piece, b.whole.shape.piece)) continue
        nearest = nearestOf(a.fine, b.fine, { stroke, standing, start }, withinMm) ?? nearest
      }
    }
  }
  return nearest
}

interface WholeShape {
  /** Contains the shape: the whole circle of an arc. */
  readonly whole: PairShape
  readonly fine: readonly PairShape[]
}

function wholeShape(shape: LegShape, stroke: Stroke, mostMm: number): WholeShape {
  const { arc, ax, ay, bx, half, inLine } = shape
  const whole = arc ? { ...shape, arc: false, bx: ax, by: ay, half: half + bx } : shape
  const fine = pairShapes([shape], stroke, mostMm)
  const crosses = fine.some((one) => one.crosses)
  return { whole: { shape: whole, inLine, crosses, spin: spinOf(whole, stroke) }, fine }
}

interface PartOfStroke {
  readonly stroke: Stroke
  readonly standing: Stroke | null
  /** The angle from which the shapes are measured. */
  readonly start: number
}

function nearestOf(
  right: readonly PairShape[],
  left: readonly PairShape[],
  part: PartOfStroke,
  mostMm: number,
): LegContact | null {
  let nearest: LegContact | null = null
  for (const a of right) {
    for (const b of left) {
      const withinMm: number = nearest === null ? mostMm : nearest.gapMm
      nearest = nearestOfPair(a, b, part, withinMm) ?? nearest
    }
  }
  return nearest
}

function nearestOfPair(
  a: PairShape,
  b: PairShape,
  { stroke, standing, start }: PartOfStroke,
  mostMm: number,
): LegContact | null {
  const spin = a.spin + b.spin
  const { end } = stroke
  let least = mostMm
  let nearest: LegContact | null = null
  // the middle lines of both cross: there is no less
  for (let sweepTurn = start; least > -a.shape.half - b.shape.half;) {
    const gapMm = gapAt(a.shape, b.shape, stroke, standing, sweepTurn, least + (end - sweepTurn) * spin)
    if (gapMm < least) {
      least = gapMm
      nearest = { sweepTurn, pieces: [a.shape.piece, b.shape.piece], gapMm }
    }
    if (sweepTurn >= end || gapMm === Infinity) break
    sweepTurn = Math.min(end, sweepTurn + (gapMm - least + 2 * stepMm) / spin)
  }
  return nearest
}

interface PairShape {
  readonly shape: LegShape
  readonly inLine: boolean
  readonly crosses: boolean
  readonly spin: number
}

/** The flats beside the bend never meet. If neither shape comes to the middle of the punch, they do not come to each other. */
const mayMeet = (a: PairShape, b: PairShape, standing: Stroke | null): boolean =>
  !(a.inLine && b.inLine) && (standing !== null || a.crosses || b.crosses)

/**
 * A clamped flat ends square at the bend line. A flat is a segment with round ends, and the round end would reach beyond the line by half
 * the thickness: into the flap of a hem that ends there.
 */
function squareStart(shape: LegShape): LegShape[] {
  const { inLine, arc, ax, ay, bx, half } = shape
  if (!inLine || arc || ax !== 0 || half === 0) return [shape]
  const from = Math.min(half, bx)
  const face = (y: number): LegShape => ({ ...shape, ay: y, bx: from, by: y, half: 0 })
  const end: LegShape = { ...shape, ay: ay - half, bx: ax, by: ay + half, half: 0 }
  const tail = bx > half ? [{ ...shape, ax: half }] : []
  return [end, face(ay - half), face(ay + half), ...tail]
}

const pairShapes = (shapes: readonly LegShape[], stroke: Stroke, clearanceMm: number): PairShape[] =>
  shapes.flatMap((shape) => {
    const { inLine } = shape
    const crosses = inLine || shapeMayCross(shape, stroke, clearanceMm)
    return fineShapes(shape).map((fine) => ({ shape: fine, inLine, crosses, spin: spinOf(fine, stroke) }))
  })

const [one, other] = [movedShape(), movedShape()]

function shapesMeet(
  a: PairShape,
  b: PairShape,
  stroke: Stroke,
  standing: Stroke | null,
  clearanceMm: number,
  start: number,
  end: number,
): LegContact | null {
  const spin = a.spin + b.spin
  for (let sweepTurn = start; sweepTurn <= end;) {
    const gapMm = gapAt(a.shape, b.shape, stroke, standing, sweepTurn, clearanceMm + (end - sweepTurn) * spin)
    if (gapMm < clearanceMm) return { sweepTurn, pieces: [a.shape.piece, b.shape.piece], gapMm }
    if (sweepTurn >= end || gapMm === Infinity) return null
    sweepTurn = Math.min(end, sweepTurn + Math.max(gapMm - clearanceMm, stepMm) / spin)
  }
  return null
}

/** The distance of two shapes at an angle. Infinity: their bounding circles are further away than `withinMm`. */
function gapAt(
  a: LegShape,
  b: LegShape,
  stroke: Stroke,
  standing: Stroke | null,
  sweepTurn: number,
  withinMm: number,
): number {
  moveShape(a, stroke, sweepTurn, one)
  moveShape(b, standing ?? stroke, standing === null ? sweepTurn : 0, other)
  mirror(other)
  const far = withinMm + one.reach + other.reach
  const [dx, dy] = [one.x - other.x, one.y - other.y]
  return far < 0 || dx * dx + dy * dy > far * far ? Infinity : pairGap(one, other)
}

function mirror(shape: MovedShape): void {
  shape.ax = -shape.ax
  shape.x = -shape.x
  if (shape.arc) {
    shape.by = Math.PI - shape.by
    shape.sweep = -shape.sweep
  } else {
    shape.bx = -shape.bx
  }
}

function pairGap(one: MovedShape, other: MovedShape): number {
  const square = other.arc
    ? segmentToArc(one.ax, one.ay, one.bx, one.by, other.ax, other.ay, other.bx, other.by, other.sweep)
    : segmentToSegment(one.ax, one.ay, one.bx, one.by, other.ax, other.ay, other.bx, other.by)
  return Math.sqrt(square) - one.half - other.half
}

type Touching = (a: number, b: number) => boolean
const touchingByForest = new WeakMap<LegForest, Map<string, Touching>>()

/** Pieces that lie nearer than the clearance in the finished profile: they touch by design, so their contact is not a hit. */
function touchingPieces(forest: LegForest, bend: number, clearanceMm: number): Touching {
  const touchingCache = memoized(touchingByForest, forest, () => new Map<string, Touching>())
  return memoized(touchingCache, `${bend} ${clearanceMm}`, () => touchingAt(forest, bend, clearanceMm))
}

function touchingAt(forest: LegForest, bend: number, clearanceMm: number): Touching {
  const { model } = forest
  const finished = (1 << model.steps.length) - 1
  const finishedState = model.bends[bend]?.stepStates.at(-1)
  const end = (finishedState?.turn ?? 0) / 2
  const stroke: Stroke = {
    end,
    middleMm: (finishedState?.radiusMm ?? 0) + model.thicknessMm / 2,
    outsideMm: 0,
    besideMm: 0,
    shorterMm: 0,
    slackMm: 0,
    shoulders: noShoulders,
    tipMm: 0,
  }
  const pairCache = new Map<number, boolean>()
  const shapesOf = (side: 1 | -1): LegShape[] => legShapes(forest.leaf(bend, side, finished)).flatMap(fineShapes)
  let legs: readonly [LegShape[], LegShape[]] | null = null
  return (a, b) => {
    const key = a * 1000 + b
    const before = pairCache.get(key)
    if (before !== undefined) return before
    legs ??= [shapesOf(1), shapesOf(-1)]
    const right = legs[0].filter(({ piece }) => piece === a)
    const shapesOfB = legs[1].filter(({ piece }) => piece === b)
    const touches = right.some((shape) => {
      moveShape(shape, stroke, end, one)
      return shapesOfB.some((against) => {
        moveShape(against, stroke, end, other)
        mirror(other)
        return pairGap(one, other) < clearanceMm + stepMm
      })
    })
    pairCache.set(key, touches)
    return touches
  }
}
