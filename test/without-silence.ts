// The system's clock without the silence with which a driver begins.
import { systemClock, type Clock } from '../src-main/platform/clock.ts'

/** A driver waits for late answers first, as long as for an answer or longer. Tests on a busy computer allow an answer many seconds. */
const shortestSilenceMs = 1_000

/** A long wait without a signal is the silence of a driver, and ends at once: waits for answers have a signal. */
export const clockWithoutSilence: Clock = {
  ...systemClock,
  wait: (ms, signal) => systemClock.wait(signal === undefined && ms >= shortestSilenceMs ? 0 : ms, signal),
}
