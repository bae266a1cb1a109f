// The request to the planner for a sheet at a machine, and the key under which its answer is stored. Pure except for Node's hash.
import { hash } from 'node:crypto'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { OrderedStep, PlanRequest } from '../../../shared/bending/plan/index.ts'
import { asMade, bendPlanRequest, type NoPlanRequest, type Split } from '../../../shared/planning/index.ts'
import type { MachineView, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'

export interface KeyedPlanRequest {
  /** Covers drawing, profile, machine, tools and material by content, and the order. */
  readonly key: string
  readonly request: PlanRequest
  /** The order that a person keeps; null: the planner searches one. */
  readonly order: readonly OrderedStep[] | null
}

const digests = new WeakMap<object, string>()

/** The outlines of machines and tools are long, and the same for every sheet of a day. */
function digestOf(table: object): string {
  const digest = digests.get(table) ?? hash('sha256', JSON.stringify(table), 'hex')
  digests.set(table, digest)
  return digest
}

/** The request for the planner's own order, whatever a person keeps. */
export function planRequestOf(
  sheet: Sheet,
  machine: MachineView['machine'],
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
  split: Split | null,
): Result<KeyedPlanRequest, NoPlanRequest> {
  const planRequest = bendPlanRequest(asMade(sheet, split), machine, tables)
  if (!planRequest.ok) return planRequest
  const { machine: ownMachine, tools, ...sheetRequest } = planRequest.value
  const content = [drawingHash(sheet), sheetRequest, digestOf(ownMachine), digestOf(tools)]
  return ok({ key: hash('sha256', JSON.stringify(content), 'hex'), request: planRequest.value, order: null })
}
