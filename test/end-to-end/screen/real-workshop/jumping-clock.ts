// The computer's own clock, which a test may set forward: what waits for a time that is past then goes on at once.
import { systemClock, type Clock } from '../../../../src-main/platform/clock.ts'

export interface JumpingClock extends Clock {
  jump: (ms: number) => void
}

export function jumpingClock(): JumpingClock {
  let ahead = 0
  let jumped = new AbortController()
  const monotonic = (): number => systemClock.monotonic() + ahead
  const wait = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const until = monotonic() + ms
    while (signal?.aborted !== true && monotonic() < until) {
      const signals = signal === undefined ? [jumped.signal] : [jumped.signal, signal]
      await systemClock.wait(until - monotonic(), AbortSignal.any(signals))
    }
  }
  return {
    now: () => systemClock.now() + ahead,
    monotonic,
    wait,
    jump: (ms) => {
      ahead += ms
      jumped.abort()
      jumped = new AbortController()
    },
  }
}
