// Planning on a folding machine: the cheapest order of folds and presses. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import { leastPreTurnDeg, mildSteelRadiusShare } from '../../fit/index.ts'
import type { FolderMachine } from '../../fit/index.ts'
import { refuse } from '../../refusal.ts'
import type { Refusal } from '../../refusal.ts'
import { turnDegOf } from '../../profile/index.ts'
import { degrees, radians } from '../../units.ts'
import type { Deg } from '../../units.ts'
import { blankModel, legForest, pieceOf } from '../legs/index.ts'
import type { BlankModel } from '../legs/index.ts'
import { furtherTurn, mostClearanceMm, noGaugeReason, overTurn, planClearance } from '../step/index.ts'
import {
  anyOrder,
  costOf,
  edgeOf,
  handlingBetween,
  needsOf,
  optionsOnce,
  orderCost,
  poseOf,
  reportProgress,
  searchOrder,
  sideOf,
  stepIndexOf,
  stepIndexes,
  unit,
  withBlocked,
  withoutPlan,
} from '../order/index.ts'
import type { SearchProblem, StepOption } from '../order/index.ts'
import { folderChecker } from './folder-checker.ts'
import type { FolderChecker } from './folder-checker.ts'
import { inputsText } from '../plan-inputs.ts'
import type { PlanReason } from '../plan-reason.ts'
import { planSettingsOf } from '../plan-request.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
import type {
  BlockedStep,
  CheckedOrder,
  OrderedStep,
  OrderVerdict,
  Plan,
  PlanAnswer,
  PlanClearance,
  PlanGauge,
  PlanPose,
  PlanProof,
  PlanStation,
  PlanStep,
} from '../plan.ts'

interface FolderBlank {
  /** Each bend whose springback is not known. */
  readonly springback: readonly PlanReason[]
  readonly request: PlanRequest
  readonly machine: FolderMachine
  readonly model: BlankModel
  readonly checker: FolderChecker
  readonly problem: SearchProblem
}

/** A hem is pressed from the wanted turn, or from less where the nose or an earlier bend is in the way; from at least 135°. */
const preTurnStepDeg: Deg = 5

/** The turns of a pre-bend that are tried, the wanted one first; only the wanted one if the blank has no hem. */
function preTurns(request: PlanRequest, { largestTurnDeg }: FolderMachine): readonly Deg[] {
  const wantedDeg = Math.min(planSettingsOf(request).hemTurnOnFolderDeg, largestTurnDeg)
  if (request.profile.bends.every(({ hem }) => hem === null)) return [wantedDeg]
  const count = Math.max(0, Math.ceil((wantedDeg - leastPreTurnDeg) / preTurnStepDeg))
  return [
    wantedDeg,
    ...Array.from({ length: count }, (_, stepIndex) =>
      Math.max(leastPreTurnDeg, wantedDeg - (stepIndex + 1) * preTurnStepDeg),
    ),
  ]
}

/** Pre-bends have a radius of about the thickness: the blank bends around the nose. */
function folderBlank(request: PlanRequest, machine: FolderMachine, preTurnDeg: Deg): FolderBlank | null {
  const settings = planSettingsOf(request)
  const radiusMm = request.profile.thicknessMm
  const model = blankModel(request.profile, request.neutral, { turn: radians(preTurnDeg), radiusMm })
  if (!model.ok) return null
  const forest = legForest(model.value)
  const springback: PlanReason[] = []
  const overTurns = model.value.steps.map(({ bend, kind }) => {
    const bendProfile = request.profile.bends[bend]
    if (kind === 'flatten') return radians(preTurnDeg)
    const further = furtherTurn(request, bend)
    if (bendProfile === undefined || kind !== 'bend') return radians(preTurnDeg) + further
    const vMm = bendProfile.insideRadiusMm / (request.material?.radiusShare ?? mildSteelRadiusShare)
    const { turn, isKnown } = overTurn(request, turnDegOf(bendProfile), vMm)
    if (!isKnown) springback.push({ code: 'springback_unknown', params: { bendIndex: bend } })
    return turn + further
  })
  const checker = folderChecker({ forest, machine, settings, overTurns })
  const problem = folderProblem(model.value, machine, checker)
  return { springback, request, machine, model: model.value, checker, problem }
}

/** Whether the swinging side is the wider one and exceeds the machine's limit. */
function isHeavy(model: BlankModel, machine: FolderMachine, bend: number, edge: number): boolean {
  const middle = model.middleMm[bend] ?? 0
  const swung = edge === 1 ? middle : model.widthMm - middle
  return swung > (machine.outlines?.heaviestSwingMm ?? Infinity) && swung > model.widthMm - swung
}

const isUpAt = (model: BlankModel, step: number, face: number): boolean =>
  (model.bends[model.steps[step]?.bend ?? 0]?.sign === 1) === (face === 1)

function folderProblem(model: BlankModel, machine: FolderMachine, checker: FolderChecker): SearchProblem {
  const { steps, bends } = model
  const upFace = (step: number): number => (bends[steps[step]?.bend ?? 0]?.sign === 1 ? 1 : 0)
  const facesOf = (step: number): number[] =>
    machine.folds === 'both' && steps[step]?.kind === 'bend' ? [upFace(step), 1 - upFace(step)] : [upFace(step)]
  const computeOptions = (step: number, doneMask: number): StepOption[] => {
    const bend = steps[step]?.bend ?? 0
    const options: StepOption[] = []
    for (const face of facesOf(step)) {
      for (const edge of [1, 0]) {
        const side = sideOf(edge)
        const isUp = isUpAt(model, step, face)
        if (checker.reasons(step, side, isUp, doneMask, false).length > 0) continue
        if (steps[step]?.kind === 'flatten') {
          options.push({ step, face, edge, kit: 0, gauge: null, cost: 0 })
          continue
        }
        const gaugeContact = checker.gauge(step, side, isUp, doneMask)
        if (gaugeContact === null) continue
        const cost =
          (gaugeContact.contact === 'rounded' ? unit.unsafeGauging : 0) +
          (isHeavy(model, machine, bend, edge) ? unit.heavySwings : 0)
        // in hundredths of a mm
        options.push({ step, face, edge, kit: 0, gauge: Math.round(gaugeContact.xMm * 100), cost })
      }
    }
    return options
  }
  return {
    steps: steps.length,
    needs: needsOf(model),
    options: optionsOnce(computeOptions),
    leastCost: () => 0,
    faces: (step) => facesOf(step).reduce((bits, face) => bits | (1 << face), 0),
    edges: () => [1, 0],
    kits: () => 1,
    gaugeMates: checker.gaugeMates,
  }
}

/**
 * Yields while it searches. A blank that cannot be computed is 'impossible' without reasons. 'not_known': the machine has no outlines, or
 * a springback is not known.
 */
export function* planOnFolder(request: PlanRequest, machine: FolderMachine): Generator<PlanProgress, PlanAnswer> {
  const blanks: FolderBlank[] = []
  let states = 0
  for (const preTurnDeg of preTurns(request, machine)) {
    const blank = folderBlank(request, machine, preTurnDeg)
    if (blank === null) break
    blanks.push(blank)
    const { checker, springback } = blank
    const isKnown = checker.missing.length === 0 && springback.length === 0
    const statesBefore = states
    const result = yield* reportProgress(searchOrder(blank.problem), ({ states: statesOfSearch, order }) => ({
      states: statesBefore + statesOfSearch,
      first: order !== null && isKnown ? planFrom(blank, order.options, order.cost, 'best_so_far') : null,
    }))
    states += result.states
    if (result.best === null) continue
    const plan = planFrom(blank, result.best.options, result.best.cost, 'proven')
    return isKnown
      ? { kind: 'works', plan }
      : { kind: 'not_known', missing: checker.missing, reasons: springback, plan }
  }
  return yield* blockedAnswer(blanks, states)
}

/** The order with the fewest blocked steps; on a tie, the one with the wanted pre-bend. */
function* blockedAnswer(blanks: readonly FolderBlank[], states: number): Generator<PlanProgress, PlanAnswer> {
  let bestOrder: CheckedOrder | null = null
  for (const blank of blanks) {
    const nearest = yield* withoutPlan(anyOrder(withBlocked(blank.problem)), states)
    const order = checkBlankOrder(blank, nearest.best?.options ?? [])
    if (bestOrder === null || order.blocked.length < bestOrder.blocked.length) bestOrder = order
  }
  const reasons = bestOrder?.blocked.flatMap((one) => one.reasons) ?? []
  return { kind: 'impossible', bestOrder, reasons, remedies: [] }
}

const stationOf = ({ request }: FolderBlank): PlanStation => ({
  setUp: 0,
  dieId: null,
  punchId: null,
  punchTurned: false,
  hemmingToolId: null,
  fromMm: 0,
  lengthMm: request.lengthMm,
  lowerSegmentsMm: [],
  upperSegmentsMm: [],
})

function planFrom(blank: FolderBlank, options: readonly StepOption[], cost: number, proof: PlanProof): Plan {
  const [steps, stations] = [stepsOf(blank, options, proof === 'proven'), [stationOf(blank)]]
  return { steps, stations, cost: costOf(cost, steps, stations), proof, inputs: inputsText(blank.request) }
}

/** `withClearance`: with the clearance of each step. */
function stepsOf(blank: FolderBlank, options: readonly StepOption[], withClearance: boolean): PlanStep[] {
  let doneMask = 0
  let pose: PlanPose | null = null
  return options.map((option) => {
    const step = stepOf(blank, option, doneMask, pose, withClearance)
    doneMask |= 1 << option.step
    pose = step.pose
    return step
  })
}

function stepOf(
  { request, model, checker }: FolderBlank,
  option: StepOption,
  doneMask: number,
  previous: PlanPose | null,
  withClearance: boolean,
): PlanStep {
  const { bend = 0, kind = 'bend' } = model.steps[option.step] ?? {}
  const bendProfile = request.profile.bends[bend]
  const pose = poseOf(option)
  const fullTurnDeg = bendProfile === undefined ? 0 : turnDegOf(bendProfile)
  const overTurnDeg =
    kind === 'flatten' ? fullTurnDeg : Math.round((checker.overTurn(option.step) * 180e4) / Math.PI) / 1e4
  const turnDeg = kind === 'pre_bend' ? overTurnDeg : fullTurnDeg
  const middle = model.middleMm[bend] ?? 0
  return {
    kind,
    bendIndex: bend,
    pose,
    handling: handlingBetween(previous, pose),
    direction: isUpAt(model, option.step, option.face) ? 'up' : 'down',
    turnDeg,
    overTurnDeg,
    includedDeg: 180 - turnDeg,
    dieId: null,
    punchId: null,
    punchTurned: false,
    hemmingToolId: null,
    station: 0,
    changesSetUp: false,
    gauge: gaugeOf(checker, model, option, doneMask, pose, bend),
    heldMm: option.edge === 1 ? middle : model.widthMm - middle,
    hasShortGrip: false,
    clearance: withClearance ? clearanceOf(checker, model, option, doneMask) : null,
    strokes: 1,
    pitchMm: 0,
  }
}

/** Null where nothing comes nearer than the distance up to which it is measured. */
function clearanceOf(
  checker: FolderChecker,
  model: BlankModel,
  { step, face, edge }: StepOption,
  doneMask: number,
): PlanClearance | null {
  const contact = checker.nearest(step, sideOf(edge), isUpAt(model, step, face), doneMask, mostClearanceMm)
  return contact === null ? null : planClearance(contact, contact.gapMm, degrees(contact.sweepTurn))
}

function gaugeOf(
  checker: FolderChecker,
  model: BlankModel,
  option: StepOption,
  doneMask: number,
  pose: PlanPose,
  bend: number,
): PlanGauge {
  const { step, face, edge } = option
  const isUp = isUpAt(model, step, face)
  const gaugeContact = option.gauge === null ? null : checker.gauge(step, sideOf(edge), isUp, doneMask)
  const common = { edge: pose.edgeAtGauge, levelMm: 0, retractMm: 0 } as const
  return gaugeContact === null
    ? { ...common, xMm: 0, contact: 'hem', piece: { kind: 'bend', index: bend } }
    : {
        ...common,
        xMm: Math.round(gaugeContact.xMm * 1e4) / 1e4,
        contact: gaugeContact.contact,
        piece: pieceOf(gaugeContact.piece),
      }
}

function checkBlankOrder(blank: FolderBlank, options: readonly StepOption[]): CheckedOrder {
  const { model, checker, machine } = blank
  const blocked: BlockedStep[] = []
  let doneMask = 0
  for (const [index, { step, face, edge }] of options.entries()) {
    const isUp = isUpAt(model, step, face)
    const bendIndex = model.steps[step]?.bend ?? 0
    const reasons = [...checker.reasons(step, sideOf(edge), isUp, doneMask, true)]
    if (!isUp && machine.folds === 'up') reasons.unshift({ code: 'wrong_face', params: { bendIndex } })
    const isGauged = model.steps[step]?.kind === 'flatten' || checker.gauge(step, sideOf(edge), isUp, doneMask) !== null
    if (reasons.length === 0 && !isGauged) {
      const stop = checker.gaugeStop(step, sideOf(edge), isUp, doneMask)
      reasons.push(noGaugeReason(bendIndex, stop === null ? [] : [stop.xMm], machine))
    }
    if (reasons.length > 0) blocked.push({ step: index, reasons })
    doneMask |= 1 << step
  }
  // without the costs of blocked steps
  const clean = options.map((option) => ({ ...option, cost: option.cost % unit.blocked }))
  const [steps, stations] = [stepsOf(blank, options, true), [stationOf(blank)]]
  return { steps, blocked, stations, cost: costOf(orderCost(clean), steps, stations) }
}

/**
 * A user's order, at the largest turn of its pre-bends at which the fewest steps are blocked. It names every step once. Refuses an order
 * that does not, and a profile that cannot be unfolded.
 */
export function checkOrderOnFolder(
  request: PlanRequest,
  machine: FolderMachine,
  order: readonly OrderedStep[],
  isComplete: boolean,
): Result<OrderVerdict, Refusal> {
  let best: OrderVerdict | null = null
  for (const preTurnDeg of preTurns(request, machine)) {
    const blank = folderBlank(request, machine, preTurnDeg)
    if (blank === null) break
    const indexes = stepIndexes(blank.model, order, isComplete)
    if (!indexes.ok) return indexes
    const checkedOrder = checkBlankOrder(blank, optionsOf(blank, order, indexes.value))
    const fewestBlocked: number = best?.order?.blocked.length ?? Infinity
    if (checkedOrder.blocked.length < fewestBlocked)
      best = { order: checkedOrder, missing: blank.checker.missing, reasons: blank.springback }
    if (checkedOrder.blocked.length === 0) break
  }
  return best === null ? refuse('profile', 'contradicts', 'the profile cannot be unfolded') : ok(best)
}

function optionsOf({ problem }: FolderBlank, order: readonly OrderedStep[], indexes: readonly number[]): StepOption[] {
  let doneMask = 0
  return order.map(({ pose }, index): StepOption => {
    const step = indexes[index] ?? 0
    const face = pose.faceUp === 'B' ? 1 : 0
    const edge = edgeOf(pose.edgeAtGauge === 'last' ? 1 : -1)
    const inSequence = ((problem.needs[step] ?? 0) & ~doneMask) === 0
    const option = inSequence
      ? problem.options(step, doneMask).find((one) => one.face === face && one.edge === edge)
      : undefined
    doneMask |= 1 << step
    return option ?? { step, face, edge, kit: 0, gauge: null, cost: unit.blocked }
  })
}

/** The steps of a plan that are blocked with `furtherTurnDeg` of the request. Null: the profile cannot be unfolded. */
export function blockedOnFolder(request: PlanRequest, machine: FolderMachine, plan: Plan): BlockedStep[] | null {
  const preBend = plan.steps.find(({ kind }) => kind === 'pre_bend')
  const blank = folderBlank(request, machine, preBend?.turnDeg ?? leastPreTurnDeg)
  if (blank === null) return null
  let doneMask = 0
  return plan.steps.flatMap((planned, index) => {
    const step = stepIndexOf(blank.model, planned)
    const side = planned.pose.edgeAtGauge === 'last' ? 1 : -1
    const reasons = blank.checker.reasons(step, side, planned.direction === 'up', doneMask, true)
    doneMask |= 1 << step
    return reasons.length === 0 ? [] : [{ step: index, reasons }]
  })
}
