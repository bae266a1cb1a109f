// The order of bends that a person keeps for a sheet at a machine, in place of the planner's: whether it still holds, and the request that
// has the station check it. Pure except for Node's hash.
import { hash } from 'node:crypto'
import { inputsText, type OrderedStep, type PlanRequest } from '../../../shared/bending/plan/index.ts'
import type { KeptOrderView } from '../../../shared/station-api/index.ts'
import type { BendOrders, KeptBendOrder, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { KeyedPlanRequest } from './plan-request.ts'

/** SHA-256, in hex, of everything that a plan depends on. */
export const inputsDigest = (request: PlanRequest): string => hash('sha256', inputsText(request), 'hex')

/** Whether a kept order is the plan, or why it is discarded. Null as a request: the sheet cannot be planned there any more. */
export function stateOfKept(
  storedOrder: KeptBendOrder,
  sheet: Sheet,
  request: PlanRequest | null,
): KeptOrderView['state'] {
  if (storedOrder.drawingHash !== drawingHash(sheet)) return 'drawing_changed'
  return request !== null && storedOrder.inputs === inputsDigest(request) ? 'used' : 'inputs_changed'
}

/** The request that checks this order instead of searching one. */
export const inOrder = ({ key, request }: KeyedPlanRequest, order: readonly OrderedStep[]): KeyedPlanRequest => ({
  key: hash('sha256', JSON.stringify([key, order]), 'hex'),
  request,
  order,
})

/** The request with the order that is kept for the sheet at the machine; unchanged where none is kept, or it is discarded. */
export function inKeptOrder(
  planned: KeyedPlanRequest,
  sheet: Sheet,
  machine: string,
  orderOf: BendOrders['of'],
): KeyedPlanRequest {
  const storedOrder = orderOf(sheet.id, machine)
  if (storedOrder === null || stateOfKept(storedOrder, sheet, planned.request) !== 'used') return planned
  return inOrder(planned, storedOrder.steps)
}
