// The rows of sheets for the counts over days: each sheet counts once, on its own day, until the lists no longer have it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCache, type Cache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { anEntry, aSheet, sheetId } from './a-sheet.ts'

const monday = '2026-11-23'
const tuesday = '2026-11-24'
const bent = { at: '2026-11-24T09:00:00.000Z', quantity: 8, pressBrakeId: null, by: null }
const keepsNone = () => false

let folder: string
let cache: Cache
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-tally-'))
  cache = openCache({ folder, clock: manualClock() })
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (date: string, entries: ReturnType<typeof anEntry>[], malformed: { index: number; problems: [] }[] = []) =>
  cache.putLists([{ date, readAt: `${date}T08:00:00.000Z`, entries, malformed }], keepsNone)
const listed = (date: string): string[] =>
  cache.tally
    .ofDay(date)
    .flatMap(({ sheetId: id, isListed }) => (isListed ? [id] : []))
    .toSorted()
const late = anEntry(1, { dueDate: monday })

test('a sheet counts on its own day, although today’s list has it while it is unbent', () => {
  put(tuesday, [late, anEntry(2, { dueDate: tuesday }), anEntry(3, { dueDate: monday, plannedDate: tuesday })])
  expect(listed(monday)).toEqual([sheetId(1)])
  expect(listed(tuesday)).toEqual([sheetId(2), sheetId(3)])
  expect(cache.tally.unbentBefore(tuesday).map(({ sheetId: id }) => id)).toEqual([sheetId(1)])
})

test('a bent sheet that leaves today’s list stays on its own day', () => {
  put(tuesday, [late])
  cache.putSheet(sheetId(1), aSheet(1, { version: 2, bent, order: { ...aSheet(1).order, dueDate: monday } }), 0)
  put(tuesday, [])
  expect(cache.tally.ofDay(monday)).toMatchObject([{ isBent: true, isListed: true, bentQuantity: 8 }])
})

test('a sheet that left the list before an event says that it is bent is on its own day again', () => {
  put(tuesday, [late])
  put(tuesday, [])
  expect(listed(monday)).toEqual([])
  const { profile: _, unfolding: __, ...facts } = aSheet(1, { version: 2, bent })
  const changed = { ...facts, order: { ...facts.order, dueDate: monday } }
  cache.putEvents({ sheets: [changed], orders: [], areListsStale: false, cursor: 'oldest' })
  expect(cache.tally.ofDay(monday)).toMatchObject([{ isBent: true, isListed: true }])
})

test('a sheet that leaves the list of its own day is removed, bent or not, unless an entry of the list is malformed', () => {
  put(monday, [anEntry(1, { dueDate: monday, bent }), anEntry(2, { dueDate: monday })])
  put(monday, [anEntry(2, { dueDate: monday })], [{ index: 0, problems: [] }])
  expect(listed(monday)).toEqual([sheetId(1), sheetId(2)])
  put(monday, [])
  expect(listed(monday)).toEqual([])
})

test('the counts of a day’s list are stored for longer than the list; a day that was never read has none', () => {
  put(monday, [anEntry(1, { dueDate: monday, bent }), anEntry(2, { dueDate: monday, approval: 'awaiting' })])
  cache.forgetBefore('2026-12-20', keepsNone)
  expect(cache.listOf(monday).readAt).toBeNull()
  expect(cache.tally.listCounts(monday, tuesday)).toEqual([
    { date: monday, readAt: `${monday}T08:00:00.000Z`, sheets: 2, bent: 1, waiting: 1, malformed: 0 },
  ])
  expect(cache.tally.knownFrom()).toBe(monday)
  cache.forgetBefore('2027-03-20', keepsNone)
  expect(cache.tally.knownFrom()).toBeNull()
  // an unbent sheet is not removed
  expect(listed(monday)).toEqual([sheetId(2)])
})
