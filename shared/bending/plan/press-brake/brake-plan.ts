// Planning on a press brake: one pair of tools for all bends first, else the fewest stations; the cheapest order of all that work. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import { turnDegOf } from '../../profile/index.ts'
import { brakeBlanks, brakeShares, missingOf, withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { blockedAnswer } from './brake-blocked.ts'
import { remediesOf } from './brake-remedies.ts'
import { anyKitProblem } from './any-kit-problem.ts'
import { brakeProblem, plainSteps, worksOnAny } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { overTurn } from '../step/index.ts'
import { planFrom } from './brake-steps.ts'
import { segmentsLength } from './stations.ts'
import { toolSets } from './tool-sets.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
import type { Plan, PlanAnswer } from '../plan.ts'
import { leastCost, reportProgress, searchOrder, withoutPlan } from '../order/index.ts'
import type { FoundOrder, SearchProgress, SearchResult } from '../order/index.ts'

interface Best {
  readonly blank: BrakeBlank
  readonly kits: readonly ProblemKit[]
  readonly order: FoundOrder
}

/**
 * Yields while it searches. Sets of tools with all outlines are tried first. 'not_known': an outline or a springback is missing. The
 * reason `stopped`: an order may exist, but only on sets of tools that are not tried.
 */
export function* planOnBrake(request: PlanRequest, machine: PressBrakeMachine): Generator<PlanProgress, PlanAnswer> {
  const shares = brakeShares(request, machine)
  const blanks = brakeBlanks(request, machine, shares)
  const lacking = noTools(request, machine, blanks)
  if (lacking !== null) {
    const remedies = yield* withoutPlan(remediesOf(request, machine, shares, blanks), 0)
    return { kind: 'impossible', bestOrder: null, reasons: [lacking], remedies }
  }
  let states = 0
  let mayWork = false
  for (const complete of [true, false]) {
    const workable: BrakeBlank[] = []
    for (const blank of blanks) {
      // if no order works with all tools together, none works on a set of them
      const usable = complete ? blank.plain.filter(isComplete) : blank.plain
      const search = worksOnAny(blank.model, withHem(blank, usable))
      if (yield* withoutPlan(search, states)) workable.push({ ...blank, plain: usable })
    }
    mayWork ||= workable.length > 0
    const stations = yield* fewestStations(workable, machine, complete, states)
    if (stations.best !== null) return answerOf(request, machine, stations.best, stations.isWhole)
    ;({ states } = stations)
  }
  const blocked = yield* withoutPlan(blockedAnswer(blanks), states)
  const remedies = yield* withoutPlan(remediesOf(request, machine, shares, blanks), states)
  const reasons: readonly PlanReason[] = mayWork ? [{ code: 'stopped', params: { states } }] : blocked.reasons
  return { ...blocked, reasons, remedies }
}

interface StationSearch {
  readonly best: Best | null
  /** Every set of as few stations was tried. */
  readonly isWhole: boolean
  readonly states: number
}

/**
 * The cheapest order on the fewest stations. `complete`: the blanks have only tools with all outlines, and a first plan is reported.
 */
function* fewestStations(
  blanks: readonly BrakeBlank[],
  machine: PressBrakeMachine,
  complete: boolean,
  statesBefore: number,
): Generator<PlanProgress, StationSearch> {
  let states = statesBefore
  const most = Math.max(0, ...blanks.map(({ model, plain }) => Math.min(plainSteps(model).length, plain.length)))
  for (let count = 0; count <= most; count += 1) {
    let best: Best | null = null
    let isWhole = true
    for (const blank of blanks) {
      let least: number | null = null
      const sets = toolSets(blank, count)
      isWhole &&= sets.isWhole
      for (const set of sets.sets) {
        const kits = withHem(blank, set)
        if ((missingOf(kits, machine).length === 0) !== complete) continue
        if (best !== null && count <= 1) {
          // no order on one set costs less than with any tool at each step
          least ??= yield* withoutPlan(leastOnAny(blank, best.order.cost), states)
          if (best.order.cost <= least) break
        }
        // most sets of several stations make no order: that is seen sooner without poses and costs
        if (count > 1 && !(yield* withoutPlan(worksOnAny(blank.model, kits), states))) continue
        const search = searchOrder(brakeProblem(blank, kits), best?.order.cost)
        const statesOfSets = states
        const isFirst: boolean = best === null && complete && springbackUnknown(blank.request, kits).length === 0
        const result: SearchResult = yield* reportProgress(
          search,
          ({ states: statesOfSearch, order }): PlanProgress => ({
            states: statesOfSets + statesOfSearch,
            first: order !== null && isFirst ? planFrom(blank, kits, order, 'best_so_far') : null,
          }),
        )
        states += result.states
        if (result.best !== null) best = { blank, kits, order: result.best }
      }
    }
    if (best !== null) return { best, isWhole, states }
  }
  return { best: null, isWhole: false, states }
}

/** What an order on one set of tools costs at least; `below`: no order on any set costs less. */
const leastOnAny = (blank: BrakeBlank, below: number): Generator<SearchProgress, number> =>
  leastCost(anyKitProblem(blank, withHem(blank, blank.plain)), below)

const isComplete = ({ checker }: ProblemKit): boolean => checker.kit.missing.length === 0

/** `isProven`: no set of as few stations is left out. */
function answerOf(
  request: PlanRequest,
  machine: PressBrakeMachine,
  { blank, kits, order }: Best,
  isProven: boolean,
): PlanAnswer {
  const plan: Plan = planFrom(blank, kits, order, isProven ? 'proven' : 'best_so_far', true)
  const missing = missingOf(kits, machine)
  const reasons = springbackUnknown(request, kits)
  return missing.length === 0 && reasons.length === 0
    ? { kind: 'works', plan }
    : { kind: 'not_known', missing, reasons, plan }
}

/** The bends whose springback no file states on these tools. */
export function springbackUnknown(request: PlanRequest, kits: readonly ProblemKit[]): PlanReason[] {
  return request.profile.bends.flatMap((bend, bendIndex): PlanReason[] => {
    if (bend.hem !== null) return []
    const isKnown = kits.every(
      ({ checker, flatten }) => flatten !== null || overTurn(request, turnDegOf(bend), checker.kit.v.vMm).isKnown,
    )
    return isKnown ? [] : [{ code: 'springback_unknown', params: { bendIndex } }]
  })
}

/** Why the machine has no tools for the blank; null: it has. */
export function noTools(
  { profile, lengthMm }: PlanRequest,
  machine: PressBrakeMachine,
  blanks: readonly BrakeBlank[],
): PlanReason | null {
  const { thicknessMm } = profile
  // a blank that is too long for the machine is a reason of fit
  const segmentsMm = segmentsLength(machine)
  if (lengthMm > segmentsMm && lengthMm <= machine.maxLengthMm) {
    return { code: 'too_long_for_tools', params: { lengthMm, segmentsMm } }
  }
  const [blank] = blanks
  if (blank === undefined) {
    const bendIndex = profile.bends.findIndex(({ hem }) => hem !== null)
    return { code: 'no_hemming_tool', params: { bendIndex, thicknessMm } }
  }
  return plainSteps(blank.model).length > 0 && blank.plain.length === 0
    ? { code: 'no_tools', params: { thicknessMm } }
    : null
}
