// What the planner is asked for a sheet at a machine, and the key under which its answer is stored. Pure but for Node's hash.
import { hash } from 'node:crypto'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { PlanRequest } from '../../../shared/bending/plan/index.ts'
import type { Machine } from '../../../shared/bending/fit/index.ts'
import { bendPlanRequest, madeOf, type NoPlanRequest, type Split } from '../../../shared/planning/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'

export interface KeyedPlanRequest {
  /** Covers drawing, profile, machine, tools and material by content. */
  readonly key: string
  readonly request: PlanRequest
}

const digests = new WeakMap<object, string>()

/** The outlines of machines and tools are long, and the same for every sheet of a day. */
function digestOf(table: object): string {
  const digest = digests.get(table) ?? hash('sha256', JSON.stringify(table), 'hex')
  digests.set(table, digest)
  return digest
}

export function planRequestOf(
  sheet: Sheet,
  machine: Machine | null,
  tables: Pick<WorkshopView, 'tools' | 'materials'>,
  split: Split | null,
): Result<KeyedPlanRequest, NoPlanRequest> {
  // the machine bends the lengths of a split sheet
  const asked = bendPlanRequest(sheet, split === null ? sheet : madeOf(sheet, split.pieces), machine, tables)
  if (!asked.ok) return asked
  const { machine: ownMachine, tools, ...own } = asked.value
  const content = [drawingHash(sheet), own, digestOf(ownMachine), digestOf(tools)]
  return ok({ key: hash('sha256', JSON.stringify(content), 'hex'), request: asked.value })
}

/** The request for a sheet at the machine of a press brake of the service, with the split that is stored for its drawing. */
export function planRequestAt(
  pressBrakeId: string | null,
  sheet: Sheet,
  tables: Pick<WorkshopView, 'machines' | 'tools' | 'materials'>,
  splitOf: Plans['splitOf'],
): Result<KeyedPlanRequest, NoPlanRequest> {
  const machine = tables.machines.find((one) => one.pressBrakeId === pressBrakeId)?.machine ?? null
  return planRequestOf(sheet, machine, tables, splitOf(sheet.id, drawingHash(sheet)))
}
