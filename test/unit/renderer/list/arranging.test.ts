import { expect, test } from 'vitest'
import type { EntryView, PlanView } from '../../../../shared/station-api/index.ts'
import { choicesIn, isFound, noColour, searchedText } from '../../../../src-renderer/list/list-look.ts'
import { planned, withLots, type ListRow } from '../../../../src-renderer/list/list-rows.ts'
import { sheetsOfOrder } from '../../../../src-renderer/list/order-sheets.ts'
import { lengthTyped } from '../../../../src-renderer/work/typed-length.ts'
import { entryOf, idOf, sandboxSheets } from '../../../end-to-end/screen/sandbox-day.ts'

const date = '2026-11-23'
const entries: EntryView[] = sandboxSheets('today', date).map((sheet, index) => ({
  entry: entryOf(sheet, index + 1),
  sheetState: 'ready',
  mark: null,
}))
const list = { date, readAt: `${date}T06:00:00Z`, entries, malformed: [] }
const firstEntry = (): EntryView => {
  const [first] = entries
  if (first === undefined) throw new Error('the sandbox has sheets')
  return first
}

type Planned = PlanView['sheets'][number]
const plannedSheet = (sheetId: string, change: Partial<Planned>): Planned => ({
  sheetId,
  machine: null,
  isLocal: false,
  isPlaced: false,
  isPinned: false,
  isStale: false,
  split: null,
  by: null,
  at: null,
  ...change,
})

test('a lot begins before the first of its sheets, and says how many there are, of how many pieces', () => {
  const rows = entries.slice(0, 7).map((view): ListRow => ({ kind: 'entry', view }))
  const [lot, ...sheets] = withLots(rows)
  expect(lot).toMatchObject({ kind: 'lot', sheets: 7, bent: 1, lot: { thicknessMm: 0.6, colour: 'RR33' } })
  expect(sheets).toEqual(rows)
})

test('a line that nobody can read ends no lot', () => {
  const [first, second] = entries
  if (first === undefined || second === undefined) throw new Error('the sandbox has sheets')
  const unreadable: ListRow = { kind: 'malformed', line: { position: 2, problems: [] } }
  const rows = withLots([{ kind: 'entry', view: first }, unreadable, { kind: 'entry', view: second }])
  expect(rows.map(({ kind }) => kind)).toEqual(['lot', 'entry', 'malformed', 'entry'])
})

test('the planner’s order and machines are laid over the list, and what was chosen here is told apart', () => {
  const ids = entries.map(({ entry }) => entry.sheetId)
  const [first = '', second = ''] = ids
  const sheets = [
    plannedSheet(second, { machine: idOf('folder-1'), isLocal: true, isPlaced: true }),
    plannedSheet(first, { machine: firstEntry().entry.pressBrakeId }),
  ]
  const { list: laid, chosenHere } = planned(list, { sheets })
  expect(laid.entries.slice(0, 2).map(({ entry }) => entry.sheetId)).toEqual([second, first])
  expect(laid.entries[0]?.entry.pressBrakeId).toBe(idOf('folder-1'))
  expect([...chosenHere]).toEqual([second])
  // sheets that the plan does not know yet keep their order behind the others
  expect(laid.entries.slice(2).map(({ entry }) => entry.sheetId)).toEqual(ids.slice(2))
})

test('without a place chosen the order stays the day’s', () => {
  const sheets = entries.toReversed().map(({ entry }) => plannedSheet(entry.sheetId, { machine: entry.pressBrakeId }))
  expect(planned(list, { sheets }).list.entries).toEqual(entries)
})

test('is searched by each of its words: order, sheet, customer, name, colour', () => {
  const text = searchedText(firstEntry(), 'Vindusbeslag')
  const there = ['t-000001', '1', 'T-000001-1', 'prøvedal', 'PRØVEDAL vindus', 'rr33', '']
  const searches = [...there, 't-000002', 'prøvedal takrenne']
  expect(searches.filter((search) => isFound(text, search))).toEqual(there)
})

test('offers what there is among the sheets, each once', () => {
  const { materials, colours, thicknesses, states } = choicesIn(entries)
  expect(new Set(colours)).toEqual(new Set(entries.map(({ entry }) => entry.colour ?? noColour)))
  expect(new Set(colours).size).toBe(colours.length)
  expect(new Set(materials).size).toBe(materials.length)
  expect(thicknesses).toEqual(thicknesses.toSorted((one, other) => one - other))
  expect(states).toEqual(['open', 'done', 'waiting'])
})

test('finds the order of the very number before those that hold its digits', () => {
  const found = sheetsOfOrder([list], '1')
  expect(found[0]?.entry.orderNumber).toBe('T-000001')
  expect(found.map(({ entry }) => entry.orderNumber)).toContain('T-000010')
  expect(sheetsOfOrder([list], '000002').every(({ entry }) => entry.orderNumber === 'T-000002')).toBe(true)
  expect(sheetsOfOrder([list], '')).toEqual([])
  expect(sheetsOfOrder([list], '999')).toEqual([])
})

test('takes a length with a comma or a point, and nothing else', () => {
  expect(lengthTyped('120,5')).toBe(120.5)
  expect(lengthTyped(' 12.25 ')).toBe(12.25)
  for (const text of ['', ',', '0', '1,2,3', '-4', '1e3', '123456', '1,234', 'Infinity'])
    expect(lengthTyped(text)).toBeNull()
})
