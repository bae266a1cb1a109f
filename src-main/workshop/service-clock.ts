// The time of the service, computed from the `Date` header of its responses. It is based on the monotonic clock, so setting this
// computer's clock does not change it. Touches only the clock.
import type { Clock } from '../platform/clock.ts'

export interface ServiceClock {
  /** Adds one response: when its call was sent and when it was received (monotonic ms), and its `Date` (ms since 1970, whole seconds). */
  observe: (sent: number, received: number, dateMs: number) => void
  /** The estimated time of the service, ms since 1970; this computer's time before the first response. */
  now: () => number
  /** The earliest possible time of the service: a minute that has begun by this time has certainly begun. */
  atLeast: () => number
  /** The service's clock minus this computer's, ms; before the first response the offset of an earlier start, otherwise null. */
  offsetMs: () => number | null
}

/** `Date` has whole seconds, so the response was written within the second that follows it. */
const dateGrainMs = 999

/** `measured`: the offset of an earlier start, used until the first response. */
export function createServiceClock(clock: Clock, measured: number | null = null): ServiceClock {
  // service time = monotonic + shift; each response narrows the interval of the shift
  let interval: { low: number; high: number } | null = null
  const estimate = (): number => {
    if (interval === null) return clock.now() + (measured ?? 0)
    return clock.monotonic() + (interval.low + interval.high) / 2
  }
  return {
    observe: (sent, received, dateMs) => {
      const low = dateMs - received
      const high = dateMs + dateGrainMs - sent
      const narrowed: { low: number; high: number } =
        interval === null ? { low, high } : { low: Math.max(low, interval.low), high: Math.min(high, interval.high) }
      // an empty interval: the service's clock was set, or drifted for a long time
      interval = narrowed.low <= narrowed.high ? narrowed : { low, high }
    },
    now: estimate,
    atLeast: () => (interval === null ? clock.now() + (measured ?? 0) : clock.monotonic() + interval.low),
    offsetMs: () => (interval === null ? measured : Math.round(estimate() - clock.now())),
  }
}
