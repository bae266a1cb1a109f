// Whether a machine can bend a sheet, and why not, for both kinds of machine. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import type { Refusal } from '../refusal.ts'
import { folderFit } from './folding-machine-fit.ts'
import { commonRefusals, fitFrom, noTools } from './machine-fit.ts'
import type { Machine } from './machine.ts'
import type { HemForceTable, MaterialTable } from './material.ts'
import { pressBrakeFit } from './press-brake-fit.ts'
import type { Fit, FitRefusal } from './reason.ts'
import { blankToFit } from './sheet-to-fit.ts'
import type { BlankToFit, SheetToFit } from './sheet-to-fit.ts'
import type { Tooling } from './tools/index.ts'

/** Null: the workshop's file cannot be read, so its figures are unknown. */
export interface FitTables {
  readonly tools: Tooling | null
  readonly materials: MaterialTable | null
  readonly hemForces: HemForceTable | null
}

/**
 * Whether a machine can bend a sheet: yes, no with every reason, or unknown with every doubt. A machine without a file (null) is unknown.
 * Without a table that it needs, the machine can only refuse by its own limits. A tool that the machine names and the tooling does not
 * have is ignored. Covers limits, tools and force; collisions of the folded parts with the machine are not covered. An invalid profile is
 * refused by its field.
 */
export function fit(sheet: SheetToFit, machine: Machine | null, tables: FitTables): Result<Fit, Refusal> {
  const blank = blankToFit(sheet, tables.materials)
  if (!blank.ok) return blank
  const { tools, materials, hemForces } = tables
  if (machine === null) return ok(fitWithout(blank.value, [], ['machine_unknown']))
  if (machine.kind === 'folder' && materials !== null) return ok(folderFit(blank.value, machine))
  if (machine.kind === 'press_brake' && materials !== null && tools !== null)
    return ok(pressBrakeFit(blank.value, machine, tools, hemForces))
  return ok(
    fitWithout(blank.value, commonRefusals(blank.value, machine), [
      ...(materials === null ? (['materials_unknown'] as const) : []),
      ...(machine.kind === 'press_brake' && tools === null ? (['tools_unknown'] as const) : []),
    ]),
  )
}

type Lacking = 'machine_unknown' | 'tools_unknown' | 'materials_unknown'

const fitWithout = ({ warnings }: BlankToFit, refusals: readonly FitRefusal[], lacking: readonly Lacking[]): Fit =>
  fitFrom({
    refusals,
    uncertainties: lacking.map((code) => ({ code, params: {} })),
    warnings,
    tools: noTools,
    forceKn: null,
  })
