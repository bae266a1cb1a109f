// The calls about the bend plans of a sheet. A refusal is a CallError with its code.
import {
  bendPlanAnswer,
  CallError,
  type BendPlanAnswer,
  type MachineView,
  type Station,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import type { Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { BendPlans, PlanOutcome } from './bend-plans.ts'
import { ordersOfSheet } from './order-answer.ts'
import { planRequestOf } from './plan-request.ts'

export interface BendPlanParts {
  readonly plans: BendPlans
  readonly workshop: () => WorkshopView
  /** Throws CallError where the sheet is not here, or its drawing is another. */
  readonly sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  /** Throws CallError where the sheet is not here, or is malformed. */
  readonly readableSheet: (sheetId: string) => Sheet
  /** The machine of the station, otherwise the machine that the sheet is planned for; null: none. */
  readonly machineFor: (sheet: Sheet) => string | null
  readonly keyOf: (machine: MachineView) => string
  readonly splitOf: Plans['splitOf']
}

export type BendPlanHandlers = Pick<Station['handlers'], 'bend_plan.read' | 'bend_plan.orders'>

export const bendPlanHandlers = (parts: BendPlanParts): BendPlanHandlers => ({
  'bend_plan.read': async ({ sheetId, drawingVersion, machine }) => {
    const sheet = parts.sheetAsShown(sheetId, drawingVersion)
    const workshop = parts.workshop()
    const key = machine ?? parts.machineFor(sheet)
    const view = workshop.machines.find((one) => parts.keyOf(one) === key)
    if (machine !== null && view === undefined) throw new CallError('machine_unknown', `there is no machine ${machine}`)
    const request = planRequestOf(sheet, view?.machine ?? null, workshop, parts.splitOf(sheetId, drawingHash(sheet)))
    const answer: BendPlanAnswer = request.ok
      ? answerView(await parts.plans.planNow(request.value))
      : { kind: 'not_planned', ...request.error }
    return { machine: view === undefined ? null : key, drawingHash: drawingHash(sheet), answer }
  },
  'bend_plan.orders': ({ sheetId }) => {
    const orders = ordersOfSheet(parts, parts.readableSheet(sheetId), parts.workshop())
    return { orders: [...orders].map(([machine, order]) => ({ machine, order })) }
  },
})

function answerView(outcome: PlanOutcome): BendPlanAnswer {
  // the schema copies the answer, without its readonly types
  if (outcome.ok) return bendPlanAnswer.parse(outcome.value)
  const { code, message } = outcome.error
  const isFailure = code === 'failed' || code === 'cancelled'
  return { kind: 'not_planned', code: isFailure ? 'failed' : 'unsound', message }
}
