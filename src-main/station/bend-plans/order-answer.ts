// The stored plans of a sheet: their steps, and the answers that lists, the plan and exports show. Starts no search.
import type { Machine } from '../../../shared/bending/fit/index.ts'
import type { PlanRequest, PlanStep } from '../../../shared/bending/plan/index.ts'
import type { Split } from '../../../shared/planning/index.ts'
import type { MachineView, OrderAnswer, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { BendPlans, PlanOutcome } from './bend-plans.ts'
import { planRequestAt, planRequestOf } from './plan-request.ts'

/** Computes what identifies the plan once; each call of the returned function reads the answer that is stored then. */
export function orderReader(
  plans: Pick<BendPlans, 'stored'>,
  sheet: Sheet,
  machine: Machine | null,
  tables: Pick<WorkshopView, 'tools' | 'materials'>,
  split: Split | null,
): () => OrderAnswer {
  const asked = planRequestOf(sheet, machine, tables, split)
  if (!asked.ok) {
    const answer = unknownWithout(asked.error.code === 'no_machine' ? 'machine' : 'tools')
    return () => answer
  }
  const { key } = asked.value
  return () => orderAnswerOf(plans.stored({ key }))
}

export interface SheetOrderParts {
  readonly plans: Pick<BendPlans, 'stored'>
  readonly keyOf: (machine: MachineView) => string
  readonly splitOf: Plans['splitOf']
}

/** The answers of every machine of the workshop for a sheet, by the machine's key. */
export function ordersOfSheet(
  { plans, keyOf, splitOf }: SheetOrderParts,
  sheet: Sheet,
  tables: Pick<WorkshopView, 'machines' | 'tools' | 'materials'>,
): Map<string, OrderAnswer> {
  const split = splitOf(sheet.id, drawingHash(sheet))
  return new Map(tables.machines.map((view) => [keyOf(view), orderReader(plans, sheet, view.machine, tables, split)()]))
}

/** The stored plan of a sheet at the machine that it is planned for, with its request; null: none is stored, or no order works. */
export function storedPlanOf(
  { plans, splitOf }: Pick<SheetOrderParts, 'plans' | 'splitOf'>,
  sheet: Sheet,
  tables: Pick<WorkshopView, 'machines' | 'tools' | 'materials'>,
): { request: PlanRequest; steps: readonly PlanStep[] } | null {
  const asked = planRequestAt(sheet.pressBrakeId, sheet, tables, splitOf)
  const outcome = asked.ok ? plans.stored(asked.value) : null
  if (!asked.ok || outcome === null || !outcome.ok || outcome.value.kind !== 'works') return null
  return { request: asked.value.request, steps: outcome.value.plan.steps }
}

/** The planner does not plan these; a person may still bend them. */
const notPlanned: ReadonlySet<string> = new Set(['tapered', 'too_many_bends', 'stopped', 'springback_unknown'])

/** Null: no answer is stored. */
export function orderAnswerOf(outcome: PlanOutcome | null): OrderAnswer {
  if (outcome === null) return { kind: 'not_planned_yet' }
  // a failure is not stored, so this is an invalid profile
  if (!outcome.ok) return unknownWithout('sound_sheet')
  const answer = outcome.value
  if (answer.kind === 'works') {
    const { steps, cost } = answer.plan
    const { flips, halfTurns, toolChanges } = cost
    const strokes = steps.reduce((sum, step) => sum + step.strokes, 0)
    return { kind: 'works', handling: { strokes, flips, halfTurns, toolChanges } }
  }
  const reasons = answer.reasons.map(({ code, params }) => ({ code, params: { ...params } }))
  if (answer.kind === 'not_known')
    return { kind: 'not_known', lacking: null, missing: answer.missing.map((one) => ({ ...one })), reasons }
  return reasons.some(({ code }) => notPlanned.has(code))
    ? { kind: 'not_known', lacking: null, missing: [], reasons }
    : { kind: 'impossible', reasons }
}

const unknownWithout = (lacking: Extract<OrderAnswer, { kind: 'not_known' }>['lacking']): OrderAnswer => ({
  kind: 'not_known',
  lacking,
  missing: [],
  reasons: [],
})
