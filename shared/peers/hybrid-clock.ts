// A hybrid logical clock in one number: milliseconds since 1970 that never fall behind what this station has seen. Pure.
import { minuteMs } from '../base/durations.ts'

/** How far ahead of the computer's clock a station's own moments may get because of another station's clock, in ms. */
export const maxAheadMs = 5 * minuteMs

/**
 * The moment of a change, ms since 1970: the computer's time, or one ms after the newest moment seen where that is later, so that a change
 * is after everything that its author saw. A moment more than `maxAheadMs` ahead of the computer's clock does not count: one station with
 * a wrong clock must not move the others'.
 */
export function nextMoment(nowMs: number, newestSeenMs: number): number {
  return newestSeenMs - nowMs > maxAheadMs ? nowMs : Math.max(nowMs, newestSeenMs + 1)
}

/** The order of two changes: by moment, and by station where the moments are equal, so that every station has the same order. */
export function compareMoments(a: { moment: number; station: string }, b: { moment: number; station: string }): number {
  return a.moment - b.moment || (a.station < b.station ? -1 : a.station > b.station ? 1 : 0)
}
