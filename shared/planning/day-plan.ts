// A day's plan as it is read: each machine's sheets in order with their times, what is done, and what no machine has. Pure.
import { bendStateOf, type BendState } from '../station-api/bend-state.ts'
import type { PlanAnswer, PlanFits, PlanMachine, PlannedSheet, PlanView } from '../station-api/plan-view.ts'
import type { EntryView } from '../station-api/views.ts'
import { dueMinutes } from './due.ts'
import { laneOf, type Job, type Lane, type Slot } from './lane.ts'
import { minutesOfSheet, type Minutes, type SheetWork } from './times.ts'

export interface PlanRow {
  readonly sheetId: string
  readonly view: EntryView
  readonly planned: PlannedSheet
  readonly state: BendState
  /** Bent, or marked here: it takes no more of the day. */
  readonly isDone: boolean
  /** By the list alone: the sheet itself is not here, or cannot be read. */
  readonly isRough: boolean
  /** Machine by machine, without changing over. */
  readonly minutesOn: readonly Minutes[]
  /** Null: the sheet is not here, or cannot be read. */
  readonly answers: readonly PlanAnswer[] | null
  /** When its turn is; null for what is done, and where no machine has it. */
  readonly slot: Slot | null
}

export interface PlanLane {
  readonly machine: PlanMachine
  /** Left to do in order, then what is done. */
  readonly rows: readonly PlanRow[]
  readonly lane: Lane
}

export interface DayPlan {
  readonly lanes: readonly PlanLane[]
  /** Of no machine that is known. */
  readonly others: readonly PlanRow[]
}

/** Bent, or marked here. */
export const isDoneState = (state: BendState): boolean => doneStates.has(state)

const doneStates: ReadonlySet<BendState> = new Set([
  'bent',
  'delivered',
  'held',
  'queued',
  'sending',
  'unknown',
  'waiting',
] as const)

export interface DayToPlan {
  readonly date: string
  readonly entries: readonly EntryView[]
  readonly plan: PlanView
  readonly fits: PlanFits
}

export function dayPlan({ date, entries, plan, fits }: DayToPlan): DayPlan {
  const views = new Map(entries.map((view) => [view.entry.sheetId, view]))
  const known = new Map(fits.sheets.map((sheet) => [sheet.sheetId, sheet.known]))
  const rows = plan.sheets.flatMap((planned) => {
    const view = views.get(planned.sheetId)
    return view === undefined ? [] : [rowOf(view, planned, known.get(planned.sheetId) ?? null, fits.machines)]
  })
  const keys = new Set(fits.machines.map(({ key }) => key))
  return {
    lanes: fits.machines.map((machine, index) => {
      const own = rows.filter(({ planned }) => planned.machine === machine.key)
      const left = own.filter(({ isDone }) => !isDone)
      const lane = laneOf(
        left.map((row) => jobOf(row, index, date, machine)),
        machine.times,
      )
      const timed = left.map((row, at) => ({ ...row, slot: lane.slots[at] ?? null }))
      return { machine, lane, rows: [...timed, ...own.filter(({ isDone }) => isDone)] }
    }),
    others: rows.filter(({ planned }) => planned.machine === null || !keys.has(planned.machine)),
  }
}

type Known = NonNullable<PlanFits['sheets'][number]['known']>

function rowOf(view: EntryView, planned: PlannedSheet, known: Known | null, machines: readonly PlanMachine[]): PlanRow {
  const { entry, mark, sheetState, stop } = view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  const { bendCount: strokes, quantity, lengthMm } = entry
  const work: SheetWork = known ?? { strokes, pieces: [{ quantity, lengthMm, massKg: null }] }
  return {
    sheetId: entry.sheetId,
    view,
    planned,
    state,
    isDone: isDoneState(state),
    isRough: known === null,
    minutesOn: machines.map(({ times, pace }) => minutesOfSheet(work, times, pace)),
    answers: known?.answers ?? null,
    slot: null,
  }
}

/** A row as the machine's order sees it. */
function jobOf(row: PlanRow, machine: number, date: string, { shiftMin }: PlanMachine): Job {
  const { material, colour, thicknessMm, dueDate } = row.view.entry
  return {
    id: row.sheetId,
    minutes: row.minutesOn[machine] ?? 0,
    material,
    colour,
    thicknessMm,
    tool: row.answers?.[machine]?.tool ?? null,
    dueMin: dueMinutes(dueDate, date, shiftMin),
    pinned: row.planned.isPinned,
  }
}
