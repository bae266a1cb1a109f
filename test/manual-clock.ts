// A clock that a test holds: nothing passes until the test says so.
import type { Clock } from '../src-main/platform/clock.ts'

interface Waiter {
  at: number
  resolve: () => void
}

export interface ManualClock extends Clock {
  /** Lets `ms` pass: waits that end within it resolve, the earliest first. */
  advance: (ms: number) => void
  /** Somebody sets the computer's clock: `now` steps by `ms`, `monotonic` and the waits do not notice. */
  step: (ms: number) => void
  /** How long until the earliest wait ends, in ms; null when nobody waits. */
  nextWait: () => number | null
  /** How many wait. */
  waiting: () => number
}

export function manualClock(start = Date.parse('2026-11-24T08:00:00Z')): ManualClock {
  let monotonic = 0
  let wall = start
  const waiters = new Set<Waiter>()
  const earliest = (): Waiter | undefined => [...waiters].toSorted((a, b) => a.at - b.at)[0]

  return {
    now: () => wall,
    monotonic: () => monotonic,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve()
        const end = (): void => {
          waiters.delete(waiter)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const waiter = { at: monotonic + Math.max(0, ms), resolve: end }
        waiters.add(waiter)
        signal?.addEventListener('abort', end)
      }),
    advance: (ms) => {
      const until = monotonic + ms
      for (let next = earliest(); next !== undefined && next.at <= until; next = earliest()) {
        wall += next.at - monotonic
        monotonic = next.at
        next.resolve()
      }
      wall += until - monotonic
      monotonic = until
    },
    step: (ms) => {
      wall += ms
    },
    nextWait: () => {
      const next = earliest()
      return next === undefined ? null : next.at - monotonic
    },
    waiting: () => waiters.size,
  }
}

/** The same time for whoever must not notice how long a test takes: its waits end only when they are called off. */
export const withoutTimeOuts = (clock: Clock): Clock => ({
  ...clock,
  wait: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
})
