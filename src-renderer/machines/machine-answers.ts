// Which machines of the workshop can bend a sheet, each with its reasons and the planned order of bends. The machine of this station comes first. Pure.
import { ok } from '../../shared/base/result.ts'
import type { Result } from '../../shared/base/result.ts'
import { type Refusal } from '../../shared/bending/index.ts'
import { fit, type Fit, type FitWarning, type SheetToFit } from '../../shared/bending/fit/index.ts'
import {
  machineKeyOf,
  type CallOut,
  type MachineView,
  type OrderAnswer,
  type WorkshopView,
} from '../../shared/station-api/index.ts'

export interface MachineAnswer {
  machine: Pick<MachineView, 'pressBrakeId' | 'name' | 'kind'>
  /** The fit without the warnings that all machines share. */
  fit: Fit
  /** Undefined: not loaded yet. */
  order: OrderAnswer | undefined
}

export type Orders = CallOut<'bend_plan.orders'>['orders']

export interface MachineAnswers {
  machines: readonly MachineAnswer[]
  /** The warnings that all machines share. */
  warnings: readonly FitWarning[]
}

export type MachinesAndTables = Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>

/** Refuses a sheet with an invalid profile, with its field. */
export function machineAnswers(
  sheet: SheetToFit,
  tables: MachinesAndTables,
  ownBrakeId: string | null,
  orders: Orders = [],
): Result<MachineAnswers, Refusal> {
  const machines: MachineAnswer[] = []
  for (const machine of tables.machines) {
    const fitted = fit(sheet, machine.machine, tables)
    if (!fitted.ok) return fitted
    const order = orders.find((one) => one.machine === machineKeyOf(machine))?.order
    machines.push({ machine, fit: fitted.value, order })
  }
  const isOwn = ({ machine }: MachineAnswer): boolean => ownBrakeId !== null && machine.pressBrakeId === ownBrakeId
  const warnings = commonWarnings(machines)
  const common = new Set(warnings.map(keyOf))
  return ok({
    warnings,
    machines: machines
      .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
      .map((answer) => ({ ...answer, fit: withoutWarnings(answer.fit, common) })),
  })
}

const keyOf = (warning: FitWarning): string => JSON.stringify(warning)

const withoutWarnings = (fitted: Fit, common: ReadonlySet<string>): Fit => ({
  ...fitted,
  warnings: fitted.warnings.filter((warning) => !common.has(keyOf(warning))),
})

function commonWarnings([first, ...others]: readonly MachineAnswer[]): FitWarning[] {
  return (first?.fit.warnings ?? []).filter((warning) =>
    others.every((other) => other.fit.warnings.some((one) => keyOf(one) === keyOf(warning))),
  )
}
