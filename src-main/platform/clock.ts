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
