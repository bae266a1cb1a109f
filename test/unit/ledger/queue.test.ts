// When the queue may make an attempt.
import { describe, expect, test } from 'vitest'
import {
  afterAskedNow,
  isProbing,
  applyEffect,
  initialQueue,
  afterIdentification,
  canTry,
  mustIdentifyService,
  afterNetworkReturn,
  afterResponse,
  afterStorageError,
  canRetryStorage,
  type Queue,
} from '../../../src-main/ledger/outbox/queue.ts'

const offline = { kind: 'offline', problem: { code: 'offline', params: {} } } as const
const refused = { kind: 'blocked_by_key', problem: { code: 'key_refused', params: {} }, probe: 'quarter' } as const
const minute = 60_000

/** Fails each attempt as soon as it may begin, and returns the pauses. */
const pauses = (tries: number): number[] => {
  let queue: Queue = initialQueue
  let monotonic = 0
  return Array.from({ length: tries }, () => {
    queue = applyEffect(queue, offline, { now: 0, monotonic })
    const pause = (queue.retryAt ?? 0) - monotonic
    monotonic += pause
    return pause
  })
}

describe('offline', () => {
  test('pauses grow to a minute', () => {
    expect(pauses(8)).toEqual([2_000, 5_000, 10_000, 20_000, 40_000, minute, minute, minute])
  })
  test('marks that were sent together count as one failed attempt', () => {
    const first = applyEffect(initialQueue, offline, { now: 0, monotonic: 0 })
    expect(applyEffect(first, offline, { now: 0, monotonic: 10 })).toEqual(first)
  })
  test('any response of the service ends it', () => {
    expect(afterResponse(applyEffect(initialQueue, offline, { now: 0, monotonic: 0 }), 1)).toEqual(initialQueue)
  })
  test('the network’s return ends the pause, not the state', () => {
    const back = afterNetworkReturn(applyEffect(initialQueue, offline, { now: 0, monotonic: 0 }))
    expect(back.state).toBe('offline')
    expect(canTry(back, 0)).toBe(true)
  })
})

describe('blocked and halted', () => {
  test('a refused key is tried after a quarter of an hour; a missing scope or module after an hour', () => {
    const moment = { now: 0, monotonic: 0 }
    expect(applyEffect(initialQueue, refused, moment).retryAt).toBe(15 * minute)
    expect(applyEffect(initialQueue, { ...refused, probe: 'hour' }, moment).retryAt).toBe(60 * minute)
    expect(applyEffect(initialQueue, { kind: 'blocked_by_plan', problem: refused.problem }, moment).retryAt).toBe(
      60 * minute,
    )
  })
  test('neither a response nor a returning network shortens a block', () => {
    const blocked = applyEffect(initialQueue, refused, { now: 0, monotonic: 0 })
    expect(afterNetworkReturn(afterResponse(blocked, 1))).toEqual(blocked)
    expect(canTry(blocked, 15 * minute - 1)).toBe(false)
  })
  test('after a block the workshop of the key is identified before a mark is sent', () => {
    expect(mustIdentifyService(applyEffect(initialQueue, refused, { now: 0, monotonic: 0 }))).toBe(true)
    expect(mustIdentifyService(initialQueue)).toBe(false)
  })
  test('a halt waits for a person, however long', () => {
    const halted = applyEffect(initialQueue, { kind: 'halted', problem: refused.problem }, { now: 0, monotonic: 0 })
    expect(canTry(halted, 1e12)).toBe(false)
  })
  test('after a storage error the next attempt is a minute later', () => {
    const failed = afterStorageError(initialQueue, 'disk I/O error', 0)
    expect([canRetryStorage(failed, minute - 1), canRetryStorage(failed, minute)]).toEqual([false, true])
  })
})

describe('over a limit', () => {
  test('it pauses until the limit ends, and names the day’s limit', () => {
    const moment = { now: 1_000_000, monotonic: 500 }
    expect(applyEffect(initialQueue, { kind: 'paused', untilMs: 1_030_000 }, moment)).toMatchObject({
      state: 'running',
      retryAt: 30_500,
      problem: { code: 'rate_limited', params: { seconds: 30 } },
    })
    expect(applyEffect(initialQueue, { kind: 'paused', untilMs: 9_000_000 }, moment).problem?.code).toBe('day_limit')
  })
  test('after an absurd wait one mark is sent every 15 minutes, and a person who asks now ends the wait', () => {
    const absurdWait = { kind: 'paused', untilMs: 90_000_000 } as const
    const paused = applyEffect(initialQueue, absurdWait, { now: 0, monotonic: 0 })
    expect([15 * minute - 1, 15 * minute].map((moment) => canTry(paused, moment))).toEqual([false, true])
    expect([isProbing(paused), isProbing(initialQueue)]).toEqual([true, false])
    expect(afterAskedNow(paused)).toEqual(initialQueue)
    const blocked = applyEffect(
      initialQueue,
      { kind: 'blocked_by_key', problem: { code: 'key_refused', params: {} }, probe: 'quarter' },
      { now: 0, monotonic: 0 },
    )
    expect(afterAskedNow(blocked)).toEqual(blocked)
  })
  test('the response of another mark does not end the pause', () => {
    const paused = applyEffect(initialQueue, { kind: 'paused', untilMs: 30_000 }, { now: 0, monotonic: 0 })
    expect(afterResponse(paused, 29_999)).toEqual(paused)
    expect(afterResponse(paused, 30_000)).toEqual(initialQueue)
  })
})

describe('several marks in a row', () => {
  const moment = { now: 0, monotonic: 0 }
  const times = (count: number, effect: Parameters<typeof applyEffect>[1]): Queue =>
    Array.from({ length: count }).reduce<Queue>((queue) => applyEffect(queue, effect, moment), initialQueue)

  test('after three sheets that do not exist the workshop is identified again', () => {
    expect(mustIdentifyService(times(2, { kind: 'sheet_gone' }))).toBe(false)
    expect(mustIdentifyService(times(3, { kind: 'sheet_gone' }))).toBe(true)
    expect(mustIdentifyService(afterIdentification(times(3, { kind: 'sheet_gone' })))).toBe(false)
  })
  test('three refused bodies in a row halt the queue; a delivery between them prevents that', () => {
    expect(times(3, { kind: 'body_refused' }).state).toBe('halted')
    const between = applyEffect(times(2, { kind: 'body_refused' }), { kind: 'delivered' }, moment)
    expect(applyEffect(between, { kind: 'body_refused' }, moment).state).toBe('running')
  })
})
