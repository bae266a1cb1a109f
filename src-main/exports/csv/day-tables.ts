// What the tables of a day are made of. Pure.
import type { FitTables } from '../../../shared/bending/fit/index.ts'
import {
  bendStateOf,
  type BendState,
  type EntryView,
  type MachineView,
  type PlanMachine,
  type PlannedSheet,
} from '../../../shared/station-api/index.ts'
import type { Cell } from './csv-file.ts'

/** A day's lines in the order of the screen, of one brake or of all, and who bends them. */
export interface Day {
  readonly lines: readonly EntryView[]
  readonly brakes: readonly { readonly id: string; readonly name: string }[]
  /** Where the list has lines that could not be read, from 1. */
  readonly malformed: readonly number[]
  /** What a planner chose here, in the planner's order; left out: nobody was asked. */
  readonly plan?: { readonly sheets: readonly PlannedSheet[]; readonly machines: readonly PlanMachine[] } | undefined
}

/** What the workshop knows of its machines. */
export interface Hall {
  readonly machines: readonly MachineView[]
  readonly tables: FitTables
}

export interface Column {
  /** In words. */
  readonly heading: string
  readonly cell: (line: EntryView) => Cell
}

export const stateOf = ({ entry, sheetState, mark, stop }: EntryView): BendState =>
  bendStateOf({ mark, sheetState, bent: entry.bent, approval: entry.approval, stop })

/** The name of a brake; its id where the service names it no more; empty where none was chosen. */
export const brakeName = ({ brakes }: Day, id: string | null): string =>
  id === null ? '' : (brakes.find((brake) => brake.id === id)?.name ?? id)

/** The heading row and one row a line. */
export const tableOf = (columns: readonly Column[], lines: readonly EntryView[]): Cell[][] => [
  columns.map(({ heading }) => heading),
  ...lines.map((line) => columns.map(({ cell }) => cell(line))),
]
