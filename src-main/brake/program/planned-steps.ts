// The steps of a program from a plan: one for each stroke, in the order of the plan. Pure. Lengths are in mm, angles in degrees.
import { toThousandth } from '../../../shared/base/figures.ts'
import { ok, type Failed, type Result } from '../../../shared/base/result.ts'
import { maxBends, turnDegOf, type Deg, type Mm } from '../../../shared/bending/index.ts'
import type { Plan, PlanStep } from '../../../shared/bending/plan/index.ts'
import type { Blank, BlankBend, DrawnSheet } from '../../../shared/drawing/index.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import type { PlannedOrder, ProgramMachine, ProgramRequest } from './program-request.ts'
import { isHemStep, type ProgramStep } from './program.ts'
import { badCorrectionRefusal, correctedGaugeRefusal, lengthOf, lengthRefusal, straightLength } from './step-checks.ts'

/** Without a field for the kind, a controller would bend to 0° where a hem is flattened. Each stroke of a bump row is an air bend. */
function missingKindFieldRefusal(plan: Plan, stepFields: ProgramRequest['stepFields']): Failed<ProgramRefusal> | null {
  if (stepFields === undefined || stepFields.includes('kind')) return null
  const hems = plan.steps.filter(isHemStep)
  if (hems.length === 0) return null
  const bend = Math.min(...hems.map(({ bendIndex }) => bendIndex)) + 1
  const message = `bend ${bend} is a hem, and the controller has no field for a pre-bend and a flattening`
  return refused('by_hand', message, { why: 'no_field_hem', bend })
}

/**
 * The steps in the order of the plan, with its tools and gauge positions. A correction applies to a bend, and not to a flattening.
 *
 * Refuses as `unsound` a plan that does not make every bend of the sheet exactly once, as `too_many_steps` one with more strokes than
 * `maxSteps`, as `by_hand` a hem without a field for its kind or a gauge edge that is not straight, and what the checks of each step
 * refuse.
 */
export function plannedSteps(
  request: ProgramRequest,
  sheet: DrawnSheet,
  blank: Blank,
  machine: ProgramMachine,
  { plan, unknownSpringbacks }: PlannedOrder,
): Result<readonly ProgramStep[], ProgramRefusal> {
  const { corrections, gaugeCorrections, maxSteps = maxBends, stepFields } = request
  const profileRefusal = coverageRefusal(plan, sheet)
  if (profileRefusal !== null) return profileRefusal
  const count = plan.steps.reduce((sum, { strokes }) => sum + strokes, 0)
  if (count > maxSteps) {
    const message = `the plan has ${count} steps, the controller takes ${maxSteps}`
    return refused('too_many_steps', message, { steps: count, maxSteps })
  }
  const hemRefusal = missingKindFieldRefusal(plan, stepFields)
  if (hemRefusal !== null) return hemRefusal
  const steps: ProgramStep[] = []
  for (const planned of plan.steps) {
    const bend = blank.bends.find(({ number }) => number === planned.bendIndex + 1)
    if (bend === undefined)
      return refused('unsound', 'the plan was made for another profile', { field: 'profile.bends' })
    const refusal = lengthRefusal(bend, machine) ?? unevenEdgeRefusal(blank, bend, planned)
    if (refusal !== null) return refusal
    const correctionDeg = planned.kind === 'flatten' ? 0 : (corrections?.get(bend.number) ?? 0)
    const finishedIncludedDeg = planned.kind === 'bump' ? 180 - bend.turnDeg : strokeIncludedDeg(planned, bend)
    const correctionRefusal =
      planned.kind === 'flatten' ? null : badCorrectionRefusal(bend.number, finishedIncludedDeg, correctionDeg)
    if (correctionRefusal !== null) return correctionRefusal
    const gaugeCorrectionMm = planned.kind === 'flatten' ? 0 : (gaugeCorrections?.get(bend.number) ?? 0)
    const { xMm, levelMm } = planned.gauge
    // the last stroke of a bump row has the smallest gauge distance
    for (const gaugeMm of [xMm, xMm - (planned.strokes - 1) * planned.pitchMm]) {
      const gauge = { bend: bend.number, gaugeMm, gaugeLevelMm: levelMm }
      const reachRefusal = correctedGaugeRefusal(gauge, gaugeCorrectionMm, machine)
      if (reachRefusal !== null) return reachRefusal
    }
    const isSpringbackKnown = planned.kind === 'flatten' || unknownSpringbacks?.has(bend.number) !== true
    const setUp = (plan.stations[planned.station]?.setUp ?? 0) + 1
    const corrected = { correctionDeg, gaugeCorrectionMm, isSpringbackKnown }
    steps.push(...strokesOf(planned, bend, sheet, machine, corrected, steps, setUp))
  }
  return ok(steps)
}

/** The included angle of each stroke of a step. */
function strokeIncludedDeg({ kind, strokes, includedDeg }: PlanStep, bend: BlankBend): Deg {
  if (kind === 'bend') return 180 - bend.turnDeg
  return toThousandth(kind === 'bump' ? 180 - bend.turnDeg / strokes : includedDeg)
}

/**
 * The share of each stroke in the correction of a bump row, in tenths of a degree, which every controller can set. Their sum is the
 * correction, so that a measurement of the finished bend converges.
 */
function strokeCorrections(correctionDeg: Deg, strokes: number): readonly Deg[] {
  if (strokes === 1) return [toThousandth(correctionDeg)]
  const tenthsUpTo = (stroke: number): number => Math.round((correctionDeg * 10 * stroke) / strokes)
  return Array.from({ length: strokes }, (_, stroke) => (tenthsUpTo(stroke + 1) - tenthsUpTo(stroke)) / 10)
}

/** The allowed sequences of step kinds for a bend, joined by spaces. */
const neededKinds = (isHem: boolean): readonly string[] => (isHem ? ['pre_bend flatten'] : ['bend', 'bump'])

/** Whether the turn and the stroke count of a step match the bend. */
const isStepOfBend = ({ kind, strokes, turnDeg }: PlanStep, bendTurnDeg: Deg): boolean =>
  (kind === 'bump' ? Number.isInteger(strokes) && strokes >= 2 : strokes === 1) &&
  (isHemStep({ kind }) || Math.abs(turnDeg - bendTurnDeg) <= toleranceDeg)

const toleranceDeg = 1e-3

/** Refuses a plan of another profile: it would leave a bend out, or make one twice. */
function coverageRefusal(plan: Plan, { profile }: DrawnSheet): Failed<ProgramRefusal> | null {
  const isCovered = profile.bends.every((bend, bendIndex) => {
    const stepsOfBend = plan.steps.filter((step) => step.bendIndex === bendIndex)
    const kinds = stepsOfBend.map(({ kind }) => kind).join(' ')
    return (
      neededKinds(bend.hem !== null).includes(kinds) && stepsOfBend.every((step) => isStepOfBend(step, turnDegOf(bend)))
    )
  })
  const hasNoOtherBends = plan.steps.every(({ bendIndex }) => profile.bends[bendIndex] !== undefined)
  if (isCovered && hasNoOtherBends) return null
  return refused('unsound', 'the plan does not make every bend of the profile once', { field: 'profile.bends' })
}

interface StepCorrections {
  readonly correctionDeg: Deg
  readonly gaugeCorrectionMm: Mm
  readonly isSpringbackKnown: boolean
}

/** One step for each stroke. The strokes of a bump share its angle and its correction; only the first of them can flip or turn the blank. */
function strokesOf(
  planned: PlanStep,
  bend: BlankBend,
  { profile }: DrawnSheet,
  machine: ProgramMachine,
  { correctionDeg, gaugeCorrectionMm, isSpringbackKnown }: StepCorrections,
  previousSteps: readonly ProgramStep[],
  setUp: number,
): ProgramStep[] {
  const { gauge, handling, kind, pitchMm, pose, strokes, turnDeg } = planned
  const { xMm, levelMm } = gaugeFor(planned, previousSteps.at(-1))
  const corrections = strokeCorrections(correctionDeg, strokes)
  const springbackDeg = Math.max(0, planned.overTurnDeg - turnDeg) / strokes
  return Array.from({ length: strokes }, (_, stroke) => ({
    stepNo: previousSteps.length + stroke + 1,
    bend: bend.number,
    direction: machine.folds === 'both' ? planned.direction : bend.up ? 'up' : 'down',
    includedDeg: strokeIncludedDeg(planned, bend),
    correctionDeg: corrections[stroke] ?? 0,
    gaugeMm: toThousandth(xMm + gaugeCorrectionMm - stroke * pitchMm),
    gaugeCorrectionMm,
    edge: gauge.edge,
    flipped: stroke === 0 && (handling === 'flip' || handling === 'flip_and_half_turn'),
    turned: stroke === 0 && (handling === 'half_turn' || handling === 'flip_and_half_turn'),
    lengthMm: lengthOf(bend),
    thicknessMm: profile.thicknessMm,
    material: profile.material,
    toolName: planned.hemmingToolId ?? planned.dieId ?? machine.name ?? '',
    punchName: planned.punchId,
    kind,
    faceUp: pose.faceUp,
    punchTurned: planned.punchTurned,
    station: planned.station + 1,
    setUp,
    strokes: 1,
    gaugeLevelMm: toThousandth(levelMm),
    retractMm: toThousandth(gauge.retractMm),
    springbackDeg: isSpringbackKnown ? Math.round(springbackDeg * 100) / 100 : null,
  }))
}

/** The plan's gauge position of a flattening is in the slot and not at the backgauge, so the backgauge keeps its position. */
const gaugeFor = (
  { kind, gauge }: PlanStep,
  previousStep: ProgramStep | undefined,
): Pick<PlanStep['gauge'], 'xMm' | 'levelMm'> =>
  kind === 'flatten' && previousStep !== undefined
    ? { xMm: previousStep.gaugeMm, levelMm: previousStep.gaugeLevelMm }
    : gauge

/** Refuses a cut edge at the gauge that is not straight over at least half of the bend's length. */
function unevenEdgeRefusal(blank: Blank, bend: BlankBend, { gauge }: PlanStep): Failed<ProgramRefusal> | null {
  if (gauge.contact !== 'edge') return null
  const edgeMm = gauge.edge === 'first' ? 0 : blank.widthMm
  if (straightLength(blank, edgeMm) >= lengthOf(bend) / 2) return null
  const message = `the edge at the backgauge is not straight for half of bend ${bend.number}`
  return refused('by_hand', message, { why: 'edge', bend: bend.number })
}
