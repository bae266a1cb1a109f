// Turns the order that the search found into the steps of a plan: handling, angles, tools, gauge and clearance. Pure.
import { turnDegOf } from '../../profile/index.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { gripOf, sideOf } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { clearanceOf, pieceOf } from './brake-report.ts'
import { slotOf } from './brake-flatten.ts'
import { costOf, handlingBetween } from '../plan-cost.ts'
import { inputsText } from '../plan-inputs.ts'
import type { Plan, PlanGauge, PlanPose, PlanProof, PlanStation, PlanStep } from '../plan.ts'
import type { FoundOrder, StepOption } from '../search.ts'

/** Free length between two stations, so that a part on one does not reach the other. */
const betweenStationsMm = 100

export const poseOf = ({ face, edge }: { readonly face: number; readonly edge: number }): PlanPose => ({
  faceUp: face === 1 ? 'B' : 'A',
  edgeAtGauge: edge === 1 ? 'last' : 'first',
})

export function planFrom(
  blank: BrakeBlank,
  kits: readonly ProblemKit[],
  { options, cost }: FoundOrder,
  proof: PlanProof,
): Plan {
  const used = [...new Set(options.map(({ kit }) => kit))]
  const stations = stationsOf(
    blank,
    used.flatMap((kit) => kits[kit] ?? []),
  )
  const steps = stepsOf(blank, kits, options, used, proof === 'proven')
  return { steps, stations, cost: costOf(cost, stations.length), proof, inputs: inputsText(blank.request) }
}

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
  const own = model.steps[option.step] ?? { bend: 0, kind: 'bend' as const, value: 1 as const }
  const bend = blank.request.profile.bends[own.bend]
  const side = sideOf(option.edge)
  const overTurnDeg = Math.round((checker.stroke(option.step).end * 360e4) / Math.PI) / 1e4
  const wholeDeg = bend === undefined ? 0 : turnDegOf(bend)
  const turnDeg = own.kind === 'pre_bend' ? overTurnDeg : wholeDeg
  const pose = poseOf(option)
  const { heldMm, short } = gripOf(model, own.bend, option.edge, settings)
  return {
    kind: own.kind,
    bendIndex: own.bend,
    pose,
    handling: handlingBetween(previous, pose),
    direction: 'up',
    turnDeg,
    overTurnDeg: own.kind === 'flatten' ? wholeDeg : overTurnDeg,
    includedDeg: 180 - turnDeg,
    dieId: flatten === null ? checker.kit.v.id : null,
    punchId: checker.kit.punch.id,
    punchTurned: checker.kit.punchTurned,
    hemmingToolId: checker.kit.hemmingTool?.id ?? null,
    station,
    gauge: gaugeOf(kit, option, before, pose, own.bend),
    heldMm,
    shortGrip: own.kind !== 'flatten' && short,
    clearance: measured
      ? clearanceOf({ forest, checker, flatten, machine, settings, step: option.step, side, before })
      : null,
    strokes: 1,
  }
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

/** The stations along the table, each as long as the blank. */
export function stationsOf({ request }: BrakeBlank, kits: readonly ProblemKit[]): PlanStation[] {
  return kits.map(({ checker: { kit } }, index) => ({
    dieId: kit.hemmingTool === null ? kit.v.id : null,
    punchId: kit.punch.id,
    punchTurned: kit.punchTurned,
    hemmingToolId: kit.hemmingTool?.id ?? null,
    fromMm: index * (request.lengthMm + betweenStationsMm),
    lengthMm: request.lengthMm,
  }))
}
