// How often this station reads events: often while a person works at one of its screens, rarely at other times, and never so often that
// the stations of a key or of a workshop together use up a day's calls.
import { minuteMs } from '../../../shared/base/durations.ts'
import { isAutomatic, isCallName, type Station } from '../../../shared/station-api/index.ts'
import type { Limits } from '../../../shared/workshop-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { pollPauseMs } from '../../workshop/index.ts'

export const stationsOfAWorkshop = 10
/** A station is on shift for this long after the last call that a person caused. */
const onShiftMs = 30 * minuteMs

export interface PollSchedule {
  /** A person caused a call. */
  recordUse: () => void
  pollPauseMs: () => number
}

/** The same handlers; `onPersonCall` runs before each call that a person causes. Automatic calls of a screen do not count. */
export const observePersonCalls = (handlers: Station['handlers'], onPersonCall: () => void): Station['handlers'] =>
  new Proxy(handlers, {
    get: (target, name, receiver): unknown => {
      if (isCallName(name) && !isAutomatic(name)) onPersonCall()
      return Reflect.get(target, name, receiver)
    },
  })

export interface PollScheduleOptions {
  clock: Clock
  limits: () => Limits
  stationsSharingKey: number
  /** The first use after a time without a shift. */
  onShiftBegun: () => void
}

/** The creation counts as a use, and does not call `onShiftBegun`. */
export function createPollSchedule(options: PollScheduleOptions): PollSchedule {
  const { clock, limits, stationsSharingKey, onShiftBegun } = options
  let usedAtMs = clock.monotonic()
  const isOnShift = (nowMs = clock.monotonic()): boolean => nowMs - usedAtMs < onShiftMs
  return {
    recordUse: () => {
      const nowMs = clock.monotonic()
      const wasOnShift = isOnShift(nowMs)
      usedAtMs = nowMs
      if (!wasOnShift) onShiftBegun()
    },
    pollPauseMs: () =>
      pollPauseMs({
        limits: limits(),
        stationsPerKey: stationsSharingKey,
        stations: Math.max(stationsOfAWorkshop, stationsSharingKey),
        onShift: isOnShift(),
      }),
  }
}
