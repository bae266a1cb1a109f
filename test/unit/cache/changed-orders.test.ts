// Orders that have changed, and the changes for which the lists must be read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BendingSheet } from '../../../shared/workshop-api/index.ts'
import { type Cache, openCache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { aSheet, anEntry, sheetId } from './a-sheet.ts'

const today = '2026-11-24'
const tomorrow = '2026-11-25'
const dates = [today, tomorrow]
const number = 'T-000012'
const readAt = '2026-11-24T08:00:00.000Z'
const cursor = { after: `evt_${'0'.repeat(26)}` }
let folder: string
let cache: Cache
const putLists = (...entries: ReturnType<typeof anEntry>[]): void =>
  void cache.putLists(
    [
      { date: today, readAt, entries, malformed: [] },
      { date: tomorrow, readAt, entries: [], malformed: [] },
    ],
    () => false,
  )
function factsOf(n: number, changed: Partial<BendingSheet> = {}) {
  const { profile: _profile, unfolding: _unfolding, ...facts } = aSheet(n, { version: 2, ...changed })
  return facts
}
const putEvents = (orders: string[], listsStale = false): void =>
  void cache.putEvents({ sheets: [], orders, areListsStale: listsStale, cursor })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-orders-'))
  cache = openCache({ folder, clock: manualClock() })
  putLists(anEntry(1), anEntry(2))
  for (const n of [1, 2]) cache.putSheet(sheetId(n), aSheet(n), 1)
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true })
})

test('an order that has changed is stored once, also over a restart, until it is read', () => {
  putEvents([number, 'T-000013'])
  putEvents([number])
  cache.close()
  cache = openCache({ folder, clock: manualClock() })
  expect([cache.staleOrders(), cache.areListsStale()]).toEqual([[number, 'T-000013'], false])
  const sheets = [factsOf(1, { note: 'ny' }), factsOf(2)]
  expect(cache.putOrder(number, { sheets, dates })).toEqual({ dates: [today], sheetIds: [1, 2].map(sheetId) })
  expect([cache.staleOrders(), cache.areListsStale()]).toEqual([['T-000013'], false])
  expect(cache.sheetOf(sheetId(1)).sheet).toMatchObject({ version: 2, note: 'ny' })
  expect(cache.sheetsToFetch({ dates, ownBrake: null })).toEqual([])
})

test.each<{ name: string; sheets: BendingSheet[] | null }>([
  { name: 'lost a sheet', sheets: [aSheet(1)] },
  { name: 'has a new sheet for tomorrow', sheets: [aSheet(1), aSheet(2), aSheet(3, { plannedDate: tomorrow })] },
  {
    name: 'has a new sheet of an earlier day',
    sheets: [aSheet(1), aSheet(2), aSheet(3, { plannedDate: '2026-11-20' })],
  },
  { name: 'has a sheet moved away', sheets: [aSheet(1), aSheet(2, { plannedDate: '2026-12-01' })] },
  {
    name: 'has a sheet moved to another place of today',
    sheets: [aSheet(1), aSheet(2, { plannedDate: '2026-11-23' })],
  },
  { name: 'could not be read', sheets: null },
])('the lists are read for an order that $name', ({ sheets }) => {
  putEvents([number])
  cache.putOrder(number, sheets === null ? null : { sheets, dates })
  expect([cache.staleOrders(), cache.areListsStale()]).toEqual([[], true])
})

test.each<{ name: string; sheet: BendingSheet }>([
  { name: 'for another week', sheet: aSheet(3, { plannedDate: '2026-12-01' }) },
  { name: 'of an earlier day that is bent', sheet: aSheet(3, { plannedDate: '2026-11-20', bent: bent() }) },
])('the lists are not read for a sheet $name', ({ sheet }) => {
  putEvents([number])
  cache.putOrder(number, { sheets: [aSheet(1), aSheet(2), sheet], dates })
  expect(cache.areListsStale()).toBe(false)
  expect(cache.sheetOf(sheetId(3)).sheet).toBeNull()
})

test('when the lists must be read, no changed order is read', () => {
  putEvents([number])
  putEvents([], true)
  expect(cache.staleOrders()).toEqual([])
  putEvents([number])
  expect([cache.staleOrders(), cache.areListsStale()]).toEqual([[], true])
})

test('the entry of a redrawn sheet has the new material', () => {
  const { profile } = aSheet(1)
  cache.putSheet(
    sheetId(1),
    aSheet(1, { version: 3, drawingVersion: 2, profile: { ...profile, material: 'kobber' } }),
    3,
  )
  expect(cache.entryOf(sheetId(1))).toMatchObject({ version: 3, material: 'kobber', bendCount: 1 })
})

function bent(): BendingSheet['bent'] {
  return { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
}
