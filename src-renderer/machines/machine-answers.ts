// Which of the workshop's machines can take a sheet, each with its reasons, the station's own machine first. Pure.
import { good, type Outcome } from '../../shared/bending/index.ts'
import { fit, type Fit, type FitWarning, type SheetToFit } from '../../shared/bending/fit/index.ts'
import type { MachineView, WorkshopView } from '../../shared/station-api/index.ts'

export interface MachineAnswer {
  machine: Pick<MachineView, 'pressBrakeId' | 'name' | 'kind'>
  /** Without what every machine would warn of: that is said once. */
  fit: Fit
}

export interface MachineAnswers {
  machines: readonly MachineAnswer[]
  /** Of the sheet, on whichever machine. */
  warnings: readonly FitWarning[]
}

export type MachinesAndTables = Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>

/** Refuses a sheet whose profile cannot be, by its field. */
export function machineAnswers(
  sheet: SheetToFit,
  tables: MachinesAndTables,
  ownBrakeId: string | null,
): Outcome<MachineAnswers> {
  const machines: MachineAnswer[] = []
  for (const machine of tables.machines) {
    const fitted = fit(sheet, machine.machine, tables)
    if (!fitted.ok) return fitted
    machines.push({ machine, fit: fitted.value })
  }
  const isOwn = ({ machine }: MachineAnswer): boolean => ownBrakeId !== null && machine.pressBrakeId === ownBrakeId
  const warnings = commonWarnings(machines)
  const common = new Set(warnings.map(keyOf))
  return good({
    warnings,
    machines: machines
      .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
      .map((answer) => ({ ...answer, fit: without(answer.fit, common) })),
  })
}

const keyOf = (warning: FitWarning): string => JSON.stringify(warning)

const without = (fitted: Fit, common: ReadonlySet<string>): Fit => ({
  ...fitted,
  warnings: fitted.warnings.filter((warning) => !common.has(keyOf(warning))),
})

function commonWarnings([first, ...others]: readonly MachineAnswer[]): FitWarning[] {
  return (first?.fit.warnings ?? []).filter((warning) =>
    others.every((other) => other.fit.warnings.some((one) => keyOf(one) === keyOf(warning))),
  )
}
