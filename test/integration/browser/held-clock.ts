// A clock that only the test advances.
import type { Clock } from '../../../src-main/platform/clock.ts'

export interface HeldClock extends Clock {
  advance: (ms: number) => void
}

export function heldClock(start = Date.parse('2026-08-03T08:00:00Z')): HeldClock {
  let passed = 0
  let waits: { until: number; end: () => void }[] = []
  return {
    now: () => start + passed,
    monotonic: () => passed,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve()
        waits.push({ until: passed + ms, end: resolve })
        signal?.addEventListener('abort', () => resolve())
      }),
    advance: (ms) => {
      passed += ms
      const due = waits.filter(({ until }) => until <= passed)
      waits = waits.filter(({ until }) => until > passed)
      for (const { end } of due) end()
    },
  }
}
