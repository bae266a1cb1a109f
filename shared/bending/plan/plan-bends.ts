// The planner: chooses the kind of machine, and has the functions that callers use. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { runToEnd } from '../../base/run-to-end.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { validateProfile } from '../profile/index.ts'
import type { Mm } from '../units.ts'
import { validateSection } from '../section/index.ts'
import { checkOrderOnBrake, planOnBrake } from './press-brake/index.ts'
import { checkOrderOnFolder, planOnFolder } from './folding-machine/index.ts'
import type { PlanReason } from './plan-reason.ts'
import { inputsText } from './plan-inputs.ts'
import type { CheckedOrder, OrderedStep, OrderVerdict, Plan, PlanAnswer, PlanStep } from './plan.ts'
import type { PlanProgress, PlanRequest } from './plan-request.ts'

/**
 * The cheapest order in which the machine can bend the profile, with the proof that no other is cheaper. The caller drives the search:
 * each `next()` is a small piece of work, and a search that is left early has no effect. `first` of a progress is a plan that works
 * and may be replaced by a cheaper one. An invalid profile is refused by its field.
 */
export function* planBends(request: PlanRequest): Generator<PlanProgress, Result<PlanAnswer, Refusal>> {
  const sound = validateProfile(request.profile)
  if (!sound.ok) return sound
  const never = impossibleProfile(request)
  if (never !== null) return ok({ kind: 'impossible', bestOrder: null, reasons: [never], remedies: [] })
  const { machine } = request
  return ok(yield* machine.kind === 'folder' ? planOnFolder(request, machine) : planOnBrake(request, machine))
}

/** More bends than this are not planned. */
const most = 16

/** A stop face that meets a standing flange is nearer to the bend line than the flange is long, by less than this. */
const mostBesideFlangeMm: Mm = 100

/** The first bend between two flanges that are longer than the backgauge reaches. */
function outOfReach({ profile, machine }: PlanRequest): PlanReason | null {
  const { backgaugeMinMm: minMm, backgaugeMaxMm: maxMm } = machine
  for (const bendIndex of profile.bends.keys()) {
    const lengths = profile.flanges.slice(bendIndex, bendIndex + 2).map(({ lengthMm }) => lengthMm)
    const nearestMm = Math.min(...lengths)
    if (nearestMm > maxMm + mostBesideFlangeMm)
      return { code: 'gauge_out_of_reach', params: { bendIndex, nearestMm, minMm, maxMm } }
  }
  return null
}

/** Why no order is searched; null: one may exist. */
function impossibleProfile(request: PlanRequest): PlanReason | null {
  const { profile } = request
  const flangeIndex = profile.flanges.findIndex(
    ({ lengthMm, endLengthMm }) => endLengthMm !== null && endLengthMm !== lengthMm,
  )
  if (flangeIndex !== -1) return { code: 'tapered', params: { flangeIndex } }
  const steps = profile.bends.length + profile.bends.filter(({ hem }) => hem !== null).length
  if (steps > most) return { code: 'too_many_bends', params: { bends: steps, most } }
  const crossing = validateSection(profile)
  if (crossing.ok) return outOfReach(request)
  const index = /\[(\d+)\]/.exec(crossing.error.field)?.[1]
  return { code: 'crosses_itself', params: { bendIndex: Math.max(0, Number(index ?? 0) - 1) } }
}

/** The whole answer at once, without returns in between. */
export const planNow = (request: PlanRequest): Result<PlanAnswer, Refusal> => runToEnd(planBends(request))

export type OrderCheckResult = Result<CheckedOrder & Pick<OrderVerdict, 'missing' | 'reasons'>, Refusal>

/**
 * A user's order, on the tools on which the fewest of its steps are blocked: every blocked step is named with all its reasons. Refuses
 * an order that does not name every step once, and a machine without tools for the blank. The caller drives the check, as `planBends`.
 */
export function* orderCheck(
  request: PlanRequest,
  order: readonly OrderedStep[],
): Generator<PlanProgress, OrderCheckResult> {
  const verdict = yield* checked(request, order, true)
  if (!verdict.ok) return verdict
  const { order: checkedOrder, missing, reasons } = verdict.value
  return checkedOrder === null ? noToolsRefusal : ok({ ...checkedOrder, missing, reasons })
}

/** As `orderCheck`, without returns in between. */
export const checkOrder = (request: PlanRequest, order: readonly OrderedStep[]): OrderCheckResult =>
  runToEnd(orderCheck(request, order))

const noToolsRefusal = refuse('machine', 'outside', 'the machine has no tools for this blank')

/**
 * A user's order in place of the planner's: a plan with the proof `manual`, or `impossible` with the order and the reasons of its blocked
 * steps, or with why the machine has no tools for it. Refuses an order that does not name every step once. The caller drives the check, as
 * `planBends`.
 */
export function* planInOrder(
  request: PlanRequest,
  order: readonly OrderedStep[],
): Generator<PlanProgress, Result<PlanAnswer, Refusal>> {
  const verdict = yield* checked(request, order, true)
  if (!verdict.ok) return verdict
  const { order: bestOrder, missing, reasons } = verdict.value
  if (bestOrder === null) return ok({ kind: 'impossible', bestOrder, reasons, remedies: [] })
  const { steps, blocked, stations, cost } = bestOrder
  const never = impossibleProfile(request)
  const against = [...(never === null ? [] : [never]), ...blocked.flatMap((step) => step.reasons)]
  if (against.length > 0) return ok({ kind: 'impossible', bestOrder, reasons: against, remedies: [] })
  const plan: Plan = { steps, stations, cost, proof: 'manual', inputs: inputsText(request) }
  return ok(
    missing.length === 0 && reasons.length === 0
      ? { kind: 'works', plan }
      : { kind: 'not_known', missing, reasons, plan },
  )
}

/** As `planInOrder`, without returns in between. */
export const planInOrderNow = (request: PlanRequest, order: readonly OrderedStep[]): Result<PlanAnswer, Refusal> =>
  runToEnd(planInOrder(request, order))

/** One step after the steps before it, with its gauge and its clearance, and every reason that blocks it; none: it is possible. */
export function checkStep(
  request: PlanRequest,
  before: readonly OrderedStep[],
  step: OrderedStep,
): Result<{ readonly step: PlanStep; readonly reasons: readonly PlanReason[] }, Refusal> {
  const order = runToEnd(checked(request, [...before, step], false))
  if (!order.ok) return order
  if (order.value.order === null) return noToolsRefusal
  const { steps, blocked } = order.value.order
  const last = steps.at(-1)
  if (last === undefined) return refuse('order', 'contradicts', 'the step is not one of the blank')
  return ok({ step: last, reasons: blocked.find((one) => one.step === before.length)?.reasons ?? [] })
}

function* checked(
  request: PlanRequest,
  order: readonly OrderedStep[],
  whole: boolean,
): Generator<PlanProgress, Result<OrderVerdict, Refusal>> {
  const sound = validateProfile(request.profile)
  if (!sound.ok) return sound
  const { machine } = request
  return machine.kind === 'press_brake'
    ? yield* checkOrderOnBrake(request, machine, order, whole)
    : checkOrderOnFolder(request, machine, order, whole)
}
