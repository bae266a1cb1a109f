// A cache that cannot be used is set aside and replaced: with a warning, never with an exception.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CacheWarning, openCache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { aSheet, anEntry, sheetId } from '../../unit/cache/a-sheet.ts'

const today = '2026-11-24'
const readAt = '2026-11-24T08:00:00.000Z'
const clock = manualClock()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (): string => join(folder, 'cache.db')
const open = () => openCache({ folder, clock })

/** A closed cache of 300 sheets; or one as after a crash, with its write-ahead log. */
function filled({ killed = false } = {}): void {
  const cache = open()
  const entries = Array.from({ length: 300 }, (_, n) => anEntry(n + 1))
  cache.putLists([{ date: today, readAt, entries, malformed: [] }], () => false)
  for (const { sheetId: id } of entries) cache.putSheet(id, aSheet(Number(id.slice(-3))), 1)
  const left = ['', '-wal', '-shm'].map((part) => (killed ? readFileSync(path() + part) : null))
  cache.close()
  ;['', '-wal', '-shm'].forEach((part, i) => {
    const bytes = left[i] ?? null
    if (bytes !== null) writeFileSync(path() + part, bytes)
  })
}
function spoil(file: string, from: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, from + 20_000)
  writeFileSync(file, bytes)
}
const names = (): string[] => readdirSync(folder).toSorted()

describe('a damaged file', () => {
  test.each([
    ['is not a database', () => writeFileSync(path(), 'x'.repeat(50_000))],
    ['has a spoilt head', () => spoil(path(), 0)],
    ['has a spoilt middle', () => spoil(path(), 40_000)],
    ['is cut off', () => writeFileSync(path(), readFileSync(path()).subarray(0, 30_000))],
  ])('that %s is set aside', (_, damage) => {
    filled()
    damage()
    const cache = open()
    expect(cache.warnings()).toMatchObject([{ why: 'corrupt' }])
    expect(names().some((name) => /^cache\.db\.corrupt-\d{8}T\d{9}Z$/.test(name))).toBe(true)
    expect(cache.listOf(today).readAt).toBeNull()
    cache.putSheet(sheetId(1), aSheet(1), 1)
    expect(cache.sheetOf(sheetId(1)).state).toBe('ready')
    cache.close()
  })

  test.each([1, 2])('of version %i without its tables is set aside', (version) => {
    const db = new Database(path())
    db.pragma(`user_version = ${version}`)
    db.close()
    const cache = open()
    expect(cache.warnings()).toMatchObject([{ why: 'corrupt' }])
    cache.close()
  })

  test('in the write-ahead log or its index loses at most the cache', () => {
    for (const part of ['-wal', '-shm']) {
      filled({ killed: true })
      spoil(path() + part, 0)
      const cache = open()
      expect(['corrupt', undefined]).toContain(cache.warnings()[0]?.why)
      cache.putSheet(sheetId(1), aSheet(1), 1)
      expect(cache.sheetOf(sheetId(1)).state).toBe('ready')
      cache.close()
    }
  })

  test('leaves no log or index that could damage the new one', () => {
    filled({ killed: true })
    writeFileSync(path(), 'x'.repeat(10_000))
    const before = readFileSync(`${path()}-wal`)
    const cache = open()
    expect(names().some((name) => name.includes('.corrupt-'))).toBe(true)
    expect(cache.listOf(today)).toMatchObject({ readAt: null, entries: [] })
    expect(readFileSync(`${path()}-wal`).subarray(0, 32).equals(before.subarray(0, 32))).toBe(false)
    cache.close()
  })

  test('that is found damaged later is set aside then, and the call succeeds', () => {
    const warnings: CacheWarning[] = []
    const cache = openCache({ folder, clock, onWarning: (warning) => warnings.push(warning) })
    cache.putLists([{ date: today, readAt, entries: [anEntry(1)], malformed: [] }], () => false)
    const other = new Database(path())
    other.exec(`UPDATE list_entry SET json = '{"not": "an entry"}'`)
    other.close()
    expect(cache.listOf(today)).toEqual({ date: today, readAt: null, entries: [], malformed: [] })
    expect(warnings).toMatchObject([{ why: 'corrupt' }])
    cache.close()
  })
})

test('a file of a newer version of the app is set aside', () => {
  filled()
  const db = new Database(path())
  db.pragma('user_version = 99')
  db.close()
  const cache = open()
  expect(cache.warnings()).toMatchObject([{ why: 'newer' }])
  cache.close()
})

test('the cache of another workshop is set aside, the cache of the same workshop is not', () => {
  const me = {
    organization: { name: 'Blikk', shopSlug: 'blikk' },
    key: {
      name: 'Kant',
      environment: 'test',
      kind: 'workshop',
      customer: null,
      purpose: 'maskin',
      scopes: [],
      createdAt: readAt,
    },
    features: {},
    modules: [],
    limits: {
      readsPerMinute: 60,
      writesPerMinute: 15,
      pricesPerMinute: 30,
      filesPerMinute: 5,
      callsPerDay: 2500,
      pricesPerDay: 1000,
      newOrdersPerDay: 250,
      workshopCallsPerDay: 10000,
    },
    apiVersion: 'v1' as const,
  }
  const first = open()
  first.putMe(me, 1_250)
  first.putLists([{ date: today, readAt, entries: [anEntry(1)], malformed: [] }], () => false)
  first.close()
  const same = openCache({ folder, clock, fingerprint: { shopSlug: 'blikk', environment: 'test' } })
  expect(same.warnings()).toEqual([])
  expect(same.listOf(today).entries).toHaveLength(1)
  expect([same.serviceOffsetMs(), same.me()?.limits.readsPerMinute]).toEqual([1_250, 60])
  same.close()
  const live = openCache({ folder, clock, fingerprint: { shopSlug: 'blikk', environment: 'live' } })
  expect(live.warnings()).toMatchObject([{ why: 'other_workshop' }])
  expect(live.listOf(today).readAt).toBeNull()
  expect(live.fingerprint()).toBeNull()
  live.close()
})
