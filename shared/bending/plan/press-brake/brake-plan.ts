// Planning on a press brake: one pair of tools for all bends first, else the fewest stations; the cheapest order of all that work. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import { turnDegOf } from '../../profile/index.ts'
import { brakeBlanks, brakeShares, missingOf, withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { blockedAnswer } from './brake-blocked.ts'
import { helpsOf } from './brake-helps.ts'
import { anyKitProblem } from './any-kit-problem.ts'
import { brakeProblem, isForPlainTools, worksOnAny } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { overTurn } from '../step/index.ts'
import { planFrom } from './brake-steps.ts'
import { segmentsLength } from './stations.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
import type { Plan, PlanAnswer } from '../plan.ts'
import { leastCost, searchOrder } from '../order/index.ts'
import type { FoundOrder } from '../order/index.ts'

/** Sets of more stations than this are not tried. */
const mostStations = 2

/** Sets with two stations use only the preferred tools, at most this many. */
export const mostInSets = 16

/** Sets of plain tools in the order of preference; without plain bends the empty set. */
function* toolSets(blank: BrakeBlank, count: number, complete: boolean): Generator<readonly ProblemKit[]> {
  const needed = blank.model.steps.some(isForPlainTools)
  if (!needed) {
    if (count === 0) yield []
    return
  }
  const usable = complete ? blank.plain.filter(isComplete) : blank.plain
  yield* subsets(count > 1 ? usable.slice(0, mostInSets) : usable, count)
}

function* subsets<T>(items: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) {
    yield []
    return
  }
  for (const [index, item] of items.entries()) {
    for (const rest of subsets(items.slice(index + 1), count - 1)) yield [item, ...rest]
  }
}

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
    const helps = helpsOf(request, machine, shares, blanks)
    return { kind: 'impossible', bestOrder: null, reasons: [lacking], helps }
  }
  let states = 0
  let mayWork = false
  for (const complete of [true, false]) {
    const workable = blanks.filter((blank) => anySetWorks(blank, complete))
    mayWork ||= workable.length > 0
    for (let count = 0; count <= mostStations; count += 1) {
      let best: Best | null = null
      for (const blank of workable) {
        let least: number | null = null
        for (const set of toolSets(blank, count, complete)) {
          const kits = withHem(blank, set)
          if ((missingOf(kits, machine).length === 0) !== complete) continue
          if (best !== null && count <= 1) {
            least ??= yield* leastOnAny(blank, complete, best.order.cost, states)
            if (best.order.cost <= least) break
          }
          const search = searchOrder(brakeProblem(blank.model, kits, blank.settings), best?.order.cost)
          let next = search.next()
          while (next.done !== true) {
            const { order } = next.value
            const isFirst = order !== null && best === null && complete && springbackUnknown(request, kits).length === 0
            const first = isFirst ? planFrom(blank, kits, order, 'best_so_far') : null
            yield { states: states + next.value.states, first }
            next = search.next()
          }
          states += next.value.states
          if (next.value.best !== null) best = { blank, kits, order: next.value.best }
        }
      }
      if (best !== null) return answerOf(request, machine, best)
    }
  }
  const blocked = blockedAnswer(blanks)
  const reasons: readonly PlanReason[] = mayWork ? [{ code: 'stopped', params: { states } }] : blocked.reasons
  return { ...blocked, reasons, helps: helpsOf(request, machine, shares, blanks) }
}

const isComplete = ({ checker }: ProblemKit): boolean => checker.kit.missing.length === 0

/** All sets of tools together. */
const kitsOfAny = (blank: BrakeBlank, complete: boolean): readonly ProblemKit[] =>
  withHem(blank, complete ? blank.plain.filter(isComplete) : blank.plain)

/** Whether any order works with all tools together; if none does, no set of them works. */
const anySetWorks = (blank: BrakeBlank, complete: boolean): boolean =>
  worksOnAny(blank.model, kitsOfAny(blank, complete))

/** What an order on one set of tools costs at least; `below`: no order on any set costs less. */
function* leastOnAny(
  blank: BrakeBlank,
  complete: boolean,
  below: number,
  states: number,
): Generator<PlanProgress, number> {
  const search = leastCost(anyKitProblem(blank.model, kitsOfAny(blank, complete), blank.settings), below)
  let next = search.next()
  while (next.done !== true) {
    yield { states: states + next.value.states, first: null }
    next = search.next()
  }
  return next.value
}

function answerOf(request: PlanRequest, machine: PressBrakeMachine, { blank, kits, order }: Best): PlanAnswer {
  const plan: Plan = planFrom(blank, kits, order, 'proven')
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
    const known = kits.every(
      ({ checker, flatten }) => flatten !== null || overTurn(request, turnDegOf(bend), checker.kit.v.vMm).known,
    )
    return known ? [] : [{ code: 'springback_unknown', params: { bendIndex } }]
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
  const needed = blank.model.steps.some(isForPlainTools)
  return needed && blank.plain.length === 0 ? { code: 'no_tools', params: { thicknessMm } } : null
}
