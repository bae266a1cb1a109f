// Whether the two legs of the blank meet while a bend is made. Pure: mm and radians.
import type { LegForest, TreeNode } from './leg-tree.ts'
import { legShapes } from './leg.ts'
import type { LegNode, LegShape } from './leg.ts'
import { chordsOf, segmentToArc, segmentToSegment } from './piece-shape.ts'
import { besideAt, moveShape, movedShape, spinOf, stepMm } from './sweep.ts'
import type { MovedShape, Stroke } from './sweep.ts'

/** Whether any own shape of a node, beyond the flat beside the bend, may come to the middle of the punch during the stroke. */
export const mayCross = (node: LegNode, stroke: Stroke, clearanceMm: number): boolean =>
  node.shapes.some((shape) => !shape.inLine && shapeMayCross(shape, stroke, clearanceMm))

/** On the safe side: an arc counts with its whole circle. */
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

export interface LegMeeting {
  readonly half: number
  readonly pieces: readonly [number, number]
  readonly gapMm: number
}

/**
 * The first angle at which the legs come nearer than the clearance; null where they never do. With `standing` the leg towards the first
 * flange does not turn.
 */
export function legsMeet(
  forest: LegForest,
  own: number,
  last: TreeNode,
  first: TreeNode,
  stroke: Stroke,
  clearanceMm: number,
  standing: Stroke | null = null,
): LegMeeting | null {
  const [right, left] = [legShapes(last).flatMap(fine), legShapes(first).flatMap(fine)]
  const touching = touchingPieces(forest, own, clearanceMm)
  const pairs = right.flatMap((a) =>
    left.flatMap((b) => ((a.inLine && b.inLine) || touching(a.piece, b.piece) ? [] : [[a, b] as const])),
  )
  const spins = new Map<LegShape, number>()
  for (const shape of [...right, ...left]) spins.set(shape, spinOf(shape, stroke))
  const [one, other] = [movedShape(), movedShape()]
  let earliest: LegMeeting | null = null
  for (const [a, b] of pairs) {
    const spin = (spins.get(a) ?? 0) + (spins.get(b) ?? 0)
    const end: number = earliest === null ? stroke.end : earliest.half
    for (let half = 0; half <= end;) {
      moveShape(a, stroke, half, one)
      moveShape(b, standing ?? stroke, standing === null ? half : 0, other)
      mirror(other)
      const gapMm = pairGap(one, other)
      if (gapMm < clearanceMm) {
        if (earliest === null || half < earliest.half) earliest = { half, pieces: [a.piece, b.piece], gapMm }
        break
      }
      if (half >= end) break
      half = Math.min(end, half + Math.max(gapMm - clearanceMm, stepMm) / spin)
    }
  }
  return earliest
}

/** An arc as chords that keep what the arc knows of itself. */
const fine = (shape: LegShape): LegShape[] =>
  shape.arc ? chordsOf(shape).map((chord) => ({ ...shape, ...chord })) : [shape]

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

/** Pieces that lie nearer than the clearance in the finished profile: they touch by design, so their contact is no hit. */
function touchingPieces(forest: LegForest, own: number, clearanceMm: number): (a: number, b: number) => boolean {
  const { model } = forest
  const finished = (1 << model.steps.length) - 1
  const made = model.bends[own]?.made.at(-1)
  const end = (made?.turn ?? 0) / 2
  const stroke: Stroke = {
    end,
    middleMm: (made?.radiusMm ?? 0) + model.thicknessMm / 2,
    outsideMm: 0,
    besideMm: 0,
    shorterMm: 0,
    shoulders: new Float64Array(0),
  }
  const known = new Map<number, boolean>()
  let legs: readonly [LegShape[], LegShape[]] | null = null
  return (a, b) => {
    const key = a * 1000 + b
    const before = known.get(key)
    if (before !== undefined) return before
    legs ??= [
      legShapes(forest.leaf(own, 1, finished)).flatMap(fine),
      legShapes(forest.leaf(own, -1, finished)).flatMap(fine),
    ]
    const [one, other] = [movedShape(), movedShape()]
    const touches = legs[0].some((right) => {
      if (right.piece !== a) return false
      moveShape(right, stroke, end, one)
      return (legs?.[1] ?? []).some((left) => {
        if (left.piece !== b) return false
        moveShape(left, stroke, end, other)
        mirror(other)
        return pairGap(one, other) < clearanceMm + stepMm
      })
    })
    known.set(key, touches)
    return touches
  }
}
