// The rows as the list shows them: the bent sheets collapsed into one line, the running sheet, then the others below headings that name
// the set-up that they need. Pure.
import { bendStateOf, toneOf } from '../../ui/bend-state.ts'
import { lotOf, type ListRow, type Lot } from './list-rows.ts'

type EntryListRow = Extract<ListRow, { kind: 'entry' }>

export type ShownRow =
  | (EntryListRow & {
      /** `group`: below a heading that says its sheet metal. `mixed`: the same, and the heading names no customer. */
      place: 'running' | 'folded' | 'group' | 'mixed'
    })
  | Extract<ListRow, { kind: 'malformed' }>
  | LotRow
  | { kind: 'fold'; sheets: number; pieces: number; isOpen: boolean }

export interface LotRow {
  kind: 'lot'
  lot: Lot
  /** The first sheet below the heading. */
  firstSheetId: string
  sheets: number
  pieces: number
  /** The customer of all its sheets; null: several, or none. */
  customerName: string | null
  /** Their ids, to sum their minutes. */
  sheetIds: string[]
}

export interface Showing {
  /** The sheet at the brake of this station; null: none. */
  runningId: string | null
  isFoldOpen: boolean
  /** The tool that a sheet needs; null: not known. A sheet with another tool begins a group. */
  toolOf: (sheetId: string) => string | null
}

/** Bent, or marked at this station and no longer held: it needs no more attention. */
export function isFolded(row: ListRow): boolean {
  if (row.kind !== 'entry') return false
  const { entry, mark, sheetState, stop } = row.view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  const tone = toneOf(state)
  return (tone === 'done' || tone === 'moving') && state !== 'held'
}

export function shownRows(rows: readonly ListRow[], { runningId, isFoldOpen, toolOf }: Showing): ShownRow[] {
  const folded: EntryListRow[] = []
  const running: EntryListRow[] = []
  const otherRows: ListRow[] = []
  for (const row of rows) {
    if (row.kind === 'malformed') otherRows.push(row)
    else if (isFolded(row)) folded.push(row)
    else if (row.view.entry.sheetId === runningId) running.push(row)
    else otherRows.push(row)
  }
  const pieces = folded.reduce((sum, { view: { entry } }) => sum + (entry.bent?.quantity ?? entry.quantity), 0)
  return [
    ...(folded.length === 0 ? [] : [{ kind: 'fold', sheets: folded.length, pieces, isOpen: isFoldOpen } as const]),
    ...(isFoldOpen ? folded.map((row) => ({ ...row, place: 'folded' }) as const) : []),
    ...running.map((row) => ({ ...row, place: 'running' }) as const),
    ...withHeadings(otherRows, toolOf),
  ]
}

/** An unreadable entry does not end a group. */
function withHeadings(rows: readonly ListRow[], toolOf: Showing['toolOf']): ShownRow[] {
  const groups: { heading: LotRow | null; rows: ListRow[]; tool: string | null }[] = []
  let group: (typeof groups)[number] | undefined
  for (const row of rows) {
    if (row.kind === 'malformed') {
      if (group === undefined) groups.push({ heading: null, rows: [row], tool: null })
      else group.rows.push(row)
      continue
    }
    const { entry } = row.view
    const lot = lotOf(entry)
    const tool = toolOf(entry.sheetId)
    const isOther = tool !== null && group?.tool !== null && group?.tool !== tool
    if (group?.heading?.lot.key !== lot.key || isOther) {
      group = { heading: headingOf(row, lot), rows: [], tool }
      groups.push(group)
    }
    group.tool ??= tool
    group.rows.push(row)
    addTo(group.heading, row)
  }
  return groups.flatMap(({ heading, rows: rowsOfGroup }): ShownRow[] => {
    const place = heading?.customerName === null ? 'mixed' : 'group'
    const placed = rowsOfGroup.map((row): ShownRow => (row.kind === 'entry' ? { ...row, place } : row))
    return heading === null ? placed : [heading, ...placed]
  })
}

const headingOf = ({ view: { entry } }: EntryListRow, lot: Lot): LotRow => ({
  kind: 'lot',
  lot,
  firstSheetId: entry.sheetId,
  sheets: 0,
  pieces: 0,
  customerName: entry.customerName,
  sheetIds: [],
})

function addTo(heading: LotRow | null, { view: { entry } }: EntryListRow): void {
  if (heading === null) return
  heading.sheets += 1
  heading.pieces += entry.quantity
  heading.sheetIds.push(entry.sheetId)
  if (heading.customerName !== entry.customerName) heading.customerName = null
}

/** Unique in the list. */
export function rowKey(row: ShownRow | ListRow): string {
  switch (row.kind) {
    case 'entry':
      return row.view.entry.sheetId
    case 'malformed':
      return `malformed:${row.line.position}`
    case 'lot':
      return `lot:${row.firstSheetId}`
    case 'fold':
      return 'fold'
  }
}

/** The index of the heading above each row; -1: none. */
export function headingIndexes(rows: readonly ShownRow[]): number[] {
  let heading = -1
  return rows.map((row, index) => {
    if (row.kind === 'lot') heading = index
    else if (row.kind !== 'malformed' && row.kind !== 'entry') heading = -1
    return heading
  })
}
