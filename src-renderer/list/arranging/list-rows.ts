// The rows of the day's list: readable and unreadable entries, each at its position, for the chosen machine. Pure.
import { memoized } from '../../../shared/base/memoized.ts'
import type { EntryView, ListView, PlanView } from '../../../shared/station-api/index.ts'

export type MalformedLine = ListView['malformed'][number]
export type ListRow =
  | {
      kind: 'entry'
      view: EntryView
      /** Its machine was chosen at this station; no other station knows it. */
      isChosenHere?: boolean
    }
  | { kind: 'malformed'; line: MalformedLine }

/** Which sheets: those of every machine, those without a machine, or those of one machine. */
export type BrakeChoice = { kind: 'all' } | { kind: 'none' } | { kind: 'brake'; id: string }

/**
 * Unreadable entries keep their position in the list (it counts from 1). They are shown for every machine, since their machine is
 * unknown.
 */
export function listRows(list: Pick<ListView, 'entries' | 'malformed'>, choice: BrakeChoice): ListRow[] {
  const rows: ListRow[] = list.entries.map((view) => ({ kind: 'entry', view }))
  const unreadable = list.malformed.toSorted((one, other) => one.position - other.position)
  for (const line of unreadable) rows.splice(Math.max(0, line.position - 1), 0, { kind: 'malformed', line })
  return rows.filter((row) => row.kind === 'malformed' || isChosen(row.view.entry.pressBrakeId, choice))
}

/** Sheets of the same material, colour and thickness. */
export interface Lot {
  /** Sorts by material, then colour, then thickness. */
  key: string
  material: string
  colour: string | null
  thicknessMm: number
}

/** A cache by entry: a list is arranged often, and most entries are unchanged. */
const lotCache = new WeakMap<EntryView['entry'], Lot>()

export function lotOf(entry: EntryView['entry']): Lot {
  return memoized(lotCache, entry, () => {
    const { material, colour, thicknessMm } = entry
    const key = [material, colour ?? '', thicknessMm.toFixed(3).padStart(8, '0')].join('\u0000')
    return { key, material, colour, thicknessMm }
  })
}

/** Groups the rows by lot. The sheets of a lot keep their order; unreadable entries come first. */
export function lotByLot(rows: readonly ListRow[]): ListRow[] {
  const lots = new Map<string, ListRow[]>()
  for (const row of rows) {
    const key = row.kind === 'entry' ? lotOf(row.view.entry).key : ''
    const lot = lots.get(key)
    if (lot === undefined) lots.set(key, [row])
    else lot.push(row)
  }
  return [...lots].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, lot]) => lot)
}

/** Applies this station's plan: another machine for a sheet, and the order of the day. */
export function planned(list: ListView, plan: Pick<PlanView, 'sheets'>): PlannedList {
  const chosen = new Map(plan.sheets.map((sheet, place) => [sheet.sheetId, { ...sheet, place }]))
  const chosenHere = new Set<string>()
  const entries = list.entries.map((view): EntryView => {
    const choice = chosen.get(view.entry.sheetId)
    if (choice === undefined || !choice.isLocal || choice.machine === view.entry.pressBrakeId) return view
    chosenHere.add(view.entry.sheetId)
    return { ...view, entry: { ...view.entry, pressBrakeId: choice.machine } }
  })
  const placeOf = ({ entry }: EntryView): number => chosen.get(entry.sheetId)?.place ?? Infinity
  const hasOrder = plan.sheets.some(({ isPlaced }) => isPlaced)
  const byPlace = (one: EntryView, other: EntryView): number => {
    const [first, second] = [placeOf(one), placeOf(other)]
    return first === second ? 0 : first - second
  }
  return { list: { ...list, entries: hasOrder ? entries.toSorted(byPlace) : entries }, chosenHere }
}

export interface PlannedList {
  list: ListView
  chosenHere: ReadonlySet<string>
}

function isChosen(pressBrakeId: string | null, choice: BrakeChoice): boolean {
  switch (choice.kind) {
    case 'all':
      return true
    case 'none':
      return pressBrakeId === null
    case 'brake':
      return pressBrakeId === choice.id
  }
}

export interface Neighbours {
  /** The sheet's place, counted from 1; 0: the sheet is not among the rows. */
  position: number
  total: number
  previous: string | null
  next: string | null
}

/** The sheets before and after a sheet, in the shown order. */
export function neighboursOf(rows: readonly ListRow[], sheetId: string): Neighbours {
  const ids = rows.flatMap((row) => (row.kind === 'entry' ? [row.view.entry.sheetId] : []))
  const index = ids.indexOf(sheetId)
  return {
    position: index + 1,
    total: ids.length,
    previous: index > 0 ? (ids[index - 1] ?? null) : null,
    next: index >= 0 ? (ids[index + 1] ?? null) : null,
  }
}
