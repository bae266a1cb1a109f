// Which machine can take a sheet, and why not: the one question, put to either kind of machine. Pure.
import { good } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { folderFit } from './folder-fit.ts'
import type { Machine } from './machine.ts'
import { pressBrakeFit } from './press-brake-fit.ts'
import type { Fit } from './reason.ts'
import { plateToFit } from './sheet-to-fit.ts'
import type { SheetToFit, WorkshopTables } from './sheet-to-fit.ts'
import type { Tooling } from './tooling.ts'

export interface FitTables extends WorkshopTables {
  readonly tools: Tooling
}

/**
 * Whether a machine can take a sheet: yes, no with every reason, or unknown with what is not known. A tool that the machine
 * names and the tooling lacks is no tool. It answers limits, tools and force; whether the folded parts collide with the
 * machine is not asked here. A profile that cannot be is refused by its field.
 */
export function fit(sheet: SheetToFit, machine: Machine, tables: FitTables): Outcome<Fit> {
  const plate = plateToFit(sheet, tables)
  if (!plate.ok) return plate
  if (machine.kind === 'folder') return good(folderFit(plate.value, machine))
  return good(pressBrakeFit(plate.value, machine, tables.tools, tables.hemForces))
}
