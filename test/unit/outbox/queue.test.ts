// When the queue as a whole may try, and when not.
import { describe, expect, test } from 'vitest'
import {
  afterEffect,
  atStart,
  identified,
  mayTry,
  mustAskWho,
  networkBack,
  reached,
  storeFailed,
  storeMayWork,
  type Queue,
} from '../../../src-main/outbox/queue.ts'

const offline = { kind: 'offline', problem: { code: 'offline', params: {} } } as const
const refused = { kind: 'blocked_by_key', problem: { code: 'key_refused', params: {} }, probe: 'quarter' } as const
const minute = 60_000

/** Fails each try as soon as it may begin, and says how long each pause was. */
const pauses = (tries: number): number[] => {
  let queue: Queue = atStart
  let monotonic = 0
  return Array.from({ length: tries }, () => {
    queue = afterEffect(queue, offline, { now: 0, monotonic })
    const pause = (queue.retryAt ?? 0) - monotonic
    monotonic += pause
    return pause
  })
}

describe('offline', () => {
  test('pauses grow to a minute', () => {
    expect(pauses(8)).toEqual([2_000, 5_000, 10_000, 20_000, 40_000, minute, minute, minute])
  })
  test('rows that were under way together count as one failed try', () => {
    const first = afterEffect(atStart, offline, { now: 0, monotonic: 0 })
    expect(afterEffect(first, offline, { now: 0, monotonic: 10 })).toEqual(first)
  })
  test('any answer of the service ends it', () => {
    expect(reached(afterEffect(atStart, offline, { now: 0, monotonic: 0 }), 1)).toEqual(atStart)
  })
  test('the network’s return ends the pause, not the state', () => {
    const back = networkBack(afterEffect(atStart, offline, { now: 0, monotonic: 0 }))
    expect(back.state).toBe('offline')
    expect(mayTry(back, 0)).toBe(true)
  })
})

describe('blocked and halted', () => {
  test('a refused key is tried after a quarter of an hour; a missing scope or module after an hour', () => {
    const at = { now: 0, monotonic: 0 }
    expect(afterEffect(atStart, refused, at).retryAt).toBe(15 * minute)
    expect(afterEffect(atStart, { ...refused, probe: 'hour' }, at).retryAt).toBe(60 * minute)
    expect(afterEffect(atStart, { kind: 'blocked_by_plan', problem: refused.problem }, at).retryAt).toBe(60 * minute)
  })
  test('neither an answer nor a returning network cuts a block short', () => {
    const blocked = afterEffect(atStart, refused, { now: 0, monotonic: 0 })
    expect(networkBack(reached(blocked, 1))).toEqual(blocked)
    expect(mayTry(blocked, 15 * minute - 1)).toBe(false)
  })
  test('whoever was blocked asks who is behind the key before a row goes out', () => {
    expect(mustAskWho(afterEffect(atStart, refused, { now: 0, monotonic: 0 }))).toBe(true)
    expect(mustAskWho(atStart)).toBe(false)
  })
  test('a halt waits for a person, however long', () => {
    const halted = afterEffect(atStart, { kind: 'halted', problem: refused.problem }, { now: 0, monotonic: 0 })
    expect(mayTry(halted, 1e12)).toBe(false)
  })
  test('a store that would not take a step is tried again after a minute', () => {
    const failed = storeFailed(atStart, 'disk I/O error', 0)
    expect([storeMayWork(failed, minute - 1), storeMayWork(failed, minute)]).toEqual([false, true])
  })
})

describe('over a limit', () => {
  test('it pauses until then, and says so when it is the day’s', () => {
    const at = { now: 1_000_000, monotonic: 500 }
    expect(afterEffect(atStart, { kind: 'paused', untilMs: 1_030_000 }, at)).toMatchObject({
      state: 'running',
      retryAt: 30_500,
      problem: { code: 'rate_limited', params: { seconds: 30 } },
    })
    expect(afterEffect(atStart, { kind: 'paused', untilMs: 9_000_000 }, at).problem?.code).toBe('day_limit')
  })
  test('another row’s answer does not end the pause', () => {
    const paused = afterEffect(atStart, { kind: 'paused', untilMs: 30_000 }, { now: 0, monotonic: 0 })
    expect(reached(paused, 29_999)).toEqual(paused)
    expect(reached(paused, 30_000)).toEqual(atStart)
  })
})

describe('rows in a row', () => {
  const at = { now: 0, monotonic: 0 }
  const times = (count: number, effect: Parameters<typeof afterEffect>[1]): Queue =>
    Array.from({ length: count }).reduce<Queue>((queue) => afterEffect(queue, effect, at), atStart)

  test('three sheets that are gone make it ask who is behind the key', () => {
    expect(mustAskWho(times(2, { kind: 'sheet_gone' }))).toBe(false)
    expect(mustAskWho(times(3, { kind: 'sheet_gone' }))).toBe(true)
    expect(mustAskWho(identified(times(3, { kind: 'sheet_gone' })))).toBe(false)
  })
  test('three refused bodies halt it; a delivery between them does not', () => {
    expect(times(3, { kind: 'body_refused' }).state).toBe('halted')
    const between = afterEffect(times(2, { kind: 'body_refused' }), { kind: 'delivered' }, at)
    expect(afterEffect(between, { kind: 'body_refused' }, at).state).toBe('running')
  })
})
