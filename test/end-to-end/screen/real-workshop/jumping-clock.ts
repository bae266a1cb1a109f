// The clock of the computer, which a test can set forward. A wait that ends before the new time then ends at once.
import { systemClock, type Clock } from '../../../../src-main/platform/clock.ts'

export interface JumpingClock extends Clock {
  jump: (ms: number) => void
}

export function jumpingClock(): JumpingClock {
  let offsetMs = 0
  let jumped = new AbortController()
  const monotonic = (): number => systemClock.monotonic() + offsetMs
  const wait = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const until = monotonic() + ms
    while (signal?.aborted !== true && monotonic() < until) {
      const signals = signal === undefined ? [jumped.signal] : [jumped.signal, signal]
      await systemClock.wait(until - monotonic(), AbortSignal.any(signals))
    }
  }
  return {
    now: () => systemClock.now() + offsetMs,
    monotonic,
    wait,
    jump: (ms) => {
      offsetMs += ms
      jumped.abort()
      jumped = new AbortController()
    },
  }
}
