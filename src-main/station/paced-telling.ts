// Tells the changes of one turn of the loop when it is over, and those that follow at most ten times a second. Pure but for its clock
// and the turns of the loop.
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
    tell()
    void clock.wait(pauseMs, ended.signal).then(() => {
      isPausing = changedMeanwhile
      changedMeanwhile = false
      return isPausing && !ended.signal.aborted ? told() : undefined
    })
  }
  return {
    changed: () => {
      if (ended.signal.aborted) return
      if (isPausing) changedMeanwhile = true
      else {
        isPausing = true
        setImmediate(() => {
          if (!ended.signal.aborted) told()
        })
      }
    },
    end: () => ended.abort(),
  }
}
