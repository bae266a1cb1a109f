// Whether one step is possible on one set of tools of a press brake. Pure.
import { smallestFlange, toMouldLine } from '../../fit/index.ts'
import { degrees } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import type { BlankModel, ModelStep } from '../legs/blank-model.ts'
import type { BrakeKit } from './brake-kit.ts'
import type { GaugeReading } from './gauge-reading.ts'
import type { LegForest, Side } from '../legs/leg-tree.ts'
import type { StepVerdicts, VerdictsOf } from './step-verdicts.ts'
import { centreHeight } from '../legs/sweep.ts'
import type { Stroke } from '../legs/sweep.ts'

/** The own bend of a step: the turn to bend to, and the radius around the punch. */
export interface OwnBend {
  readonly overTurn: number
  readonly radiusMm: Mm
}

export interface BrakeChecker {
  readonly kit: BrakeKit
  readonly stroke: (step: number) => Stroke
  /** Why the bend can never be made on these tools, whatever is done before. */
  readonly never: (step: number) => 'angle' | 'radius' | 'bottom' | null
  /** The flange that is too short, and what it needs; null where both reach the shoulders. */
  readonly shortFlange: (step: number, mask: number) => { flange: number; lengthMm: Mm; neededMm: Mm } | null
  readonly pairFree: (step: number, mask: number) => boolean
  readonly gauge: (step: number, side: Side, mask: number) => GaugeReading | null
  /** Everything but the gauge. */
  readonly free: (step: number, side: Side, mask: number) => boolean
}

interface Inputs {
  readonly forest: LegForest
  readonly verdicts: VerdictsOf
  readonly kit: BrakeKit
  readonly own: (step: ModelStep) => OwnBend
}

const strokeOf = (model: BlankModel, bend: number, own: OwnBend, kit: BrakeKit): Stroke => {
  const { zoneMm = 0, made = [] } = model.bends[bend] ?? {}
  const turn = made[0]?.turn ?? 1
  const radius = made[0]?.radiusMm ?? 0
  const endMm = made[0]?.besideMm ?? 0
  return {
    end: own.overTurn / 2,
    middleMm: own.radiusMm + model.thicknessMm / 2,
    outsideMm: own.radiusMm + model.thicknessMm,
    besideMm: zoneMm / 2,
    shorterMm: (zoneMm / 2 - endMm) / (turn / 2) + Math.max(0, own.radiusMm - radius),
    shoulders: kit.shoulders,
    tipMm: -own.radiusMm,
  }
}

const bothSides: readonly Side[] = [1, -1]

interface CheckedStep {
  readonly bend: number
  readonly stroke: Stroke
  readonly verdicts: StepVerdicts
  readonly never: ReturnType<BrakeChecker['never']>
}

/** Every part of a verdict is computed once and kept. */
export function brakeChecker({ forest, verdicts: verdictsOf, kit, own }: Inputs): BrakeChecker {
  const { model } = forest
  const steps = model.steps.map((step, index): CheckedStep => {
    const ownBend = own(step)
    const stroke = strokeOf(model, step.bend, ownBend, kit)
    const never = neverReason(model, index, stroke, ownBend, kit)
    return { bend: step.bend, stroke, verdicts: verdictsOf(step.bend, stroke), never }
  })
  const at = (step: number): CheckedStep => {
    const one = steps[step]
    if (one === undefined) throw new Error(`the blank has no step ${step}`)
    return one
  }
  const [gaugeSide, otherSide] = kit.sides
  const reaches = steps.map(({ bend, stroke }) =>
    bothSides.map((side) => shoulderReach(model, bend, side, stroke, kit)),
  )
  const isShort = (step: number, mask: number): boolean =>
    reaches[step]?.some((reach) => reach.isShort(forest.nextMade(reach.bend, reach.side, mask))) ?? false
  const shortFlange: BrakeChecker['shortFlange'] = (step, mask) => {
    for (const { bend, side, flange, neededMm, lengthTo } of reaches[step] ?? []) {
      const lengthMm = lengthTo(forest.nextMade(bend, side, mask))
      if (lengthMm < neededMm - 1e-6) return { flange, lengthMm, neededMm }
    }
    return null
  }
  return {
    kit,
    stroke: (step) => at(step).stroke,
    never: (step) => at(step).never,
    shortFlange,
    pairFree: (step, mask) => at(step).verdicts.pairFree(mask),
    gauge: (step, side, mask) => {
      const { bend, stroke, verdicts } = at(step)
      return verdicts.gauge(forest.leaf(bend, side, mask), gaugeSide.fixed, stroke)
    },
    free: (step, side, mask) => {
      const { bend, stroke, verdicts, never } = at(step)
      if (never !== null || isShort(step, mask)) return false
      const other: Side = side > 0 ? -1 : 1
      const [back, front] = [forest.leaf(bend, side, mask), forest.leaf(bend, other, mask)]
      return (
        verdicts.legFree(side, back, gaugeSide.moving, stroke) &&
        verdicts.legFree(side, back, gaugeSide.fixed, stroke) &&
        verdicts.legFree(other, front, otherSide.moving, stroke) &&
        verdicts.legFree(other, front, otherSide.fixed, stroke) &&
        verdicts.pairFree(mask)
      )
    },
  }
}

function neverReason(
  model: BlankModel,
  step: number,
  stroke: Stroke,
  own: OwnBend | undefined,
  kit: BrakeKit,
): 'angle' | 'radius' | 'bottom' | null {
  if (own === undefined || model.steps[step]?.kind === 'flatten') return null
  const sharpest: Deg = Math.max(kit.v.includedDeg, kit.punch.includedDeg)
  if (180 - degrees(own.overTurn) < sharpest - 1e-9) return 'angle'
  if (own.overTurn > Math.PI - 1e-6 || own.radiusMm < kit.punch.tipRadiusMm - 1e-9) return 'radius'
  const lowestMm = centreHeight(stroke, stroke.end) - stroke.outsideMm
  return lowestMm < kit.bottomMm ? 'bottom' : null
}

/** How far a leg reaches over its shoulder. */
interface ShoulderReach {
  readonly bend: number
  readonly side: Side
  readonly flange: number
  readonly neededMm: Mm
  /** Its length up to the nearest bend that is made. */
  readonly lengthTo: (next: number) => Mm
  readonly isShort: (next: number) => boolean
}

/**
 * A leg must reach over its shoulder: its outer length, or the flat width up to the first bend that is done or to the edge where that
 * is more, is at least the smallest flange of the V.
 */
function shoulderReach(model: BlankModel, bend: number, side: Side, stroke: Stroke, kit: BrakeKit): ShoulderReach {
  const turnDeg = degrees(model.bends[bend]?.made[0]?.turn ?? 0)
  const neededMm = smallestFlange(kit.v.vMm, 180 - turnDeg)
  const flange = side > 0 ? bend + 1 : bend
  const radiusMm = stroke.outsideMm - model.thicknessMm
  const outerMm = toMouldLine(model.outerMm[flange] ?? 0, turnDeg, radiusMm, model.thicknessMm)
  const from = model.middleMm[bend] ?? 0
  const edge = side > 0 ? model.widthMm : 0
  const lengthTo = (next: number): Mm =>
    next === bend + side ? outerMm : Math.max(outerMm, Math.abs((model.middleMm[next] ?? edge) - from))
  return { bend, side, flange, neededMm, lengthTo, isShort: (next) => lengthTo(next) < neededMm - 1e-6 }
}
