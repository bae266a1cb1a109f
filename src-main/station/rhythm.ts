// How often this station asks the service: often while somebody works at its screen, seldom else, and never so often that all
// stations of the key or of the workshop together pass their day.
import type { Limits } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { pollPauseMs } from '../workshop/poll-pause.ts'

const stationsOfAWorkshop = 10
/** A station is on shift while a screen has asked it something within this time. */
const onShiftMs = 30 * 60_000

export interface Rhythm {
  /** A person did something at a screen. */
  touched: () => void
  pollPauseMs: () => number
}

export function createRhythm(options: { clock: Clock; limits: () => Limits; stationsSharingKey: number }): Rhythm {
  const { clock, limits, stationsSharingKey } = options
  let touchedAt = clock.monotonic()
  return {
    touched: () => {
      touchedAt = clock.monotonic()
    },
    pollPauseMs: () =>
      pollPauseMs({
        limits: limits(),
        stationsPerKey: stationsSharingKey,
        stations: Math.max(stationsOfAWorkshop, stationsSharingKey),
        onShift: clock.monotonic() - touchedAt < onShiftMs,
      }),
  }
}
