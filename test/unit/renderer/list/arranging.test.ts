import { expect, test } from 'vitest'
import type { EntryView, PlanView } from '../../../../shared/station-api/index.ts'
import { choicesIn, isFound, noColour, searchedText } from '../../../../src-renderer/list/arranging/list-arrangement.ts'
import { planned } from '../../../../src-renderer/list/arranging/list-rows.ts'
import { sheetsOfOrder } from '../../../../src-renderer/list/arranging/order-sheets.ts'
import { entryOf, idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

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
  plannedAt: null,
  done: 0,
  ...change,
})

test('the order and machines of the planner replace those of the list, and choices of this station are marked', () => {
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
  // sheets that the plan does not contain follow in their own order
  expect(laid.entries.slice(2).map(({ entry }) => entry.sheetId)).toEqual(ids.slice(2))
})

test('without a planned position the order of the day stays', () => {
  const sheets = entries.toReversed().map(({ entry }) => plannedSheet(entry.sheetId, { machine: entry.pressBrakeId }))
  expect(planned(list, { sheets }).list.entries).toEqual(entries)
})

test('finds a sheet by order, sheet number, customer, name or colour', () => {
  const text = searchedText(firstEntry(), 'Vindusbeslag')
  const there = ['t-000001', '1', 'T-000001-1', 'prøvedal', 'PRØVEDAL vindus', 'rr33', '']
  const searches = [...there, 't-000002', 'prøvedal takrenne']
  expect(searches.filter((search) => isFound(text, search))).toEqual(there)
})

test('offers each value of the sheets once', () => {
  const { materials, colours, thicknesses, states } = choicesIn(entries, [])
  expect(new Set(colours)).toEqual(new Set(entries.map(({ entry }) => entry.colour ?? noColour)))
  expect(new Set(colours).size).toBe(colours.length)
  expect(new Set(materials).size).toBe(materials.length)
  expect(thicknesses).toEqual(thicknesses.toSorted((one, other) => one - other))
  expect(states).toEqual(['open', 'done', 'waiting'])
})

test('offers departments only where the machines of the sheets have several', () => {
  const machineIds = [...new Set(entries.map(({ entry }) => entry.pressBrakeId))].filter((id) => id !== null)
  const inDepartments = machineIds.map((id, index) => ({ id, department: index === 0 ? 'Tynnplate' : 'Blikk' }))
  expect(choicesIn(entries, inDepartments).departments).toEqual(['Blikk', 'Tynnplate'])
  const inOne = machineIds.map((id) => ({ id, department: 'Blikk' }))
  expect(choicesIn(entries, inOne).departments).toEqual([])
  expect(choicesIn(entries, []).departments).toEqual([])
})

test('an exact order number comes before numbers that contain it', () => {
  const orderSheets = sheetsOfOrder([list], '1')
  expect(orderSheets[0]?.entry.orderNumber).toBe('T-000001')
  expect(orderSheets.map(({ entry }) => entry.orderNumber)).toContain('T-000010')
  expect(sheetsOfOrder([list], '000002').every(({ entry }) => entry.orderNumber === 'T-000002')).toBe(true)
  expect(sheetsOfOrder([list], '')).toEqual([])
  expect(sheetsOfOrder([list], '999')).toEqual([])
})
