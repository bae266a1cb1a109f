// Time that runs many times as fast as the computer's, the same for every program that is told the same beginning: a mark's ten
// seconds pass in a fraction of one.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../src-main/platform/clock.ts'

const times = 40

/** Milliseconds since 1970 by the fast time; `beginning`: when both were the same. */
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
