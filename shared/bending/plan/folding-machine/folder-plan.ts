// Planning on a folding machine: the cheapest order of folds and presses. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import { mildSteelRadiusShare } from '../../fit/index.ts'
import type { FolderMachine } from '../../fit/index.ts'
import { refuse } from '../../refusal.ts'
import type { Refusal } from '../../refusal.ts'
import { turnDegOf } from '../../profile/index.ts'
import { radians } from '../../units.ts'
import type { Deg } from '../../units.ts'
import { blankModel, legForest, pieceOf } from '../legs/index.ts'
import type { BlankModel } from '../legs/index.ts'
import { noGaugeReason, overTurn } from '../step/index.ts'
import {
  anyOrder,
  costOf,
  edgeOf,
  handlingBetween,
  orderCost,
  poseOf,
  searchOrder,
  sideOf,
  stepIndexes,
  unit,
  withBlocked,
} from '../order/index.ts'
import type { SearchProblem, StepOption } from '../order/index.ts'
import { folderChecker } from './folder-checker.ts'
import type { FolderChecker } from './folder-checker.ts'
import { inputsText } from '../plan-inputs.ts'
import type { PlanReason } from '../plan-reason.ts'
import { defaultPlanSettings } from '../plan-request.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
import type {
  BlockedStep,
  CheckedOrder,
  OrderedStep,
  OrderVerdict,
  Plan,
  PlanAnswer,
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

/** Pre-bends have a radius of about the thickness: the blank bends around the nose. */
function folderBlank(request: PlanRequest, machine: FolderMachine): FolderBlank | null {
  const settings = { ...defaultPlanSettings, ...request.settings }
  const preTurnDeg: Deg = Math.min(settings.hemTurnOnFolderDeg, machine.largestTurnDeg)
  const radiusMm = request.profile.thicknessMm
  const model = blankModel(request.profile, request.neutral, { turn: radians(preTurnDeg), radiusMm })
  if (!model.ok) return null
  const forest = legForest(model.value)
  const springback: PlanReason[] = []
  const overTurns = model.value.steps.map(({ bend, kind }) => {
    const own = request.profile.bends[bend]
    if (own === undefined || kind !== 'bend') return radians(preTurnDeg)
    const vMm = own.insideRadiusMm / (request.material?.radiusShare ?? mildSteelRadiusShare)
    const { turn, known } = overTurn(request, turnDegOf(own), vMm)
    if (!known) springback.push({ code: 'springback_unknown', params: { bendIndex: bend } })
    return turn
  })
  const checker = folderChecker({ forest, machine, settings, overTurns })
  const problem = folderProblem(model.value, machine, checker)
  return { springback, request, machine, model: model.value, checker, problem }
}

/** Whether the wider side swings, by more than the machine's limit. */
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
  const known = new Map<number, readonly StepOption[]>()
  const waysOf = (step: number, before: number): StepOption[] => {
    const bend = steps[step]?.bend ?? 0
    const ways: StepOption[] = []
    for (const face of facesOf(step)) {
      for (const edge of [1, 0]) {
        const side = sideOf(edge)
        if (checker.reasons(step, side, isUpAt(model, step, face), before, false).length > 0) continue
        if (steps[step]?.kind === 'flatten') {
          ways.push({ step, face, edge, kit: 0, gauge: null, cost: 0 })
          continue
        }
        const gaugeContact = checker.gauge(step, side, before)
        if (gaugeContact === null) continue
        const cost =
          (gaugeContact.contact === 'rounded' ? unit.unsafeGauging : 0) +
          (isHeavy(model, machine, bend, edge) ? unit.heavySwings : 0)
        ways.push({ step, face, edge, kit: 0, gauge: Math.round(gaugeContact.xMm * 100), cost })
      }
    }
    return ways
  }
  return {
    steps: steps.length,
    needs: steps.map(({ kind }, step) => (kind === 'flatten' ? 1 << (step - 1) : 0)),
    options: (step, before) => {
      const key = before * 32 + step
      const have = known.get(key)
      if (have !== undefined) return have
      const made = waysOf(step, before)
      known.set(key, made)
      return made
    },
    leastCost: () => 0,
    faces: (step) => facesOf(step).reduce((bits, face) => bits | (1 << face), 0),
    edges: () => [1, 0],
    kits: () => 1,
  }
}

/**
 * Yields while it searches. A blank that cannot be computed is 'impossible' without reasons. 'not_known': the machine has no outlines, or
 * a springback is not known.
 */
export function* planOnFolder(request: PlanRequest, machine: FolderMachine): Generator<PlanProgress, PlanAnswer> {
  const blank = folderBlank(request, machine)
  if (blank === null) return { kind: 'impossible', bestOrder: null, reasons: [], helps: [] }
  const { checker, problem, springback } = blank
  const search = searchOrder(problem)
  let next = search.next()
  while (next.done !== true) {
    const { order, states } = next.value
    const known = order !== null && checker.missing.length === 0 && springback.length === 0
    yield { states, first: known ? planFrom(blank, order.options, order.cost, 'best_so_far') : null }
    next = search.next()
  }
  const { best } = next.value
  if (best === null) {
    const bestOrder = checked(blank, anyOrder(withBlocked(problem)).best?.options ?? [])
    const reasons = bestOrder.blocked.flatMap((one) => one.reasons)
    return { kind: 'impossible', bestOrder, reasons, helps: [] }
  }
  const plan = planFrom(blank, best.options, best.cost, 'proven')
  return checker.missing.length === 0 && springback.length === 0
    ? { kind: 'works', plan }
    : { kind: 'not_known', missing: checker.missing, reasons: springback, plan }
}

const stationOf = ({ request }: FolderBlank): PlanStation => ({
  setUp: 0,
  dieId: null,
  punchId: null,
  punchTurned: false,
  hemmingToolId: null,
  fromMm: 0,
  lengthMm: request.lengthMm,
})

function planFrom(blank: FolderBlank, options: readonly StepOption[], cost: number, proof: PlanProof): Plan {
  const [steps, stations] = [stepsOf(blank, options), [stationOf(blank)]]
  return { steps, stations, cost: costOf(cost, steps, stations), proof, inputs: inputsText(blank.request) }
}

function stepsOf(blank: FolderBlank, options: readonly StepOption[]): PlanStep[] {
  let before = 0
  let pose: PlanPose | null = null
  return options.map((option) => {
    const step = stepOf(blank, option, before, pose)
    before |= 1 << option.step
    pose = step.pose
    return step
  })
}

function stepOf(
  { request, model, checker }: FolderBlank,
  option: StepOption,
  before: number,
  previous: PlanPose | null,
): PlanStep {
  const { bend = 0, kind = 'bend' } = model.steps[option.step] ?? {}
  const own = request.profile.bends[bend]
  const pose = poseOf(option)
  const wholeDeg = own === undefined ? 0 : turnDegOf(own)
  const overTurnDeg =
    kind === 'flatten' ? wholeDeg : Math.round((checker.overTurn(option.step) * 180e4) / Math.PI) / 1e4
  const turnDeg = kind === 'pre_bend' ? overTurnDeg : wholeDeg
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
    gauge: gaugeOf(checker, option, before, pose, bend),
    heldMm: option.edge === 1 ? middle : model.widthMm - middle,
    shortGrip: false,
    clearance: null,
    strokes: 1,
    pitchMm: 0,
  }
}

function gaugeOf(checker: FolderChecker, option: StepOption, before: number, pose: PlanPose, bend: number): PlanGauge {
  const gaugeContact = option.gauge === null ? null : checker.gauge(option.step, sideOf(option.edge), before)
  const rest = { edge: pose.edgeAtGauge, levelMm: 0, retractMm: 0 } as const
  return gaugeContact === null
    ? { ...rest, xMm: 0, contact: 'hem', piece: { kind: 'bend', index: bend } }
    : {
        ...rest,
        xMm: Math.round(gaugeContact.xMm * 1e4) / 1e4,
        contact: gaugeContact.contact,
        piece: pieceOf(gaugeContact.piece),
      }
}

function checked(blank: FolderBlank, options: readonly StepOption[]): CheckedOrder {
  const { model, checker, machine } = blank
  const blocked: BlockedStep[] = []
  let before = 0
  for (const [index, { step, face, edge }] of options.entries()) {
    const isUp = isUpAt(model, step, face)
    const bendIndex = model.steps[step]?.bend ?? 0
    const reasons = [...checker.reasons(step, sideOf(edge), isUp, before, true)]
    if (!isUp && machine.folds === 'up') reasons.unshift({ code: 'wrong_face', params: { bendIndex } })
    const gauged = model.steps[step]?.kind === 'flatten' || checker.gauge(step, sideOf(edge), before) !== null
    if (reasons.length === 0 && !gauged) {
      const stop = checker.gaugeStop(step, sideOf(edge), before)
      reasons.push(noGaugeReason(bendIndex, stop === null ? [] : [stop.xMm], machine))
    }
    if (reasons.length > 0) blocked.push({ step: index, reasons })
    before |= 1 << step
  }
  const clean = options.map((option) => ({ ...option, cost: option.cost % unit.blocked }))
  const [steps, stations] = [stepsOf(blank, options), [stationOf(blank)]]
  return { steps, blocked, stations, cost: costOf(orderCost(clean), steps, stations) }
}

/** A user's order. It names every step once. */
export function checkOrderOnFolder(
  request: PlanRequest,
  machine: FolderMachine,
  order: readonly OrderedStep[],
  whole: boolean,
): Result<OrderVerdict, Refusal> {
  const blank = folderBlank(request, machine)
  if (blank === null) return refuse('profile', 'contradicts', 'the profile cannot be unfolded')
  const indexes = stepIndexes(blank.model, order, whole)
  if (!indexes.ok) return indexes
  let before = 0
  const options = order.map(({ pose }, index): StepOption => {
    const step = indexes.value[index] ?? 0
    const face = pose.faceUp === 'B' ? 1 : 0
    const edge = edgeOf(pose.edgeAtGauge === 'last' ? 1 : -1)
    const inSequence = ((blank.problem.needs[step] ?? 0) & ~before) === 0
    const way = inSequence
      ? blank.problem.options(step, before).find((one) => one.face === face && one.edge === edge)
      : undefined
    before |= 1 << step
    return way ?? { step, face, edge, kit: 0, gauge: null, cost: unit.blocked }
  })
  return ok({ order: checked(blank, options), missing: blank.checker.missing, reasons: blank.springback })
}
