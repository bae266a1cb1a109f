// Checks the collisions of a step, its gauging and its grip on one set of tools of a press brake: whether the step is possible. Pure.
import { smallestFlange, toMouldLine } from '../../../fit/index.ts'
import { degrees } from '../../../units.ts'
import type { Deg, Mm } from '../../../units.ts'
import { centreHeight } from '../../legs/index.ts'
import type { BlankModel, ModelStep, Side, Stroke } from '../../legs/index.ts'
import type { BrakeKit } from '../brake-kit.ts'
import type { GaugeReading } from './gauge-reading.ts'
import { bumpStrokesOf } from './bump-strokes.ts'
import type { BumpStroke } from './bump-strokes.ts'
import { bendChecks, bumpChecks } from './step-checks.ts'
import type { CheckInputs, LegApproach, LegSweep, StepChecks } from './step-checks.ts'

/** The bend of a step: the turn to bend to, and the radius around the punch; for a bump row the whole turn, and the radius of a stroke. */
export interface StepBend {
  readonly overTurn: number
  readonly radiusMm: Mm
  /** The largest radius that one stroke makes on the V, for a bend in one stroke. */
  readonly largestMm?: Mm
}

export interface BrakeChecker {
  readonly kit: BrakeKit
  /** The stroke of an air bend, the first stroke of a bump row. */
  readonly stroke: (step: number) => Stroke
  /** The whole turn to which the machine bends, radians. */
  readonly overTurn: (step: number) => number
  /** The largest radius that one stroke makes; Infinity for a bump row and a pre-bend. */
  readonly largestMm: (step: number) => Mm
  /** The strokes of a bump row; null if the row is not stable on the V, and for every other step. */
  readonly bumps: (step: number) => readonly BumpStroke[] | null
  /** Why the bend can never be made on these tools, whatever is done before. */
  readonly never: (step: number) => NeverReason | null
  /** Whether the tools can make the step if no other bend is made: if not, they never can. */
  readonly isEver: (step: number) => boolean
  /** The flange that is too short, and what it needs; null where both reach the shoulders. */
  readonly shortFlange: (step: number, mask: number) => { flange: number; lengthMm: Mm; neededMm: Mm } | null
  readonly gauge: (step: number, side: Side, mask: number) => GaugeReading | null
  /** Sets of tools share this object if the gauge of a step differs at most by what moves with the ram. */
  readonly gaugeSource: (step: number) => object
  /** Whether the gauge is obviously the same on every set of tools with the same `gaugeSource`. The caller has called `gauge` for it. */
  readonly isGaugeShared: (step: number, side: Side, mask: number) => boolean
  /** Everything but the gauge. */
  readonly free: (step: number, side: Side, mask: number) => boolean
  readonly sweeps: (step: number, side: Side, mask: number) => readonly LegSweep[]
  /** Where the legs first come too near to each other. */
  readonly legCollision: (step: number, side: Side, mask: number) => LegApproach | null
  /** Where the legs are nearest to each other in the whole step; null where nothing is nearer than `mostMm`. */
  readonly nearestLegs: (step: number, side: Side, mask: number, mostMm: Mm) => LegApproach | null
}

/** `round`: the radius is larger than one stroke makes. `unsteady`: the made part of a bump row does not rest on the shoulders of the V. */
type NeverReason = 'angle' | 'radius' | 'round' | 'bottom' | 'unsteady'

interface Inputs extends CheckInputs {
  readonly stepBendOf: (step: ModelStep) => StepBend
}

const strokeOf = (model: BlankModel, bend: number, stepBend: StepBend, kit: BrakeKit): Stroke => {
  const { zoneMm = 0, stepStates = [] } = model.bends[bend] ?? {}
  const turn = stepStates[0]?.turn ?? 1
  const radius = stepStates[0]?.radiusMm ?? 0
  const endMm = stepStates[0]?.besideMm ?? 0
  return {
    end: stepBend.overTurn / 2,
    middleMm: stepBend.radiusMm + model.thicknessMm / 2,
    outsideMm: stepBend.radiusMm + model.thicknessMm,
    besideMm: zoneMm / 2,
    shorterMm: (zoneMm / 2 - endMm) / (turn / 2) + Math.max(0, stepBend.radiusMm - radius),
    slackMm: 0,
    shoulders: kit.shoulders,
    tipMm: -stepBend.radiusMm,
  }
}

const bothSides: readonly Side[] = [1, -1]

interface CheckedStep {
  readonly bend: number
  readonly stroke: Stroke
  readonly overTurn: number
  readonly largestMm: Mm
  readonly bumps: readonly BumpStroke[] | null
  readonly checks: StepChecks
  readonly never: NeverReason | null
}

/** Every part of a verdict is computed once and kept. */
export function brakeChecker({ stepBendOf, ...inputs }: Inputs): BrakeChecker {
  const { forest, kit } = inputs
  const { model } = forest
  const steps = model.steps.map((step): CheckedStep => {
    const { bend, kind } = step
    const stepBend = stepBendOf(step)
    const { overTurn, radiusMm, largestMm = Infinity } = stepBend
    const stroke = strokeOf(model, bend, stepBend, kit)
    const never = kind === 'flatten' ? null : neverReason(overTurn, stroke, stepBend, kit)
    const ofBend = { bend, overTurn, largestMm }
    if (kind !== 'bump') return { ...ofBend, stroke, bumps: null, checks: bendChecks(inputs, bend, stroke), never }
    const bumps = bumpStrokesOf(model, bend, { shoulders: kit.shoulders, overTurn, radiusMm })
    const checks = bumpChecks(inputs, bend, bumps ?? [])
    const first = bumps?.[0]?.back ?? stroke
    const reasons = (bumps ?? []).map(({ back, overTurn: turn }) => neverReason(turn, back, stepBend, kit))
    const whyNot = bumps === null ? 'unsteady' : (reasons.find((reason) => reason !== null) ?? null)
    return { ...ofBend, stroke: first, bumps, checks, never: whyNot }
  })
  const stepAt = (step: number): CheckedStep => {
    const one = steps[step]
    if (one === undefined) throw new Error(`the blank has no step ${step}`)
    return one
  }
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
    stroke: (step) => stepAt(step).stroke,
    overTurn: (step) => stepAt(step).overTurn,
    largestMm: (step) => stepAt(step).largestMm,
    bumps: (step) => stepAt(step).bumps,
    never: (step) => stepAt(step).never,
    // a bend that is made only shortens the flat over the shoulder
    isEver: (step) => stepAt(step).never === null && !isShort(step, 0),
    shortFlange,
    gauge: (step, side, mask) => stepAt(step).checks.gauge(side, mask),
    gaugeSource: (step) => stepAt(step).checks.gaugeSource,
    isGaugeShared: (step, side, mask) => stepAt(step).checks.isGaugeShared(side, mask),
    free: (step, side, mask) => {
      const { checks, never } = stepAt(step)
      return never === null && !isShort(step, mask) && checks.free(side, mask)
    },
    sweeps: (step, side, mask) => stepAt(step).checks.sweeps(side, mask),
    legCollision: (step, side, mask) => stepAt(step).checks.legCollision(side, mask),
    nearestLegs: (step, side, mask, mostMm) => stepAt(step).checks.nearestLegs(side, mask, mostMm),
  }
}

/** `turn`: the turn of one stroke. */
function neverReason(turn: number, stroke: Stroke, stepBend: StepBend, kit: BrakeKit): NeverReason | null {
  const sharpest: Deg = Math.max(kit.v.includedDeg, kit.punch.includedDeg)
  if (180 - degrees(turn) < sharpest - 1e-9) return 'angle'
  if (turn > Math.PI - 1e-6 || stepBend.radiusMm < kit.punch.tipRadiusMm - 1e-9) return 'radius'
  if (stepBend.radiusMm > (stepBend.largestMm ?? Infinity) + 1e-6) return 'round'
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
 * is more, is at least the smallest flange of the V. For a bump row, the flat part beside the arc counts, with half a pitch.
 */
function shoulderReach(model: BlankModel, bend: number, side: Side, stroke: Stroke, kit: BrakeKit): ShoulderReach {
  const { stepStates = [], strokes = 1, zoneMm = 0 } = model.bends[bend] ?? {}
  const turnDeg = degrees(stepStates[0]?.turn ?? 0)
  const neededMm = smallestFlange(kit.v.vMm, 180 - turnDeg / strokes)
  const flange = side > 0 ? bend + 1 : bend
  const radiusMm = stroke.outsideMm - model.thicknessMm
  const isRow = strokes > 1
  const inZoneMm = isRow ? zoneMm / strokes / 2 : 0
  const outerMm = isRow
    ? (model.straightMm[flange] ?? 0) + inZoneMm
    : toMouldLine(model.outerMm[flange] ?? 0, turnDeg, radiusMm, model.thicknessMm)
  const from = (model.middleMm[bend] ?? 0) + (isRow ? side * (zoneMm / 2 - inZoneMm) : 0)
  const edge = side > 0 ? model.widthMm : 0
  const lengthTo = (next: number): Mm =>
    next === bend + side ? outerMm : Math.max(outerMm, Math.abs((model.middleMm[next] ?? edge) - from))
  return { bend, side, flange, neededMm, lengthTo, isShort: (next) => lengthTo(next) < neededMm - 1e-6 }
}
