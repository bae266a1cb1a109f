// The stored plans of a sheet: their steps, and the answers that lists, the plan and exports show. Starts no search.
import { fit } from '../../../shared/bending/fit/index.ts'
import type { CodedReason } from '../../../shared/bending/index.ts'
import { isNotPlanned, type Plan, type PlanRequest } from '../../../shared/bending/plan/index.ts'
import { asMade, type Split } from '../../../shared/planning/index.ts'
import {
  machineKeyOf,
  type MachineView,
  type OrderAnswer,
  type PlanReasonView,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import type { Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { BendPlans, PlanOutcome } from './bend-plans.ts'
import { inKeptOrder } from './kept-order.ts'
import { chosenRequest, type SheetChoices } from './chosen-request.ts'
import { planRequestOf } from './plan-request.ts'

/** Computes what identifies the plan once; each call of the returned function reads the order and the answer that are stored then. */
export function orderReader(
  { plans, orderOf }: Omit<SheetOrderParts, 'splitOf'>,
  sheet: Sheet,
  view: MachineView,
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
  split: Split | null,
): () => OrderAnswer {
  const planRequest = planRequestOf(sheet, view.machine, tables, split)
  if (!planRequest.ok) {
    const answer = unknownWithout(planRequest.error.code === 'no_machine' ? 'machine' : 'tools')
    return () => answer
  }
  const machine = machineKeyOf(view)
  return () => {
    const chosen = inKeptOrder(planRequest.value, sheet, machine, orderOf)
    return orderAnswerOf(plans.stored(chosen), chosen.order !== null)
  }
}

export interface SheetOrderParts extends SheetChoices {
  readonly plans: Pick<BendPlans, 'stored'>
}

/** The answers of every machine of the workshop for a sheet, by the machine's key. */
export function ordersOfSheet(
  parts: SheetOrderParts,
  sheet: Sheet,
  tables: Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>,
): Map<string, OrderAnswer> {
  const split = parts.splitOf(sheet.id, drawingHash(sheet))
  return new Map(tables.machines.map((view) => [machineKeyOf(view), orderReader(parts, sheet, view, tables, split)()]))
}

/**
 * The stored plan of a sheet at the machine that it is planned for, with its stations and its request. Null: none is stored, no order works,
 * or the machine cannot bend the sheet.
 */
export function storedPlanOf(
  { plans, machineOf, ...choices }: SheetOrderParts & { readonly machineOf: Plans['machineOf'] },
  sheet: Sheet,
  tables: Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>,
): (Pick<Plan, 'steps' | 'stations'> & { request: PlanRequest }) | null {
  const machine = machineOf(sheet)
  const view = tables.machines.find((one) => machineKeyOf(one) === machine) ?? null
  const planRequest = chosenRequest(sheet, view, tables, choices)
  const outcome = planRequest.ok ? plans.stored(planRequest.value) : null
  if (!planRequest.ok || outcome === null || !outcome.ok || outcome.value.kind !== 'works') return null
  const split = choices.splitOf(sheet.id, drawingHash(sheet))
  const fitted = fit(asMade(sheet, split), view?.machine ?? null, tables)
  if (!fitted.ok || fitted.value.fits === false) return null
  const { steps, stations } = outcome.value.plan
  return { request: planRequest.value.request, steps, stations }
}

/** A reason as the contract has it. */
export const reasonView = ({ code, params }: CodedReason): PlanReasonView => ({ code, params: { ...params } })

/** `isOwn`: the outcome is that of the order that a person keeps. Null: no answer is stored. */
export function orderAnswerOf(outcome: PlanOutcome | null, isOwn: boolean): OrderAnswer {
  if (outcome === null) return { kind: 'not_planned_yet' }
  // a failure is not stored, so this is an invalid profile
  if (!outcome.ok) return unknownWithout('sound_sheet')
  const answer = outcome.value
  if (answer.kind === 'works') {
    const { steps, cost } = answer.plan
    const { flips, halfTurns, setUpChanges } = cost
    const toolChanges = cost.toolChanges - setUpChanges
    const strokes = steps.reduce((sum, step) => sum + step.strokes, 0)
    return { kind: 'works', isOwn, handling: { strokes, flips, halfTurns, toolChanges, setUpChanges } }
  }
  const reasons = answer.reasons.map(reasonView)
  if (answer.kind === 'not_known')
    return { kind: 'not_known', isOwn, lacking: null, missing: answer.missing.map((one) => ({ ...one })), reasons }
  return isNotPlanned(reasons)
    ? { kind: 'not_known', isOwn, lacking: null, missing: [], reasons }
    : { kind: 'impossible', isOwn, reasons }
}

const unknownWithout = (lacking: Extract<OrderAnswer, { kind: 'not_known' }>['lacking']): OrderAnswer => ({
  kind: 'not_known',
  isOwn: false,
  lacking,
  missing: [],
  reasons: [],
})
