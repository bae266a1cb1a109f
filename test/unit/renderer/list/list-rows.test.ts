import { expect, test } from 'vitest'
import type { EntryView } from '../../../../shared/station-api/index.ts'
import { listRows, neighboursOf, type ListRow } from '../../../../src-renderer/list/arranging/list-rows.ts'
import { entryOf, idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const entries: EntryView[] = sandboxSheets('today', '2026-11-23')
  .slice(0, 14)
  .map((sheet, index) => ({ entry: entryOf(sheet, index + 1), sheetState: 'ready', mark: null }))
const unreadable = (position: number) => ({ position, problems: [{ path: 'lengthMm', message: 'missing' }] })
const shape = (rows: readonly ListRow[]): (string | number)[] =>
  rows.map((row) => (row.kind === 'malformed' ? `x${row.line.position}` : row.view.entry.position))

test('unreadable lines keep their position in the list', () => {
  const rows = listRows({ entries: entries.slice(0, 3), malformed: [unreadable(5), unreadable(2)] }, { kind: 'all' })
  expect(shape(rows)).toEqual([1, 'x2', 2, 3, 'x5'])
})

test('an unreadable line beyond the end is still shown', () => {
  expect(shape(listRows({ entries: entries.slice(0, 1), malformed: [unreadable(90)] }, { kind: 'all' }))).toEqual([
    1,
    'x90',
  ])
})

test('the list of a machine contains its sheets and every unreadable line', () => {
  const rows = listRows({ entries, malformed: [unreadable(1)] }, { kind: 'brake', id: idOf('folder-1') })
  expect(rows[0]?.kind).toBe('malformed')
  const brakes = rows.flatMap((row) => (row.kind === 'entry' ? [row.view.entry.pressBrakeId] : []))
  expect(new Set(brakes)).toEqual(new Set([idOf('folder-1')]))
})

test('sheets without a machine are a separate list', () => {
  const rows = listRows({ entries, malformed: [] }, { kind: 'none' })
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.kind === 'entry' && row.view.entry.pressBrakeId).toBe(null)
})

test('next and previous follow the shown order and skip unreadable lines', () => {
  const rows = listRows({ entries: entries.slice(0, 3), malformed: [unreadable(2)] }, { kind: 'all' })
  const [first, second, third] = entries.map(({ entry }) => entry.sheetId)
  expect(neighboursOf(rows, second ?? '')).toEqual({ position: 2, total: 3, previous: first, next: third })
  expect(neighboursOf(rows, third ?? '').next).toBe(null)
})

test('a sheet that is not on the list has no neighbours', () => {
  expect(neighboursOf(listRows({ entries, malformed: [] }, { kind: 'all' }), 'elsewhere')).toMatchObject({
    position: 0,
    previous: null,
    next: null,
  })
})
