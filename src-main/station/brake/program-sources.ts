// What a program of a sheet is made from. The machine, its tools and the split are read once, before the plan is searched: a file that
// changes during the search must not give the old plan with the new machine.
import { machineKeyOf, type MachineView, type WorkshopView } from '../../../shared/station-api/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Link } from '../../brake/index.ts'
import type { ProgramPlan } from '../bend-plans/index.ts'
import type { ProgramSources } from './brake-program.ts'

/** The machine for which a program is made. */
export interface PlanPlace {
  readonly workshop: ProgramSources['workshop']
  /** Null: no file of the workshop describes it, or there is none. */
  readonly machine: MachineView | null
}

export interface SourceParts {
  readonly ledger: Pick<ProgramSources, 'programs' | 'corrections' | 'gaugeCorrections'> & {
    readonly plans: Pick<Ledger['plans'], 'splitOf'>
    readonly operators: Pick<Ledger['operators'], 'find'>
  }
  readonly workshop: () => ProgramSources['workshop'] & Pick<WorkshopView, 'machines'>
  /** The key of the machine at which this station bends a sheet; null: none. */
  readonly machineFor: (sheet: Sheet) => string | null
  /** The plan of a sheet at this machine. Reads what people chose for the sheet before it returns. Never rejects. */
  readonly planOf: (sheet: Sheet, place: PlanPlace) => Promise<ProgramPlan>
}

export async function programSources(
  { ledger, workshop, machineFor, planOf }: SourceParts,
  { greatestSteps, stepFields }: Pick<Link['capabilities'], 'greatestSteps' | 'stepFields'>,
  sheet: Sheet,
): Promise<ProgramSources> {
  const [tables, key] = [workshop(), machineFor(sheet)]
  const machine = tables.machines.find((one) => machineKeyOf(one) === key) ?? null
  const place: PlanPlace = { workshop: tables, machine }
  const split = ledger.plans.splitOf(sheet.id, drawingHash(sheet))
  const planned = await planOf(sheet, place)
  return {
    ...place,
    ...planned,
    pressBrakeId: machine === null ? key : machine.pressBrakeId,
    split,
    programs: ledger.programs,
    corrections: ledger.corrections,
    gaugeCorrections: ledger.gaugeCorrections,
    initialsOf: (operatorId) => ledger.operators.find(operatorId)?.initials ?? null,
    greatestSteps,
    stepFields,
  }
}
