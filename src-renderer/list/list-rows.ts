// The lines of the day's list as they are shown: good ones and unreadable ones, each at its place, for the machine chosen. Pure.
import type { EntryView, ListView } from '../../shared/station-api/index.ts'

export type MalformedLine = ListView['malformed'][number]
export type ListRow = { kind: 'entry'; view: EntryView } | { kind: 'malformed'; line: MalformedLine }

/** Which machine's sheets: everyone's, those without a machine, or one machine's. */
export type BrakeChoice = { kind: 'all' } | { kind: 'none' } | { kind: 'brake'; id: string }

/**
 * Unreadable lines stand where they stood in the list (their position counts from 1) and are shown for every machine, since
 * nobody can tell whose they are.
 */
export function listRows(list: Pick<ListView, 'entries' | 'malformed'>, choice: BrakeChoice): ListRow[] {
  const rows: ListRow[] = list.entries.map((view) => ({ kind: 'entry', view }))
  const unreadable = list.malformed.toSorted((one, other) => one.position - other.position)
  for (const line of unreadable) rows.splice(Math.max(0, line.position - 1), 0, { kind: 'malformed', line })
  return rows.filter((row) => row.kind === 'malformed' || isChosen(row.view.entry.pressBrakeId, choice))
}

export function isChosen(pressBrakeId: string | null, choice: BrakeChoice): boolean {
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
  /** From 1; 0 when the sheet is not among the rows. */
  position: number
  total: number
  previous: string | null
  next: string | null
}

/** The sheets before and after one in the order shown. */
export function neighboursOf(rows: readonly ListRow[], sheetId: string): Neighbours {
  const ids = rows.flatMap((row) => (row.kind === 'entry' ? [row.view.entry.sheetId] : []))
  const at = ids.indexOf(sheetId)
  return {
    position: at + 1,
    total: ids.length,
    previous: at > 0 ? (ids[at - 1] ?? null) : null,
    next: at >= 0 ? (ids[at + 1] ?? null) : null,
  }
}
