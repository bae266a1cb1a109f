// The cache on a real file: lists, sheets, events with their cursor, and what is removed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cache, type CachedEntry, openCache } from '../../../src-main/cache/cache.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { manualClock } from '../../manual-clock.ts'
import { aSheet, anEntry, sheetId } from './a-sheet.ts'

const today = '2026-11-24'
const next = '2026-11-25'
const readAt = '2026-11-24T08:00:00.000Z'
const nothing = (): boolean => false
const second = (id: string): boolean => id === sheetId(2)
const cursor = (n: number) => ({ after: `evt_01JD3X8Q2V5K7M9N0P1Q2R3S${String(n).padStart(2, '0')}` })
const order = { dates: [today, next], ownBrake: null }

let folder: string
let cache: Cache
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-cache-'))
  cache = openCache({ folder, clock: manualClock() })
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true })
})

const putList = (date: string, entries: CachedEntry['entry'][], keeps: (id: string) => boolean = nothing) =>
  cache.putLists([{ date, readAt, entries, malformed: [] }], keeps)
const unlisted = (keeps: (id: string) => boolean, day = today): string[] =>
  cache.unlistedEntries(day, keeps).map(({ entry }) => entry.sheetId)
function reopen(): void {
  cache.close()
  cache = openCache({ folder, clock: manualClock() })
}

describe('lists', () => {
  test('a list that was never read differs from an empty one', () => {
    expect(cache.listOf(today)).toEqual({ date: today, readAt: null, entries: [], malformed: [] })
    putList(today, [])
    expect(cache.listOf(today).readAt).toBe(readAt)
  })

  test('keep the service’s order and the malformed entries over a restart', () => {
    const malformed = [{ index: 1, problems: [{ path: 'dueDate', message: 'not a date' }] }]
    cache.putLists([{ date: today, readAt, entries: [anEntry(3), anEntry(1), anEntry(2)], malformed }], nothing)
    reopen()
    const list = cache.listOf(today)
    expect(list.entries.map(({ entry }) => entry.sheetId)).toEqual([3, 1, 2].map(sheetId))
    expect(list.malformed).toEqual(malformed)
  })

  test('are reported as changed if they differ', () => {
    expect(putList(today, [anEntry(1)]).dates).toEqual([today])
    expect(putList(today, [anEntry(1)]).dates).toEqual([])
    expect(putList(today, [anEntry(1, { version: 2 })]).dates).toEqual([today])
    expect(putList(today, []).dates).toEqual([today])
  })

  test('that were requested before a mark was delivered do not undo the mark', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1), anEntry(2)])
    cache.putSheet(sheetId(1), aSheet(1, { version: 2, bent }), 1)
    putList(today, [anEntry(1), anEntry(2)])
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 2, bent })
    expect(cache.dayOf(today).bent).toBe(1)
  })

  test('with an older version than a sheet that was read before are from a restored service: they are stored, and the sheet is read again', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1), anEntry(2)])
    cache.putSheet(sheetId(1), aSheet(1, { version: 2, bent }), 1)
    cache.putSheet(sheetId(2), aSheet(2), 1)
    const entries = [anEntry(1), anEntry(2)]
    cache.putLists([{ date: today, readAt: '2026-11-24T09:00:00.000Z', entries, malformed: [] }], nothing)
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 1, bent: null })
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(1), wantedVersion: 1 }])
    cache.putSheet(sheetId(1), aSheet(1), 1)
    expect(cache.sheetOf(sheetId(1)).sheet).toMatchObject({ version: 1, bent: null })
    expect(cache.sheetsToFetch(order)).toEqual([])
  })

  test('are stored if the clock was set back after the sheet was read', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1)])
    cache.putSheet(sheetId(1), aSheet(1, { version: 2, bent }), 1)
    cache.close()
    cache = openCache({ folder, clock: manualClock(Date.parse(readAt) - 3_600_000) })
    const earlier = new Date(Date.parse(readAt) - 3_600_000).toISOString()
    cache.putLists([{ date: today, readAt: earlier, entries: [anEntry(1)], malformed: [] }], nothing)
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 1, bent: null })
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(1), wantedVersion: 1 }])
  })

  test('have the number of bent sheets', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1, { bent }), anEntry(2), anEntry(3)])
    expect(cache.dayOf(today)).toEqual({ date: today, readAt, entries: 3, bent: 1 })
    expect(cache.dayOf(next)).toEqual({ date: next, readAt: null, entries: 0, bent: 0 })
  })

  test('an unknown value of an enumeration and a missing field survive the store', () => {
    putList(today, [{ ...anEntry(1), approval: 'by_fax' }])
    expect(cache.listOf(today).entries[0]?.entry.approval).toBe('by_fax')
  })
})

describe('sheets', () => {
  test('are fetched once for each new version, those of the own brake and of today first', () => {
    const [ownSheetId, other] = [sheetId(77), sheetId(78)]
    putList(next, [anEntry(1)])
    putList(today, [anEntry(2, { pressBrakeId: other }), anEntry(3, { pressBrakeId: ownSheetId }), anEntry(4)])
    const first = cache.sheetsToFetch({ dates: [today, next], ownBrake: ownSheetId })
    expect(first.map(({ id }) => id)).toEqual([3, 2, 4, 1].map(sheetId))
    for (const { id, wantedVersion } of first) cache.putSheet(id, aSheet(Number(id.slice(-2))), wantedVersion)
    expect(cache.sheetsToFetch(order)).toEqual([])
    putList(today, [anEntry(2, { version: 2 }), anEntry(3), anEntry(4)])
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(2), wantedVersion: 2 }])
  })

  test('are ready when read, with the hash of their drawing', () => {
    putList(today, [anEntry(1)])
    expect(cache.sheetOf(sheetId(1))).toMatchObject({ state: 'fetching', sheet: null, readAt: null })
    cache.putSheet(sheetId(1), aSheet(1), 1)
    reopen()
    expect(cache.sheetOf(sheetId(1))).toMatchObject({
      state: 'ready',
      sheet: aSheet(1),
      drawingHash: drawingHash(aSheet(1)),
    })
    expect(cache.listOf(today).entries[0]?.sheetState).toBe('ready')
  })

  test('change every day whose list has them, whether or not the entry changes', () => {
    putList(today, [anEntry(1), anEntry(2), anEntry(3)])
    putList(next, [anEntry(1)])
    expect(cache.putSheet(sheetId(1), aSheet(1), 1)).toEqual({ dates: [today, next], sheetIds: [sheetId(1)] })
    const { unfolding: _gone, ...broken } = aSheet(2)
    expect(cache.putSheet(sheetId(2), broken, 1)).toEqual({ dates: [today], sheetIds: [sheetId(2)] })
    expect(cache.recordSheetFailure(sheetId(3), [], 1, true)).toEqual({ dates: [today], sheetIds: [sheetId(3)] })
    expect(cache.putSheet(sheetId(9), aSheet(9), 1).dates).toEqual([])
    expect(cache.listOf(today).entries.map(({ sheetState }) => sheetState)).toEqual(['ready', 'malformed', 'failed'])
  })

  test('an older drawing than the list names is not shown as ready; an older note is', () => {
    putList(today, [anEntry(1)])
    cache.putSheet(sheetId(1), aSheet(1), 1)
    putList(today, [anEntry(1, { version: 2 })])
    expect(cache.sheetOf(sheetId(1)).state).toBe('ready')
    putList(today, [anEntry(1, { version: 3, drawingVersion: 2 })])
    expect(cache.sheetOf(sheetId(1))).toMatchObject({ state: 'fetching', sheet: { drawingVersion: 1 } })
    expect(cache.listOf(today).entries[0]?.sheetState).toBe('fetching')
  })

  test('a malformed sheet is stored as malformed, and fetched again only for a newer version', () => {
    putList(today, [anEntry(1), anEntry(2)])
    const { unfolding: _gone, ...broken } = aSheet(1)
    cache.putSheet(sheetId(1), broken, 1)
    cache.putSheet(sheetId(2), aSheet(2), 1)
    expect(cache.sheetOf(sheetId(1))).toMatchObject({
      state: 'malformed',
      sheet: null,
      problems: [{ path: 'unfolding' }],
    })
    expect(cache.listOf(today).entries.map(({ sheetState }) => sheetState)).toEqual(['malformed', 'ready'])
    expect(cache.sheetsToFetch(order)).toEqual([])
    putList(today, [anEntry(1, { version: 2 }), anEntry(2)])
    cache.putSheet(sheetId(1), aSheet(1, { version: 2 }), 2)
    expect(cache.sheetOf(sheetId(1))).toMatchObject({ state: 'ready', problems: [] })
  })

  test('a response with another sheet is malformed', () => {
    cache.putSheet(sheetId(1), aSheet(2), 1)
    expect(cache.sheetOf(sheetId(1))).toMatchObject({ state: 'malformed', problems: [{ path: 'id' }] })
    expect(cache.sheetOf(sheetId(2)).readAt).toBeNull()
  })

  test('a sheet that failed is fetched again, one that the service no longer has is not', () => {
    putList(today, [anEntry(1), anEntry(2)])
    cache.recordSheetFailure(sheetId(1), [{ path: '', message: 'timeout' }], 1, false)
    cache.recordSheetFailure(sheetId(2), [{ path: '', message: 'Finnes ikke.' }], 1, true)
    expect(cache.sheetOf(sheetId(1))).toMatchObject({ state: 'failed', problems: [{ message: 'timeout' }] })
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(1), wantedVersion: 1 }])
  })

  test('a late response does not replace a newer one', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1)])
    cache.putSheet(sheetId(1), aSheet(1, { version: 2, bent }), 0)
    cache.putSheet(sheetId(1), aSheet(1), 1)
    expect(cache.sheetOf(sheetId(1)).sheet).toMatchObject({ version: 2, bent })
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 2, bent })
  })
})

describe('events', () => {
  const {
    profile: _p,
    unfolding: _u,
    ...reduced
  } = aSheet(1, {
    version: 5,
    approval: { state: 'change_requested', sentAt: null, decidedAt: null, comment: 'Feil farge' },
  })

  test('change the lists, and the sheet is to be fetched; the cursor is stored with them', () => {
    putList(today, [anEntry(1), anEntry(2)])
    const changes = cache.putEvents({ sheets: [reduced], orders: [], areListsStale: false, cursor: cursor(1) })
    expect(changes).toEqual({ dates: [today], sheetIds: [sheetId(1)] })
    reopen()
    expect(cache.cursor()).toEqual(cursor(1))
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 5, approval: 'change_requested' })
    expect(cache.sheetsToFetch(order)[0]).toEqual({ id: sheetId(1), wantedVersion: 5 })
  })

  test('of a sheet that is on no list are ignored', () => {
    const changes = cache.putEvents({ sheets: [reduced], orders: [], areListsStale: false, cursor: cursor(2) })
    expect(changes).toEqual({ dates: [], sheetIds: [] })
    expect(cache.sheetsToFetch(order)).toEqual([])
  })

  test('that are older than the list do not change it', () => {
    putList(today, [anEntry(1, { version: 6 })])
    cache.putEvents({ sheets: [reduced], orders: [], areListsStale: false, cursor: cursor(3) })
    expect(cache.listOf(today).entries[0]?.entry).toMatchObject({ version: 6, approval: 'approved' })
  })

  test('make the lists stale until they are read again, also over a restart', () => {
    cache.putEvents({ sheets: [], orders: [], areListsStale: true, cursor: cursor(4) })
    reopen()
    expect(cache.areListsStale()).toBe(true)
    putList(today, [])
    expect(cache.areListsStale()).toBe(false)
  })

  test('older versions of a restored service are fetched and stored', () => {
    putList(today, [anEntry(1, { version: 9 })])
    cache.putSheet(sheetId(1), aSheet(1, { version: 9, note: 'before' }), 9)
    cache.invalidateCursor({ restored: true })
    expect(cache.cursor()).toBeNull()
    putList(today, [anEntry(1, { version: 4 })])
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(1), wantedVersion: 4 }])
    cache.putSheet(sheetId(1), aSheet(1, { version: 4, note: 'after' }), 4)
    expect(cache.sheetOf(sheetId(1)).sheet).toMatchObject({ version: 4, note: 'after' })
  })
})

describe('removal', () => {
  test('a sheet that is on no list is removed, unless this station still needs it', () => {
    putList(today, [anEntry(1), anEntry(2)])
    for (const n of [1, 2]) cache.putSheet(sheetId(n), aSheet(n), 1)
    putList(today, [], second)
    cache.forgetBefore(today, second)
    expect(cache.sheetOf(sheetId(1)).sheet).toBeNull()
    expect(cache.sheetOf(sheetId(2)).sheet).not.toBeNull()
    expect(cache.unlistedEntries(today, second)).toMatchObject([
      { entry: { sheetId: sheetId(2), orderNumber: 'T-000012' }, sheetState: 'ready' },
    ])
    expect(cache.entryOf(sheetId(2))?.orderNumber).toBe('T-000012')
  })

  test('a kept entry is removed when the station no longer needs it, and when it is on a list again', () => {
    putList(today, [anEntry(1), anEntry(2)])
    putList(today, [], () => true)
    putList(next, [anEntry(1)], () => true)
    expect(unlisted(() => true)).toEqual([sheetId(2)])
    cache.forgetBefore(today, nothing)
    expect(unlisted(() => true)).toEqual([])
  })

  test('an old day is removed, and its kept entries stay', () => {
    putList('2026-11-10', [anEntry(1), anEntry(2)])
    cache.forgetBefore('2026-11-17', second)
    expect(cache.listOf('2026-11-10').readAt).toBeNull()
    expect(unlisted(second)).toEqual([sheetId(2)])
  })

  test('after midnight without a network, yesterday’s unbent sheets are shown with those of the new day', () => {
    const bent = { at: readAt, quantity: 8, pressBrakeId: null, by: 'KN' }
    putList(today, [anEntry(1, { bent }), anEntry(2), anEntry(3)])
    putList(next, [anEntry(3), anEntry(4)])
    expect(unlisted(nothing)).toEqual([])
    expect(unlisted(nothing, next)).toEqual([sheetId(2)])
    expect(unlisted(nothing, '2026-11-26')).toEqual([3, 4].map(sheetId))
  })

  test('once the new day’s list is read, only sheets that this station needs are shown with it', () => {
    putList(today, [anEntry(1), anEntry(2)])
    cache.putLists([{ date: next, readAt: '2026-11-25T05:00:00.000Z', entries: [], malformed: [] }], nothing)
    expect(unlisted(nothing, next)).toEqual([])
    expect(unlisted(second, next)).toEqual([sheetId(2)])
  })

  test('a kept sheet is read once more after an event that may change it', () => {
    putList(today, [anEntry(1)])
    cache.putSheet(sheetId(1), aSheet(1), 1)
    putList(today, [], () => true)
    cache.putEvents({ sheets: [], orders: [], areListsStale: true, cursor: cursor(5) })
    expect(cache.sheetsToFetch(order)).toEqual([{ id: sheetId(1), wantedVersion: 1 }])
  })
})

test('counts of calls survive a restart and are never below zero', () => {
  cache.calls.add('day/1', 3)
  reopen()
  cache.calls.add('day/1', 2)
  expect(cache.calls.count('day/1')).toBe(5)
  cache.calls.add('day/1', -9)
  expect(cache.calls.count('day/1')).toBe(0)
  cache.calls.forget('day/1')
  expect(cache.calls.count('day/1')).toBe(0)
})
