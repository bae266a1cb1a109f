import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitForDeadline } from '../../../src-main/platform/clock.ts'
import { manualClock } from '../../manual-clock.ts'

/** Whether the promise has resolved, after everything that is due now has run. */
async function passed(waiting: Promise<void>): Promise<boolean> {
  const notYet = setImmediate(false)
  return Promise.race([waiting.then(() => true), notYet])
}

test('a deadline passes on time while the process runs', async () => {
  const clock = manualClock()
  const waiting = waitForDeadline(clock, 2_000, new AbortController().signal)
  clock.advance(2_000)
  expect(await passed(waiting)).toBe(true)
})

test('a deadline is extended once, by at most a second, when the process did not run', async () => {
  const clock = manualClock()
  const waiting = waitForDeadline(clock, 2_000, new AbortController().signal)
  clock.advance(30_000)
  expect(await passed(waiting)).toBe(false)
  clock.advance(999)
  expect(await passed(waiting)).toBe(false)
  clock.advance(30_000)
  expect(await passed(waiting)).toBe(true)
})

test('an abort ends the wait for a deadline, also while it is extended', async () => {
  const clock = manualClock()
  const stop = new AbortController()
  const waiting = waitForDeadline(clock, 2_000, stop.signal)
  clock.advance(30_000)
  expect(await passed(waiting)).toBe(false)
  stop.abort()
  expect(await passed(waiting)).toBe(true)
  expect(clock.waiting()).toBe(0)
})
