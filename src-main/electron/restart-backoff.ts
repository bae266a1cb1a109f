// The pause before a process or a page is started again: longer after each failure, until it has run for a while. Pure.
import { backoffMs } from '../../shared/base/backoff.ts'

const pausesMs = [250, 500, 1_000, 2_000, 5_000] as const
/** After this time without a failure the next one counts as the first. */
const stableMs = 60_000

export interface RestartBackoff {
  /** The pause in ms after a run of `ranMs`. */
  pauseAfterMs: (ranMs: number) => number
}

export function createRestartBackoff(): RestartBackoff {
  let failures = 0
  return {
    pauseAfterMs: (ranMs) => {
      failures = ranMs >= stableMs ? 1 : failures + 1
      return backoffMs(pausesMs, failures)
    },
  }
}
