// What the service's clock shows, worked out from the `Date` of its answers. It counts on the monotonic clock, so that setting
// this computer's clock moves nothing. Pure state over a Clock.
import type { Clock } from '../platform/clock.ts'

export interface ServiceClock {
  /** One answer: when its call left and when it came (monotonic ms), and its `Date` (ms since 1970, whole seconds). */
  observe: (sent: number, received: number, dateMs: number) => void
  /** The best guess at the service's time, ms since 1970; this computer's own until an answer came. */
  now: () => number
  /** The service's time is at least this: what to ask when a new minute must have begun for certain. */
  atLeast: () => number
  /** Service's clock less this computer's, ms; until an answer came what was measured at an earlier start, else null. */
  offsetMs: () => number | null
}

/** `Date` has whole seconds, so the time it was written lies within the second that follows. */
const dateGrainMs = 999

/** `measured`: the offset of an earlier start, taken until an answer comes. */
export function createServiceClock(clock: Clock, measured: number | null = null): ServiceClock {
  // service time = monotonic + shift; each answer narrows the shift to an interval
  let interval: { low: number; high: number } | null = null
  const guess = (): number => {
    if (interval === null) return clock.now() + (measured ?? 0)
    return clock.monotonic() + (interval.low + interval.high) / 2
  }
  return {
    observe: (sent, received, dateMs) => {
      const low = dateMs - received
      const high = dateMs + dateGrainMs - sent
      const narrowed: { low: number; high: number } =
        interval === null ? { low, high } : { low: Math.max(low, interval.low), high: Math.min(high, interval.high) }
      // an empty interval: the service's clock was set, or ran differently for long
      interval = narrowed.low <= narrowed.high ? narrowed : { low, high }
    },
    now: guess,
    atLeast: () => (interval === null ? clock.now() + (measured ?? 0) : clock.monotonic() + interval.low),
    offsetMs: () => (interval === null ? measured : Math.round(guess() - clock.now())),
  }
}
