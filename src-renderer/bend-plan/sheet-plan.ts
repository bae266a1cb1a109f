// The bend plan of a sheet as the screens show it. Pure types.
import type { Fit } from '../../shared/bending/fit/index.ts'
import type { PlanRequest } from '../../shared/bending/plan/index.ts'
import type { BendPlanView } from '../../shared/station-api/index.ts'

export interface SheetPlan extends Pick<BendPlanView, 'answer' | 'keptOrder' | 'machine'> {
  readonly sheetId: string
  readonly drawingVersion: number
  readonly machineName: string
  /** Null: no file of the workshop describes the machine. */
  readonly request: PlanRequest | null
  /** Why the machine cannot bend the sheet in any order: its length, its force and the like; empty: it can, or that is not known. */
  readonly refusals: Fit['reasons']
}
