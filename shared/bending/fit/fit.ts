// Which machine can take a sheet, and why not: the one question, put to either kind of machine. Pure.
import { good } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { folderFit } from './folder-fit.ts'
import { commonRefusals, fitFrom } from './machine-fit.ts'
import type { Machine } from './machine.ts'
import type { HemForceTable, MaterialTable } from './material.ts'
import { pressBrakeFit } from './press-brake-fit.ts'
import type { Fit, FitRefusal } from './reason.ts'
import { plateToFit } from './sheet-to-fit.ts'
import type { PlateToFit, SheetToFit } from './sheet-to-fit.ts'
import type { Tooling } from './tooling.ts'

/** Null: the workshop's file cannot be read, so nobody knows. */
export interface FitTables {
  readonly tools: Tooling | null
  readonly materials: MaterialTable | null
  readonly hemForces: HemForceTable | null
}

/**
 * Whether a machine can take a sheet: yes, no with every reason, or unknown with what is not known. Of a machine that no file
 * describes (null) nothing is known; without a table that its answer rests on, only what its own limits refuse. A tool that the
 * machine names and the tooling lacks is no tool. It answers limits, tools and force; whether the folded parts collide with the
 * machine is not asked here. A profile that cannot be is refused by its field.
 */
export function fit(sheet: SheetToFit, machine: Machine | null, tables: FitTables): Outcome<Fit> {
  const plate = plateToFit(sheet, tables.materials)
  if (!plate.ok) return plate
  const { tools, materials, hemForces } = tables
  if (machine === null) return good(known(plate.value, [], ['machine_unknown']))
  if (machine.kind === 'folder' && materials !== null) return good(folderFit(plate.value, machine))
  if (machine.kind === 'press_brake' && materials !== null && tools !== null)
    return good(pressBrakeFit(plate.value, machine, tools, hemForces))
  return good(
    known(plate.value, commonRefusals(plate.value, machine), [
      ...(materials === null ? (['materials_unknown'] as const) : []),
      ...(machine.kind === 'press_brake' && tools === null ? (['tools_unknown'] as const) : []),
    ]),
  )
}

type Lacking = 'machine_unknown' | 'tools_unknown' | 'materials_unknown'

const known = ({ warnings }: PlateToFit, refusals: readonly FitRefusal[], lacking: readonly Lacking[]): Fit =>
  fitFrom({
    refusals,
    doubts: lacking.map((code) => ({ code, params: {} })),
    warnings,
    vMm: null,
    forceKn: null,
  })
