// The plan of a day: the sheets of each machine in order with their times, the finished sheets, and the sheets without a machine. Pure.
import {
  bendStateOf,
  type BendState,
  type EntryView,
  type PlanAnswer,
  type PlanFits,
  type PlanMachine,
  type PlannedSheet,
  type PlanView,
} from '../station-api/index.ts'
import { nextWorkingDay } from '../workshop-api/workshop-calendar.ts'
import { laneOf, type Job, type Lane, type Slot } from './lane.ts'
import { proposedMachine } from './order-answer.ts'
import { workInOrder } from './sheet-work.ts'
import { minutesOfSheet, type Minutes, type SheetWork } from './work-time.ts'

export interface PlanRow {
  readonly sheetId: string
  readonly view: EntryView
  readonly planned: PlannedSheet
  readonly state: BendState
  /** Bent, or marked at this station: it needs no more time. */
  readonly isDone: boolean
  /** Known from the list only: the sheet is not in the store, or is unreadable. */
  readonly isRough: boolean
  /** The pieces of the sheet, not split; null: the sheet is not in the store, or is unreadable. */
  readonly lengths: SheetFacts['lengths'] | null
  /** The minutes that the remaining pieces take on each machine, without changeovers; for a finished sheet, those of all pieces. */
  readonly minutesOn: readonly Minutes[]
  /** Null: the sheet is not in the store, or is unreadable. */
  readonly answers: readonly PlanAnswer[] | null
  /** The key of the machine to propose for it; null: none, because it is done or its machine fits, or because no machine fits. */
  readonly proposed: string | null
  /** Its place in the order; null for a finished sheet and for one without a machine. */
  readonly slot: Slot | null
}

export interface PlanLane {
  readonly machine: PlanMachine
  /** The sheets to do, in order, then the finished ones. */
  readonly rows: readonly PlanRow[]
  readonly lane: Lane
}

export interface DayPlan {
  readonly lanes: readonly PlanLane[]
  /** Sheets without a known machine. */
  readonly others: readonly PlanRow[]
}

/** Bent, or marked at this station. */
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

/** Leaves out planned sheets that are not among the entries. */
export function dayPlan({ date, entries, plan, fits }: DayToPlan): DayPlan {
  const views = new Map(entries.map((view) => [view.entry.sheetId, view]))
  const factsOfSheet = new Map(fits.sheets.map((sheet) => [sheet.sheetId, sheet.facts]))
  const rows = plan.sheets.flatMap((planned) => {
    const view = views.get(planned.sheetId)
    return view === undefined ? [] : [rowOf(view, planned, factsOfSheet.get(planned.sheetId) ?? null, fits.machines)]
  })
  const keys = new Set(fits.machines.map(({ key }) => key))
  return {
    lanes: fits.machines.map((machine, index) => {
      const rowsOfMachine = rows.filter(({ planned }) => planned.machine === machine.key)
      const openRows = rowsOfMachine.filter(({ isDone }) => !isDone)
      const lane = laneOf(
        openRows.map((row) => jobOf(row, index, date, machine)),
        machine.times,
      )
      const timed = openRows.map((row, rowIndex) => ({ ...row, slot: lane.slots[rowIndex] ?? null }))
      return { machine, lane, rows: [...timed, ...rowsOfMachine.filter(({ isDone }) => isDone)] }
    }),
    others: rows.filter(({ planned }) => planned.machine === null || !keys.has(planned.machine)),
  }
}

type SheetFacts = NonNullable<PlanFits['sheets'][number]['facts']>

function rowOf(
  view: EntryView,
  planned: PlannedSheet,
  facts: SheetFacts | null,
  machines: readonly PlanMachine[],
): PlanRow {
  const { entry, mark, sheetState, stop } = view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  const { bendCount: strokes, quantity, lengthMm } = entry
  const work: SheetWork = facts ?? { strokes, pieces: [{ quantity, lengthMm, massKg: null }] }
  const answers = facts?.answers ?? null
  const isDone = isDoneState(state)
  const remainingShare = isDone ? 1 : Math.max(0, 1 - planned.done / quantity)
  const minutesOn = machines.map(
    ({ times, pace }, index) =>
      remainingShare * minutesOfSheet(workInOrder(work, answers?.[index]?.order), times, pace),
  )
  const plannedAnswer = answers?.[machines.findIndex(({ key }) => key === planned.machine)]
  const needsMachine = !isDone && plannedAnswer?.fits !== 'yes' && plannedAnswer?.fits !== 'unknown'
  const proposed = needsMachine && answers !== null ? proposedMachine(answers, minutesOn) : null
  return {
    sheetId: entry.sheetId,
    view,
    planned,
    state,
    isDone,
    isRough: facts === null,
    lengths: facts?.lengths ?? null,
    minutesOn,
    answers,
    proposed: proposed === null ? null : (machines[proposed]?.key ?? null),
    slot: null,
  }
}

/** A row as a job of the machine's order. */
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

/** A due date more working days away than this counts as none. */
const farthestDays = 60

/** The end of the shift on the due day; if the due day has passed, the end of this day's shift. Infinity: no due date. */
function dueMinutes(dueDate: string | null, date: string, shiftMin: Minutes): Minutes {
  if (dueDate === null) return Infinity
  let day = date
  for (let shifts = 1; shifts <= farthestDays; shifts += 1) {
    if (dueDate <= day) return shifts * shiftMin
    day = nextWorkingDay(day)
    // due on a day off: the end of the working day before it
    if (dueDate < day) return shifts * shiftMin
  }
  return Infinity
}
