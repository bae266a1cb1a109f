// The data of the tables of a day. Pure.
import type { FitTables } from '../../../shared/bending/fit/index.ts'
import {
  bendStateOf,
  type BendState,
  type EntryView,
  type MachineView,
  type OrderAnswer,
  type PlanMachine,
  type PlannedSheet,
} from '../../../shared/station-api/index.ts'
import type { Cell } from './csv-file.ts'

interface DayPlan {
  readonly sheets: readonly PlannedSheet[]
  readonly machines: readonly PlanMachine[]
  /** Other stations have the plan, too. */
  readonly isShared: boolean
}

/** The rows of a day in the order of the screen, for one brake or for all, and the names of the brakes. */
export interface Day {
  readonly lines: readonly EntryView[]
  readonly brakes: readonly { readonly id: string; readonly name: string }[]
  /** The positions of unreadable rows in the list, from 1. */
  readonly malformed: readonly number[]
  /** The sheets that a planner selected, in that order; absent: no selection. */
  readonly plan?: DayPlan | undefined
}

/** The workshop's machines, and the tables from which their fit follows. */
export interface Equipment {
  readonly machines: readonly MachineView[]
  readonly tables: FitTables
}

/** The planned orders of bends, by the sheet's id and the machine's key. */
export type Orders = ReadonlyMap<string, ReadonlyMap<string, OrderAnswer>>

export const orderOf = (orders: Orders, sheetId: string, machine: string | null): OrderAnswer | undefined =>
  machine === null ? undefined : orders.get(sheetId)?.get(machine)

export interface Column {
  /** The text of the reason. */
  readonly heading: string
  readonly cell: (line: EntryView) => Cell
}

export const stateOf = ({ entry, sheetState, mark, stop }: EntryView): BendState =>
  bendStateOf({ mark, sheetState, bent: entry.bent, approval: entry.approval, stop })

/** The name of a brake; its id if the service no longer lists it; empty if none is chosen. */
export const brakeName = ({ brakes }: Day, id: string | null): string =>
  id === null ? '' : (brakes.find((brake) => brake.id === id)?.name ?? id)

/** The heading, and one row for each row of the list. */
export const tableOf = (columns: readonly Column[], lines: readonly EntryView[]): Cell[][] => [
  columns.map(({ heading }) => heading),
  ...lines.map((line) => columns.map(({ cell }) => cell(line))),
]
