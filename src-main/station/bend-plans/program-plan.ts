// The plan from which a program is built: searched now, and in the order that a person keeps. Starts a search.
import type { PlanRequest } from '../../../shared/bending/plan/index.ts'
import type { MachineView, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Sheet } from '../../ledger/index.ts'
import type { BendPlans, PlanOutcome } from './bend-plans.ts'
import { chosenRequest, type SheetChoices } from './chosen-request.ts'

export interface ProgramPlan {
  readonly plan: PlanOutcome
  /** The request to the planner; null: there was none. */
  readonly planRequest: PlanRequest | null
  /** The plan is in the order that a person keeps. */
  readonly isOwnOrder: boolean
}

/** The plan of a sheet at a machine. Reads what people chose for the sheet before it returns. Never rejects. */
export async function programPlan(
  { plans, ...choices }: SheetChoices & { readonly plans: Pick<BendPlans, 'planNow'> },
  sheet: Sheet,
  view: MachineView | null,
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
): Promise<ProgramPlan> {
  const keyed = chosenRequest(sheet, view, tables, choices)
  if (!keyed.ok) return { plan: keyed, planRequest: null, isOwnOrder: false }
  const { request, order } = keyed.value
  return { plan: await plans.planNow(keyed.value), planRequest: request, isOwnOrder: order !== null }
}
