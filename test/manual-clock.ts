// A clock that a test controls: time passes only when the test advances it.
import type { Clock } from '../src-main/platform/clock.ts'

interface Waiter {
  atMs: number
  resolve: () => void
}

export interface ManualClock extends Clock {
  /** Advances the time by `ms`. Waits that end within it resolve, the earliest first. */
  advance: (ms: number) => void
  /** Sets the computer's clock: `now` changes by `ms`; `monotonic` and the waits do not change. */
  step: (ms: number) => void
  /** The time until the earliest wait ends, in ms, or null if there is no wait. */
  nextWait: () => number | null
  /** The number of waits. */
  waiting: () => number
}

export function manualClock(start = Date.parse('2026-11-24T08:00:00Z')): ManualClock {
  let monotonic = 0
  let wall = start
  const waiters = new Set<Waiter>()
  const earliest = (): Waiter | undefined => [...waiters].toSorted((a, b) => a.atMs - b.atMs)[0]

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
        const waiter = { atMs: monotonic + Math.max(0, ms), resolve: end }
        waiters.add(waiter)
        signal?.addEventListener('abort', end)
      }),
    advance: (ms) => {
      const until = monotonic + ms
      for (let next = earliest(); next !== undefined && next.atMs <= until; next = earliest()) {
        wall += next.atMs - monotonic
        monotonic = next.atMs
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
      return next === undefined ? null : next.atMs - monotonic
    },
    waiting: () => waiters.size,
  }
}

/** The same clock for code whose timeouts must not depend on the duration of a test: its waits end only when they are aborted. */
export const withoutTimeouts = (clock: Clock): Clock => ({
  ...clock,
  wait: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
})
