// Tells a change at once, and the changes that follow it at most ten times a second. Pure but for its clock.
import type { Clock } from '../platform/clock.ts'

export interface PacedTelling {
  changed: () => void
  /** Nothing more is told. */
  end: () => void
}

const pauseMs = 100

export function pacedTelling(clock: Clock, tell: () => void): PacedTelling {
  const ended = new AbortController()
  let isPausing = false
  let changedMeanwhile = false
  const told = (): void => {
    isPausing = true
    tell()
    void clock.wait(pauseMs, ended.signal).then(() => {
      isPausing = false
      if (!changedMeanwhile || ended.signal.aborted) return undefined
      changedMeanwhile = false
      return told()
    })
  }
  return {
    changed: () => {
      if (ended.signal.aborted) return
      if (isPausing) changedMeanwhile = true
      else told()
    },
    end: () => ended.abort(),
  }
}
