// Time as a parameter: parts of the station use a Clock, so that a test can control it.
import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since 1970; may step when somebody sets the computer's clock. */
  now: () => number
  /** Milliseconds since some moment of this boot; never steps. */
  monotonic: () => number
  /** Resolves after `ms`, or at once when `signal` is aborted; never rejects. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wait: async (ms, signal) => {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal })
    } catch {
      // an abort ends the wait; the caller checks the signal
    }
  },
}

/** A timer that is later than this shows that the process did not run for a while. */
const stallMs = 100
const maxExtensionMs = 1_000

/**
 * Resolves after `ms`, or at once when `signal` is aborted. If the process did not run at that moment, it gets up to a second more:
 * Node calls timers before it reads what has arrived, so a write or an answer in time would be reported as late.
 */
export async function waitForDeadline(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const dueMs = clock.monotonic() + ms
  await clock.wait(ms, signal)
  if (!signal.aborted && clock.monotonic() - dueMs > stallMs) await clock.wait(Math.min(ms, maxExtensionMs), signal)
}
