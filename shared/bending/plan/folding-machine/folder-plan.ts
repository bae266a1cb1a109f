// Planning on a folding machine: the cheapest order of folds and presses. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import type { FolderMachine } from '../../fit/index.ts'
import { refuse } from '../../refusal.ts'
import type { Refusal } from '../../refusal.ts'
import { turnDegOf } from '../../profile/index.ts'
import { radians } from '../../units.ts'
import type { Deg } from '../../units.ts'
import { blankModel } from '../legs/blank-model.ts'
import type { BlankModel } from '../legs/blank-model.ts'
import { overTurn } from '../press-brake/brake-setup.ts'
import { edgeOf, sideOf } from '../press-brake/brake-problem.ts'
import { pieceOf } from '../press-brake/brake-report.ts'
import { poseOf } from '../press-brake/brake-steps.ts'
import { withBlocked } from '../press-brake/brake-blocked.ts'
import { folderChecker } from './folder-checker.ts'
import type { FolderChecker } from './folder-checker.ts'
import { noGaugeReason } from '../gauging.ts'
import { legForest } from '../legs/leg-tree.ts'
import { stepIndexes } from '../order-steps.ts'
import { costOf, handlingBetween, unit } from '../plan-cost.ts'
import { inputsText } from '../plan-inputs.ts'
import { defaultPlanSettings } from '../plan-request.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
import type {
  BlockedStep,
  CheckedOrder,
  OrderedStep,
  Plan,
  PlanAnswer,
  PlanGauge,
  PlanPose,
  PlanProof,
  PlanStation,
  PlanStep,
} from '../plan.ts'
import { anyOrder, orderCost, searchOrder } from '../search.ts'
import type { SearchProblem, StepOption } from '../search.ts'

interface FolderBlank {
  readonly request: PlanRequest
  readonly machine: FolderMachine
  readonly model: BlankModel
  readonly checker: FolderChecker
  readonly problem: SearchProblem
}

/** Pre-bends have a radius of about the thickness: the blank bends around the nose. */
function folderBlank(request: PlanRequest, machine: FolderMachine): FolderBlank | null {
  const settings = { ...defaultPlanSettings, ...request.settings }
  const preDeg: Deg = Math.min(settings.hemTurnOnFolderDeg, machine.largestAngleDeg)
  const radiusMm = request.profile.thicknessMm
  const model = blankModel(request.profile, request.neutral, { turn: radians(preDeg), radiusMm })
  if (!model.ok) return null
  const forest = legForest(model.value)
  const overTurns = model.value.steps.map(({ bend, kind }) => {
    const own = request.profile.bends[bend]
    if (own === undefined || kind !== 'bend') return radians(preDeg)
    return overTurn(request, turnDegOf(own), own.insideRadiusMm / (request.material?.radiusShare ?? 0.16)).turn
  })
  const checker = folderChecker({ forest, machine, settings, overTurns })
  return { request, machine, model: model.value, checker, problem: folderProblem(model.value, machine, checker) }
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
        const found = checker.gauge(step, side, before)
        if (found === null) continue
        const cost =
          (found.contact === 'rounded' ? unit.unsafeGauging : 0) +
          (isHeavy(model, machine, bend, edge) ? unit.heavySwings : 0)
        ways.push({ step, face, edge, kit: 0, gauge: Math.round(found.xMm * 100), cost })
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

export function* planOnFolder(request: PlanRequest, machine: FolderMachine): Generator<PlanProgress, PlanAnswer> {
  const blank = folderBlank(request, machine)
  if (blank === null) return { kind: 'impossible', bestOrder: null, reasons: [], helps: [] }
  const { checker, problem } = blank
  const search = searchOrder(problem)
  let next = search.next()
  while (next.done !== true) {
    const { found, states } = next.value
    const known = found !== null && checker.missing.length === 0
    yield { states, first: known ? planFrom(blank, found.options, found.cost, 'best_so_far') : null }
    next = search.next()
  }
  const { best } = next.value
  if (best === null) {
    const bestOrder = checked(blank, anyOrder(withBlocked(problem)).best?.options ?? [])
    const reasons = bestOrder.blocked.flatMap((one) => one.reasons)
    return { kind: 'impossible', bestOrder, reasons, helps: [] }
  }
  const plan = planFrom(blank, best.options, best.cost, 'proven')
  return checker.missing.length === 0
    ? { kind: 'works', plan }
    : { kind: 'not_known', missing: checker.missing, reasons: [], plan }
}

const stationOf = ({ request }: FolderBlank): PlanStation => ({
  dieId: null,
  punchId: null,
  punchTurned: false,
  hemmingToolId: null,
  fromMm: 0,
  lengthMm: request.lengthMm,
})

const planFrom = (blank: FolderBlank, options: readonly StepOption[], cost: number, proof: PlanProof): Plan => ({
  steps: stepsOf(blank, options),
  stations: [stationOf(blank)],
  cost: costOf(cost, 1),
  proof,
  inputs: inputsText(blank.request),
})

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
    gauge: gaugeOf(checker, option, before, pose, bend),
    heldMm: option.edge === 1 ? middle : model.widthMm - middle,
    shortGrip: false,
    clearance: null,
    strokes: 1,
  }
}

function gaugeOf(checker: FolderChecker, option: StepOption, before: number, pose: PlanPose, bend: number): PlanGauge {
  const found = option.gauge === null ? null : checker.gauge(option.step, sideOf(option.edge), before)
  const rest = { edge: pose.edgeAtGauge, levelMm: 0, retractMm: 0 } as const
  return found === null
    ? { ...rest, xMm: 0, contact: 'hem', piece: { kind: 'bend', index: bend } }
    : { ...rest, xMm: Math.round(found.xMm * 1e4) / 1e4, contact: found.contact, piece: pieceOf(found.piece) }
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
  return { steps: stepsOf(blank, options), blocked, stations: [stationOf(blank)], cost: costOf(orderCost(clean), 1) }
}

/** A user's order. It names every step once. */
export function checkOrderOnFolder(
  request: PlanRequest,
  machine: FolderMachine,
  order: readonly OrderedStep[],
  whole: boolean,
): Result<CheckedOrder, Refusal> {
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
  return ok(checked(blank, options))
}
