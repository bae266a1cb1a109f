import { expect, test } from 'vitest'
import type { EntryView } from '../../../../shared/station-api/index.ts'
import type { ListRow } from '../../../../src-renderer/list/arranging/list-rows.ts'
import {
  headingIndexes,
  rowKey,
  shownRows,
  type Showing,
  type ShownRow,
} from '../../../../src-renderer/list/arranging/shown-rows.ts'
import { entryOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const entries: EntryView[] = sandboxSheets('today', '2026-11-23').map((sheet, index) => ({
  entry: entryOf(sheet, index + 1),
  sheetState: 'ready',
  mark: null,
}))
const entryAt = (index: number): EntryView => {
  const view = entries[index]
  if (view === undefined) throw new Error('the sandbox has more sheets')
  return view
}
type Change = Partial<Omit<EntryView, 'entry'>> & { entry?: Partial<EntryView['entry']> }
const openSheet = entries.find(({ entry }) => entry.bent === null && entry.approval === 'not_required') ?? entryAt(0)
let rowCount = 0
/** A sheet to bend like the first one of the sandbox. */
function row({ entry, ...view }: Change = {}): ListRow {
  rowCount += 1
  return {
    kind: 'entry',
    view: { ...openSheet, ...view, entry: { ...openSheet.entry, sheetId: `sheet-${rowCount}`, ...entry } },
  }
}
const bent = { at: '2026-11-23T06:12:00Z', quantity: null, pressBrakeId: null, by: 'KN' }
const plain: Showing = { runningId: null, isFoldOpen: false, toolOf: () => null }
const idOf = (shown: ListRow): string => rowKey(shown)
const kinds = (rows: readonly ShownRow[]): string[] => rows.map((one) => (one.kind === 'entry' ? one.place : one.kind))

test('a heading is before the sheets of the same sheet metal and names their customer', () => {
  const rows = [row(), row(), row({ entry: { thicknessMm: 1 } })]
  const shown = shownRows(rows, plain)
  expect(kinds(shown)).toEqual(['lot', 'group', 'group', 'lot', 'group'])
  expect(shown[0]).toMatchObject({
    sheets: 2,
    pieces: 2 * openSheet.entry.quantity,
    customerName: openSheet.entry.customerName,
    sheetIds: rows.slice(0, 2).map(idOf),
  })
})

test('the sheets of a group with several customers name their own', () => {
  const shown = shownRows([row(), row({ entry: { customerName: 'Another' } })], plain)
  expect(kinds(shown)).toEqual(['lot', 'mixed', 'mixed'])
  expect(shown[0]).toMatchObject({ customerName: null })
})

test('another tool begins a group; a tool that is not known does not', () => {
  const rows = [row(), row(), row(), row()]
  const tools = new Map([
    [idOf(rows[0] ?? row()), 'V8'],
    [idOf(rows[2] ?? row()), 'V12'],
  ])
  const shown = shownRows(rows, { ...plain, toolOf: (id) => tools.get(id) ?? null })
  expect(kinds(shown)).toEqual(['lot', 'group', 'group', 'lot', 'group', 'group'])
})

test('bent sheets and sent marks are one line with their pieces; a mark that can be undone stays in its place', () => {
  const mark = {
    id: 'mark',
    reason: null,
    markedAt: bent.at,
    heldUntil: bent.at,
    by: null,
    quantity: 6,
    drawingVersion: 1,
  }
  const marked = (state: 'held' | 'queued' | 'conflict') =>
    row({ mark: { ...mark, sheetId: openSheet.entry.sheetId, state } })
  const rows = [
    row({ entry: { bent: { ...bent, quantity: 4 } } }),
    marked('held'),
    marked('queued'),
    marked('conflict'),
  ]
  const shown = shownRows(rows, plain)
  expect(kinds(shown)).toEqual(['fold', 'lot', 'group', 'group'])
  expect(shown[0]).toEqual({ kind: 'fold', sheets: 2, pieces: 4 + openSheet.entry.quantity, isOpen: false })
  expect(kinds(shownRows(rows, { ...plain, isFoldOpen: true }))).toEqual([
    'fold',
    'folded',
    'folded',
    'lot',
    'group',
    'group',
  ])
})

test('the sheet at the brake is above the groups', () => {
  const rows = [row(), row(), row()]
  const shown = shownRows(rows, { ...plain, runningId: idOf(rows[1] ?? row()) })
  expect(kinds(shown)).toEqual(['running', 'lot', 'group', 'group'])
})

test('an unreadable line keeps its place and does not end a group', () => {
  const unreadable: ListRow = { kind: 'malformed', line: { position: 2, problems: [] } }
  expect(kinds(shownRows([row(), unreadable, row()], plain))).toEqual(['lot', 'group', 'malformed', 'group'])
  expect(kinds(shownRows([unreadable, row()], plain))).toEqual(['malformed', 'lot', 'group'])
})

test('each row knows the heading above it; the folded and the running sheet have none', () => {
  const rows = [row({ entry: { bent } }), row(), row({ entry: { thicknessMm: 2 } }), row()]
  const shown = shownRows(rows, { ...plain, runningId: idOf(rows[1] ?? row()) })
  expect(kinds(shown)).toEqual(['fold', 'running', 'lot', 'group', 'lot', 'group'])
  expect(headingIndexes(shown)).toEqual([-1, -1, 2, 2, 4, 4])
})

test('every shown row has a key of its own', () => {
  const rows = [row(), row({ entry: { thicknessMm: 2 } }), row(), row({ entry: { bent } })]
  const keys = shownRows(rows, { ...plain, isFoldOpen: true }).map(rowKey)
  expect(new Set(keys).size).toBe(keys.length)
})
