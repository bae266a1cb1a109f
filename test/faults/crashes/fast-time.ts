// A clock that runs many times as fast as the computer's, and is the same in every program with the same beginning: the ten seconds of
// a mark's hold pass in a fraction of a second.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../src-main/platform/clock.ts'

const times = 40

/** Milliseconds since 1970 by the fast clock. `beginning`: the time at which both clocks were equal. */
export const fastNow = (beginning: number): number => Math.round(beginning + (Date.now() - beginning) * times)

export const fastClock = (beginning: number): Clock => ({
  now: () => fastNow(beginning),
  monotonic: () => performance.now() * times,
  wait: async (ms, signal) => {
    try {
      await wait(ms / times, undefined, signal === undefined ? {} : { signal })
    } catch {
      // an abort ends the wait
    }
  },
})
