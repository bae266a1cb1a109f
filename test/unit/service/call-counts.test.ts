// Counts of calls and limits, on a real file, per minute and per day.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Limits } from '../../../shared/workshop-api/index.ts'
import { CallCounts } from '../../../src-service/limits/call-counts.ts'
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
  const counts = new CallCounts(store.counts)
  onTestFinished(() => {
    counts.flush()
    store.close()
    rmSync(folder, { recursive: true })
  })
  const countCall = (keyId: string, callClass: 'read' | 'write' | 'prices' | 'files', nowMs: number, with_ = counts) =>
    with_.count({ keyId, workshopId: 'w' }, limits, callClass, nowMs, 'GET /x')
  return { store, counts, countCall }
}

describe('call counts', () => {
  test('a used-up class is refused for the rest of its minute, the others are not', () => {
    const { countCall } = counting()
    expect([countCall('a', 'files', start), countCall('a', 'files', start + 29_999)]).toEqual([
      { allowed: true, rate: { limit: 1, remaining: 0, reset: (start + 30_000) / 1000 } },
      { allowed: false, rate: { limit: 1, remaining: 0, reset: (start + 30_000) / 1000 }, retryAfterSeconds: 1 },
    ])
    expect(countCall('a', 'read', start).allowed).toBe(true)
    expect(countCall('a', 'files', start + 30_000).allowed).toBe(true)
  })

  test('a used-up day of a key lasts until midnight UTC; refused calls do not count', () => {
    const { countCall } = counting()
    for (let call = 0; call < 6; call += 1) expect(countCall('a', 'read', start - call * minute).allowed).toBe(true)
    for (let call = 0; call < 9; call += 1) {
      expect(countCall('a', 'write', start)).toMatchObject({
        allowed: false,
        retryAfterSeconds: 90,
        rate: { remaining: 2 },
      })
    }
    expect(countCall('b', 'read', start).allowed).toBe(true)
    expect(countCall('a', 'read', start + 90_000).allowed).toBe(true)
  })

  test("calls that the minute's limit refuses do not count against the day of the key or the workshop", () => {
    const { store, counts, countCall } = counting()
    for (let call = 0; call < 30; call += 1) countCall('a', 'files', start)
    for (let call = 0; call < 5; call += 1) expect(countCall('a', 'read', start - call * minute).allowed).toBe(true)
    expect(countCall('a', 'read', start - 9 * minute).allowed).toBe(false)
    counts.flush()
    expect(store.db.prepare('SELECT calls_of_day FROM workshop_use').pluck().all()).toEqual([6])
  })

  test('only stored orders count as new, and makesOrder is called only when their day is used up', () => {
    const { counts } = counting()
    const key = { keyId: 'a', workshopId: 'w' }
    const order = (makesOrder: () => boolean) => counts.count(key, limits, 'write', start, 'POST /orders', makesOrder)
    counts.countNewOrder('a', start)
    counts.releaseNewOrder('a', start)
    expect([counts.secondsUntilNewOrder('a', limits, start), order(unasked).allowed]).toEqual([0, true])
    counts.countNewOrder('a', start)
    expect(counts.secondsUntilNewOrder('a', limits, start)).toBe(90)
    expect(order(() => true)).toMatchObject({ allowed: false, retryAfterSeconds: 90 })
    expect(order(() => false).allowed).toBe(true)
  })

  test("the workshop's day is shared by its keys", () => {
    const { countCall } = counting()
    for (let call = 0; call < 4; call += 1) {
      expect(countCall('a', 'read', start - call * minute).allowed).toBe(true)
      expect(countCall('b', 'read', start - call * minute).allowed).toBe(true)
    }
    expect(countCall('a', 'read', start - 10 * minute).allowed).toBe(false)
    expect(countCall('b', 'read', start - 10 * minute).allowed).toBe(false)
    expect(countCall('b', 'read', start + day).allowed).toBe(true)
  })

  test('prices have their own daily count', () => {
    const { countCall } = counting()
    for (let call = 0; call < 4; call += 1) expect(countCall('a', 'prices', start).allowed).toBe(true)
    expect(countCall('a', 'prices', start)).toMatchObject({ allowed: false, retryAfterSeconds: 90 })
    expect(countCall('a', 'read', start).allowed).toBe(true)
  })

  test('stored counts continue in another process', () => {
    const { store, counts, countCall } = counting()
    countCall('a', 'read', start)
    countCall('a', 'read', start)
    counts.flush()
    expect(countCall('a', 'read', start, new CallCounts(store.counts))).toMatchObject({
      allowed: true,
      rate: { remaining: 0 },
    })
  })

  test('counts that cannot be written now are written later', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { store, countCall } = counting()
    store.counts.pragma('busy_timeout = 0')
    const written = () => store.db.prepare('SELECT reads FROM key_use').pluck().all()
    store.db.exec('BEGIN IMMEDIATE')
    countCall('a', 'read', start)
    vi.advanceTimersByTime(200)
    countCall('a', 'read', start)
    expect(written()).toEqual([])
    store.db.exec('COMMIT')
    vi.advanceTimersByTime(1_000)
    expect(written()).toEqual([2])
  })
})
