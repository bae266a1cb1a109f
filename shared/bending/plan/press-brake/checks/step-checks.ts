// Checks the collisions of one step on one set of tools of a press brake, for every set of bends that are done before: an air bend in one
// stroke, or a bump row in several. Pure.
import { memoized } from '../../../../base/memoized.ts'
import type { Deg, Mm } from '../../../units.ts'
import { degrees } from '../../../units.ts'
import type { BrakeKit } from '../brake-kit.ts'
import type { BumpStroke } from './bump-strokes.ts'
import type { GaugeReading } from './gauge-reading.ts'
import { firstContact, legShapes, shapesMeetFirst, shapesNearest } from '../../legs/index.ts'
import type { LegForest, LegContact, LegShape, PartGroup, Side, Stroke, TreeNode } from '../../legs/index.ts'
import type { VerdictsOf } from './step-verdicts.ts'

/** The way of one leg through one stroke. */
export interface LegSweep {
  readonly shapes: readonly LegShape[]
  readonly stroke: Stroke
  readonly atGauge: boolean
  /** The turn of the whole bend at an angle of the sweep. */
  readonly turnDegAt: (half: number) => Deg
}

/** Where a leg comes near to the other one. */
export interface LegApproach {
  readonly turnDeg: Deg
  readonly gapMm: Mm
  readonly piece: number
}

export interface StepChecks {
  /** Whether both legs keep the clearance to the tools and to each other. */
  readonly free: (side: Side, mask: number) => boolean
  readonly gauge: (side: Side, mask: number) => GaugeReading | null
  /** Sets of tools share this object if their results of `gauge` differ at most by what moves with the ram. */
  readonly gaugeSource: object
  /** Whether a result of `gauge`, which the caller has called, is obviously the same on every set of tools with the same `gaugeSource`. */
  readonly isGaugeShared: (side: Side, mask: number) => boolean
  readonly sweeps: (side: Side, mask: number) => LegSweep[]
  /** Where the legs first come too near to each other. */
  readonly legCollision: (side: Side, mask: number) => LegApproach | null
  /** Where the legs are nearest to each other in the whole step; null where nothing is nearer than `mostMm`. */
  readonly nearestLegs: (side: Side, mask: number, mostMm: Mm) => LegApproach | null
}

export interface CheckInputs {
  readonly forest: LegForest
  readonly verdicts: VerdictsOf
  readonly kit: BrakeKit
  readonly clearanceMm: Mm
}

const otherOf = (side: Side): Side => (side > 0 ? -1 : 1)

/** The turn of a bend, from half of it in radians. */
const turnDegAt = (half: number): Deg => degrees(2 * half)

/** An air bend in one stroke. `bend`: the index of the bend. */
export function bendChecks(
  { forest, verdicts: verdictsOf, kit, clearanceMm }: CheckInputs,
  bend: number,
  stroke: Stroke,
): StepChecks {
  const verdicts = verdictsOf(bend, stroke)
  const [gaugeSide, otherSide] = kit.sides
  const shapesAt = (mask: number) =>
    [legShapes(forest.leaf(bend, 1, mask)), legShapes(forest.leaf(bend, -1, mask))] as const
  return {
    free: (side, mask) => {
      const other = otherOf(side)
      const [back, front] = [forest.leaf(bend, side, mask), forest.leaf(bend, other, mask)]
      return (
        verdicts.legFree(side, back, gaugeSide.moving, stroke) &&
        verdicts.legFree(side, back, gaugeSide.fixed, stroke) &&
        verdicts.legFree(other, front, otherSide.moving, stroke) &&
        verdicts.legFree(other, front, otherSide.fixed, stroke) &&
        verdicts.pairFree(mask)
      )
    },
    gaugeSource: verdicts.gaugeSource(gaugeSide),
    gauge: (side, mask) => verdicts.gauge(forest.leaf(bend, side, mask), gaugeSide, [stroke]),
    isGaugeShared: (side, mask) => verdicts.isGaugeShared(forest.leaf(bend, side, mask), gaugeSide.fixed),
    sweeps: (side, mask) =>
      ([side, otherOf(side)] as const).map((leg) => ({
        shapes: legShapes(forest.leaf(bend, leg, mask)),
        stroke,
        atGauge: leg === side,
        turnDegAt,
      })),
    legCollision: (_, mask) => {
      if (verdicts.pairFree(mask)) return null
      const [last, first] = shapesAt(mask)
      const contact = shapesMeetFirst(forest, bend, last, first, stroke, clearanceMm)
      return contact === null ? null : approachAt(contact, turnDegAt(contact.sweepTurn))
    },
    nearestLegs: (_, mask, mostMm) => {
      const [last, first] = shapesAt(mask)
      const contact = shapesNearest(forest, bend, last, first, stroke, { touchingMm: clearanceMm, mostMm })
      return contact === null ? null : approachAt(contact, turnDegAt(contact.sweepTurn))
    },
  }
}

const approachAt = ({ gapMm, pieces }: LegContact, turnDeg: Deg): LegApproach => ({
  turnDeg,
  gapMm,
  piece: pieces[0],
})

/** The legs of one stroke of a bump row. */
interface BumpLegs {
  readonly side: Side
  readonly back: TreeNode
  readonly front: TreeNode
}

/** A bump row. It is free if every stroke is free, and its gauge is read at the first stroke for all of them. */
export function bumpChecks(inputs: CheckInputs, bend: number, strokes: readonly BumpStroke[]): StepChecks {
  const { forest, verdicts: verdictsOf, kit, clearanceMm } = inputs
  const backs = strokes.map(({ back }) => back)
  const verdicts = backs.map((back) => verdictsOf(bend, back))
  const [gaugeSide, otherSide] = kit.sides
  const legsAt = (side: Side, mask: number): BumpLegs => ({
    side,
    back: forest.leaf(bend, side, mask),
    front: forest.leaf(bend, otherOf(side), mask),
  })
  const fronts = strokes.map(() => new Map<TreeNode, boolean>())
  const frontFree = (index: number, { front: leg }: BumpLegs): boolean => {
    const { front, frontShapes } = strokes[index] ?? {}
    if (front === undefined || frontShapes === undefined) return false
    return memoized(fronts[index] ?? new Map<TreeNode, boolean>(), leg, () =>
      clear(frontShapes(leg), front, otherSide, clearanceMm),
    )
  }
  const backFree = (index: number, { side, back: leg }: BumpLegs): boolean => {
    const { back, rest } = strokes[index] ?? {}
    if (back === undefined) return false
    return (
      (rest === null || rest === undefined || clear([rest], back, gaugeSide, clearanceMm)) &&
      [gaugeSide.moving, gaugeSide.fixed].every((group) => verdicts[index]?.legFree(side, leg, group, back) === true)
    )
  }
  const pairs = strokes.map(() => new Map<TreeNode, Map<TreeNode, LegContact | null>>())
  const pairAt = (index: number, { side, back, front }: BumpLegs): LegContact | null => {
    const stroke = strokes[index]
    if (stroke === undefined) return null
    const contactsOfBack = memoized(
      pairs[index] ?? new Map<TreeNode, Map<TreeNode, LegContact | null>>(),
      back,
      () => new Map<TreeNode, LegContact | null>(),
    )
    return memoized(contactsOfBack, front, () => {
      const [last, first] = pairShapesOf(stroke, { side, back, front })
      return shapesMeetFirst(forest, bend, last, first, stroke.pair, clearanceMm + stroke.pair.slackMm)
    })
  }
  return {
    free: (side, mask) => {
      const legs = legsAt(side, mask)
      return strokes.every(
        (_, index) => backFree(index, legs) && frontFree(index, legs) && pairAt(index, legs) === null,
      )
    },
    // the other strokes depend on the tools too
    gaugeSource: kit,
    isGaugeShared: () => true,
    gauge: (side, mask) => verdicts[0]?.gauge(forest.leaf(bend, side, mask), gaugeSide, backs) ?? null,
    sweeps: (side, mask) => {
      const { back: atGauge, front: inFront } = legsAt(side, mask)
      return strokes.flatMap(({ back, rest, front, frontShapes, doneTurn, overTurn, tilt }): LegSweep[] => {
        const rowTurnDegAt = (half: number): Deg =>
          degrees(doneTurn + Math.min(overTurn, Math.max(0, 2 * (half - tilt))))
        const behind = [...(rest === null ? [] : [rest]), ...legShapes(atGauge)]
        return [
          { shapes: behind, stroke: back, atGauge: true, turnDegAt: rowTurnDegAt },
          { shapes: frontShapes(inFront), stroke: front, atGauge: false, turnDegAt: rowTurnDegAt },
        ]
      })
    },
    legCollision: (side, mask) => {
      const legs = legsAt(side, mask)
      for (const [index, { doneTurn }] of strokes.entries()) {
        const contact = pairAt(index, legs)
        if (contact !== null) return approachAt(contact, degrees(doneTurn + 2 * contact.sweepTurn))
      }
      return null
    },
    nearestLegs: (side, mask, mostMm) => nearestInRow(inputs, bend, strokes, legsAt(side, mask), mostMm),
  }
}

function nearestInRow(
  { forest, clearanceMm }: CheckInputs,
  bend: number,
  strokes: readonly BumpStroke[],
  legs: BumpLegs,
  mostMm: Mm,
): LegApproach | null {
  let nearest: LegApproach | null = null
  for (const bump of strokes) {
    const [last, first] = pairShapesOf(bump, legs)
    const { pair, doneTurn } = bump
    // any point may be this far from its place, so the legs may be nearer by that much
    const { slackMm } = pair
    const withinMm: Mm = nearest === null ? mostMm : nearest.gapMm
    const limits = { touchingMm: clearanceMm + slackMm, mostMm: withinMm + slackMm }
    const contact = shapesNearest(forest, bend, last, first, pair, limits)
    if (contact === null) continue
    const turnDeg = degrees(doneTurn + 2 * contact.sweepTurn)
    nearest = approachAt({ ...contact, gapMm: contact.gapMm - slackMm }, turnDeg)
  }
  return nearest
}

/** The shapes of both legs in one stroke: those towards the last flange, and those towards the first. */
function pairShapesOf(
  stroke: BumpStroke,
  { side, back, front }: BumpLegs,
): readonly [readonly LegShape[], readonly LegShape[]] {
  const [backShapes, frontShapes] = [stroke.pairShapes(back, true), stroke.pairShapes(front, false)]
  return side > 0 ? [backShapes, frontShapes] : [frontShapes, backShapes]
}

/** Whether shapes keep the clearance to the tools on one side. */
const clear = (
  shapes: readonly LegShape[],
  stroke: Stroke,
  { moving, fixed }: { readonly moving: PartGroup; readonly fixed: PartGroup },
  clearanceMm: Mm,
): boolean =>
  shapes.every((shape) => [moving, fixed].every((group) => firstContact(shape, stroke, group, clearanceMm) === null))
