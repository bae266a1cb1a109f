// Counting against the limits, on a real file, minute by minute and day by day.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Limits } from '../../../shared/workshop-api/index.ts'
import { callCounts } from '../../../src-service/limits/call-counts.ts'
import { openStore } from '../../../src-service/store/store.ts'

const minute = 60_000
const day = 86_400_000
const start = Date.parse('2026-11-24T23:58:30Z')
const limits: Limits = {
  readsPerMinute: 3,
  writesPerMinute: 2,
  pricesPerMinute: 5,
  filesPerMinute: 1,
  callsPerDay: 6,
  pricesPerDay: 4,
  newOrdersPerDay: 1,
  workshopCallsPerDay: 8,
}

const unasked = () => {
  throw new Error('asked')
}

function counting() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-counts-'))
  const store = openStore(folder)
  store.db.exec(`
    INSERT INTO workshop VALUES ('w', 'w', 'W', 1, '[]', '[]', '');
    INSERT INTO api_key VALUES ('a', 'w', 'ha', 'A', 'test', 'workshop', NULL, 'annet', '[]', '', NULL);
    INSERT INTO api_key VALUES ('b', 'w', 'hb', 'B', 'test', 'workshop', NULL, 'annet', '[]', '', NULL);`)
  const counts = callCounts(store.counts)
  onTestFinished(() => {
    counts.flush()
    store.close()
    rmSync(folder, { recursive: true })
  })
  const take = (keyId: string, callClass: 'read' | 'write' | 'prices' | 'files', at: number, with_ = counts) =>
    with_.take({ keyId, workshopId: 'w' }, limits, callClass, at, 'GET /x')
  return { store, counts, take }
}

describe('call counts', () => {
  test('a class is full for the rest of its minute, the others are not', () => {
    const { take } = counting()
    expect([take('a', 'files', start), take('a', 'files', start + 29_999)]).toEqual([
      { allowed: true, rate: { limit: 1, remaining: 0, reset: (start + 30_000) / 1000 } },
      { allowed: false, rate: { limit: 1, remaining: 0, reset: (start + 30_000) / 1000 }, retryAfterSeconds: 1 },
    ])
    expect(take('a', 'read', start).allowed).toBe(true)
    expect(take('a', 'files', start + 30_000).allowed).toBe(true)
  })

  test("a key's day is full until midnight UTC; refused calls do not count", () => {
    const { take } = counting()
    for (let call = 0; call < 6; call += 1) expect(take('a', 'read', start - call * minute).allowed).toBe(true)
    for (let call = 0; call < 9; call += 1) {
      expect(take('a', 'write', start)).toMatchObject({ allowed: false, retryAfterSeconds: 90, rate: { remaining: 2 } })
    }
    expect(take('b', 'read', start).allowed).toBe(true)
    expect(take('a', 'read', start + 90_000).allowed).toBe(true)
  })

  test("what a full minute refuses does not count against the key's day, nor the workshop's", () => {
    const { store, counts, take } = counting()
    for (let call = 0; call < 30; call += 1) take('a', 'files', start)
    for (let call = 0; call < 5; call += 1) expect(take('a', 'read', start - call * minute).allowed).toBe(true)
    expect(take('a', 'read', start - 9 * minute).allowed).toBe(false)
    counts.flush()
    expect(store.db.prepare('SELECT calls_of_day FROM workshop_use').pluck().all()).toEqual([6])
  })

  test('new orders are those that were kept, and asked for only where their day is full', () => {
    const { counts } = counting()
    const who = { keyId: 'a', workshopId: 'w' }
    const order = (makesOrder: () => boolean) => counts.take(who, limits, 'write', start, 'POST /orders', makesOrder)
    counts.countNewOrder('a', start)
    counts.uncountNewOrder('a', start)
    expect([counts.newOrderIn('a', limits, start), order(unasked).allowed]).toEqual([0, true])
    counts.countNewOrder('a', start)
    expect(counts.newOrderIn('a', limits, start)).toBe(90)
    expect(order(() => true)).toMatchObject({ allowed: false, retryAfterSeconds: 90 })
    expect(order(() => false).allowed).toBe(true)
  })

  test("the workshop's day is shared by its keys", () => {
    const { take } = counting()
    for (let call = 0; call < 4; call += 1) {
      expect(take('a', 'read', start - call * minute).allowed).toBe(true)
      expect(take('b', 'read', start - call * minute).allowed).toBe(true)
    }
    expect(take('a', 'read', start - 10 * minute).allowed).toBe(false)
    expect(take('b', 'read', start - 10 * minute).allowed).toBe(false)
    expect(take('b', 'read', start + day).allowed).toBe(true)
  })

  test('prices have a day of their own', () => {
    const { take } = counting()
    for (let call = 0; call < 4; call += 1) expect(take('a', 'prices', start).allowed).toBe(true)
    expect(take('a', 'prices', start)).toMatchObject({ allowed: false, retryAfterSeconds: 90 })
    expect(take('a', 'read', start).allowed).toBe(true)
  })

  test('what was written down goes on counting in another process', () => {
    const { store, counts, take } = counting()
    take('a', 'read', start)
    take('a', 'read', start)
    counts.flush()
    expect(take('a', 'read', start, callCounts(store.counts))).toMatchObject({ allowed: true, rate: { remaining: 0 } })
  })

  test('counts that cannot be written for now are written later, and end nothing', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { store, take } = counting()
    store.counts.pragma('busy_timeout = 0')
    const written = () => store.db.prepare('SELECT reads FROM key_use').pluck().all()
    store.db.exec('BEGIN IMMEDIATE')
    take('a', 'read', start)
    vi.advanceTimersByTime(200)
    take('a', 'read', start)
    expect(written()).toEqual([])
    store.db.exec('COMMIT')
    vi.advanceTimersByTime(1_000)
    expect(written()).toEqual([2])
  })
})
