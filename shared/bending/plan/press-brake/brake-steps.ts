// Turns the order that the search found into the steps of a plan: handling, angles, tools, gauge and clearance. Pure.
import { bumpPitch } from '../../fit/index.ts'
import { turnDegOf } from '../../profile/index.ts'
import { degrees } from '../../units.ts'
import { pieceOf } from '../legs/index.ts'
import type { BlankModel } from '../legs/index.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { gripOf } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { clearanceOf, slotOf } from './checks/index.ts'
import { costOf, handlingBetween, poseOf, sideOf } from '../order/index.ts'
import type { FoundOrder, StepOption } from '../order/index.ts'
import { inputsText } from '../plan-inputs.ts'
import type { Plan, PlanGauge, PlanPose, PlanProof, PlanStep } from '../plan.ts'
import { stationsOf, withSetUps } from './stations.ts'
import type { UsedKit } from './stations.ts'

/**
 * The stations are those that the order uses, in the order of their first use. `measured`: with the clearance of each step.
 */
export function planFrom(
  blank: BrakeBlank,
  kits: readonly ProblemKit[],
  { options, cost }: FoundOrder,
  proof: PlanProof,
  measured = false,
): Plan {
  const used = [...new Set(options.map(({ kit }) => kit))]
  const stations = stationsOf(blank, usedKits(kits, options, used))
  const steps = withSetUps(stepsOf(blank, kits, options, used, measured), stations)
  return { steps, stations, cost: costOf(cost, steps, stations), proof, inputs: inputsText(blank.request) }
}

/** The kits of `used`, each with the steps that the order makes on it. */
export const usedKits = (
  kits: readonly ProblemKit[],
  options: readonly StepOption[],
  used: readonly number[],
): readonly UsedKit[] =>
  used.flatMap((number) => {
    const kit = kits[number]
    const steps = options.flatMap((option) => (option.kit === number ? [option.step] : []))
    return kit === undefined ? [] : [{ kit, steps }]
  })

/** The steps of an order; a step without a gauge reading is shown with none of the fingers' range. */
export function stepsOf(
  blank: BrakeBlank,
  kits: readonly ProblemKit[],
  options: readonly StepOption[],
  used: readonly number[],
  measured: boolean,
): PlanStep[] {
  let before = 0
  let pose: PlanPose | null = null
  return options.flatMap((option) => {
    const kit = kits[option.kit]
    if (kit === undefined) return []
    const step = stepOf(blank, kit, option, before, pose, used.indexOf(option.kit), measured)
    before |= 1 << option.step
    pose = step.pose
    return [step]
  })
}

function stepOf(
  blank: BrakeBlank,
  kit: ProblemKit,
  option: StepOption,
  before: number,
  previous: PlanPose | null,
  station: number,
  measured: boolean,
): PlanStep {
  const { model, settings, forest, machine } = blank
  const { checker, flatten } = kit
  const modelStep = model.steps[option.step] ?? { bend: 0, kind: 'bend' as const, value: 1 as const }
  const bend = blank.request.profile.bends[modelStep.bend]
  const side = sideOf(option.edge)
  const overTurnDeg = Math.round(degrees(checker.overTurn(option.step)) * 1e4) / 1e4
  const fullTurnDeg = bend === undefined ? 0 : turnDegOf(bend)
  const turnDeg = modelStep.kind === 'pre_bend' ? overTurnDeg : fullTurnDeg
  const pose = poseOf(option)
  const { heldMm, short } = gripOf(model, modelStep.bend, option.edge, settings)
  return {
    kind: modelStep.kind,
    bendIndex: modelStep.bend,
    pose,
    handling: handlingBetween(previous, pose),
    direction: 'up',
    turnDeg,
    overTurnDeg: modelStep.kind === 'flatten' ? fullTurnDeg : overTurnDeg,
    includedDeg: 180 - turnDeg,
    dieId: flatten === null ? checker.kit.v.id : null,
    punchId: checker.kit.punch.id,
    punchTurned: checker.kit.punchTurned,
    hemmingToolId: checker.kit.hemmingTool?.id ?? null,
    station,
    changesSetUp: false,
    gauge: gaugeOf(kit, option, before, pose, modelStep.bend),
    heldMm,
    hasShortGrip: modelStep.kind !== 'flatten' && short,
    clearance: measured
      ? clearanceOf({ forest, checker, flatten, machine, settings, step: option.step, side, before })
      : null,
    ...rowOf(model, modelStep.bend),
  }
}

/** The strokes of a bend, and their distance. */
function rowOf({ bends }: BlankModel, bend: number): Pick<PlanStep, 'strokes' | 'pitchMm'> {
  const { strokes = 1, zoneMm = 0 } = bends[bend] ?? {}
  return { strokes, pitchMm: strokes > 1 ? Math.round(bumpPitch(zoneMm, strokes) * 1e4) / 1e4 : 0 }
}

function gaugeOf(
  { checker, flatten }: ProblemKit,
  option: StepOption,
  before: number,
  pose: PlanPose,
  bend: number,
): PlanGauge {
  const edge = pose.edgeAtGauge
  const side = sideOf(option.edge)
  if (flatten !== null && option.gauge === null) {
    // the back of the slot is the stop
    const levelMm = slotOf(checker.kit)?.lowMm ?? 0
    const piece = { kind: 'bend' as const, index: bend }
    return { edge, xMm: flatten.insertedMm(option.step), levelMm, retractMm: 0, contact: 'hem', piece }
  }
  const reading = checker.gauge(option.step, side, before)
  if (reading === null) {
    return { edge, xMm: 0, levelMm: 0, retractMm: 0, contact: 'rounded', piece: { kind: 'bend', index: bend } }
  }
  const { xMm, levelMm, retractMm, contact } = reading
  return { edge, xMm, levelMm, retractMm, contact, piece: pieceOf(reading.piece) }
}
