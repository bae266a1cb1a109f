// What a program of a sheet is made from. The machine, its tools and the split are read once, before the plan is searched: a file that
// changes during the search must not give the old plan with the new machine.
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Link } from '../../brake/index.ts'
import type { ProgramPlan } from '../bend-plans/index.ts'
import type { ProgramSources } from './brake-program.ts'

/** The machine for which a sheet is planned. */
export interface PlanPlace {
  readonly workshop: ProgramSources['workshop']
  /** The brake of the station; null: the brake that the sheet is planned for. */
  readonly ownBrakeId: string | null
}

export interface SourceParts {
  readonly ledger: Pick<ProgramSources, 'programs' | 'corrections' | 'gaugeCorrections'> & {
    readonly plans: Pick<Ledger['plans'], 'splitOf'>
    readonly operators: Pick<Ledger['operators'], 'find'>
  }
  readonly workshop: () => ProgramSources['workshop']
  readonly ownBrakeId: () => string | null
  /** The plan of a sheet at this machine. Reads what people chose for the sheet before it returns. Never rejects. */
  readonly planOf: (sheet: Sheet, place: PlanPlace) => Promise<ProgramPlan>
}

export async function programSources(
  { ledger, workshop, ownBrakeId, planOf }: SourceParts,
  { greatestSteps, stepFields }: Pick<Link['capabilities'], 'greatestSteps' | 'stepFields'>,
  sheet: Sheet,
): Promise<ProgramSources> {
  const place: PlanPlace = { workshop: workshop(), ownBrakeId: ownBrakeId() }
  const split = ledger.plans.splitOf(sheet.id, drawingHash(sheet))
  const planned = await planOf(sheet, place)
  return {
    ...place,
    ...planned,
    split,
    programs: ledger.programs,
    corrections: ledger.corrections,
    gaugeCorrections: ledger.gaugeCorrections,
    initialsOf: (operatorId) => ledger.operators.find(operatorId)?.initials ?? null,
    greatestSteps,
    stepFields,
  }
}
