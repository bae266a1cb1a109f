// The request to the planner for a sheet at a machine with what people chose for it: the lengths of a split, and a kept order. Pure.
import { ok, type Result } from '../../../shared/base/result.ts'
import type { NoPlanRequest } from '../../../shared/planning/index.ts'
import { machineKeyOf, type MachineView, type WorkshopView } from '../../../shared/station-api/index.ts'
import type { BendOrders, Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import { inKeptOrder } from './kept-order.ts'
import { planRequestOf, type KeyedPlanRequest } from './plan-request.ts'

/** What people chose for sheets that a plan depends on. */
export interface SheetChoices {
  /** The lengths into which a drawing of a sheet is split. */
  readonly splitOf: Plans['splitOf']
  readonly orderOf: BendOrders['of']
}

/** The request for a sheet at a machine, with the split and the order that people chose for it. */
export function chosenRequest(
  sheet: Sheet,
  view: MachineView | null,
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
  { splitOf, orderOf }: SheetChoices,
): Result<KeyedPlanRequest, NoPlanRequest> {
  const planRequest = planRequestOf(sheet, view?.machine ?? null, tables, splitOf(sheet.id, drawingHash(sheet)))
  return planRequest.ok && view !== null
    ? ok(inKeptOrder(planRequest.value, sheet, machineKeyOf(view), orderOf))
    : planRequest
}
