// What the planner is asked for a sheet at a machine, and the key under which its answer is stored. Pure but for Node's hash.
import { hash } from 'node:crypto'
import { failed, ok, type Result } from '../../../shared/base/result.ts'
import type { PlanRequest } from '../../../shared/bending/plan/index.ts'
import type { Machine, Tooling } from '../../../shared/bending/fit/index.ts'
import { allowancesOfLines } from '../../../shared/bending/index.ts'
import { madeOf, type Split } from '../../../shared/planning/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'

export interface KeyedPlanRequest {
  /** Covers drawing, profile, machine, tools and material by content. */
  readonly key: string
  readonly request: PlanRequest
}

export type NoPlanRequest = { readonly code: 'no_machine' | 'no_tools'; readonly message: string }

const noTooling: Tooling = { source: '', dies: [], punches: [], hemmingTools: [] }

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
  { tools, materials }: Pick<WorkshopView, 'tools' | 'materials'>,
  split: Split | null,
): Result<KeyedPlanRequest, NoPlanRequest> {
  if (machine === null) return failed({ code: 'no_machine', message: 'no file of the workshop describes this machine' })
  if (tools === null && machine.kind === 'press_brake')
    return failed({ code: 'no_tools', message: 'the workshop’s file of tools cannot be read' })
  const { profile, unfolding } = sheet
  // the machine bends the lengths of a split sheet
  const { lengthMm, pieces } = split === null ? sheet : madeOf(sheet, split.pieces)
  const lengths = pieces.flatMap((piece) => [piece.lengthMm, piece.endLengthMm ?? piece.lengthMm])
  const { thicknessMm, flanges, bends } = profile
  const shape = { thicknessMm, flanges, bends }
  const allowancesMm = allowancesOfLines(shape, unfolding.bendLines)
  const request: PlanRequest = {
    profile: shape,
    ...(allowancesMm === null ? {} : { neutral: { allowancesMm } }),
    lengthMm: Math.max(lengthMm, ...lengths),
    material: materials?.materials.find(({ material }) => material === profile.material) ?? null,
    machine,
    tools: tools ?? noTooling,
  }
  const { machine: _machine, tools: _tools, ...own } = request
  const content = [drawingHash(sheet), own, digestOf(machine), digestOf(request.tools)]
  return ok({ key: hash('sha256', JSON.stringify(content), 'hex'), request })
}
