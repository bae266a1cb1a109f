// How often this station asks the service: often while somebody works at its screen, seldom else, and never so often that all
// stations of the key or of the workshop together pass their day.
import type { CallName, Station } from '../../shared/station-api/index.ts'
import type { Limits } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { pollPauseMs } from '../workshop/poll-pause.ts'

export const stationsOfAWorkshop = 10
/** A station is on shift while a person at a screen has asked it something within this time. */
const onShiftMs = 30 * 60_000
/** What a screen asks by itself when it is told of a change: at night, too. */
const askedByScreens: ReadonlySet<string | symbol> = new Set<CallName>([
  'list.read',
  'marks.list',
  'mark.details',
  'work.read',
  'operators.list',
  'deviations.list',
  'workshop.read',
  'brake.read',
])

export interface Rhythm {
  /** A person did something at a screen. */
  touched: () => void
  pollPauseMs: () => number
}

/** The same handlers, `touched` told of each call that a person makes. */
export const noticing = (handlers: Station['handlers'], touched: () => void): Station['handlers'] =>
  new Proxy(handlers, {
    get: (of, name, receiver): unknown => {
      if (!askedByScreens.has(name)) touched()
      return Reflect.get(of, name, receiver)
    },
  })

export interface RhythmOptions {
  clock: Clock
  limits: () => Limits
  stationsSharingKey: number
  /** Somebody is there again. */
  onShiftBegun: () => void
}

export function createRhythm(options: RhythmOptions): Rhythm {
  const { clock, limits, stationsSharingKey, onShiftBegun } = options
  let touchedAt = clock.monotonic()
  const onShift = (now = clock.monotonic()): boolean => now - touchedAt < onShiftMs
  return {
    touched: () => {
      const now = clock.monotonic()
      const before = onShift(now)
      touchedAt = now
      if (!before) onShiftBegun()
    },
    pollPauseMs: () =>
      pollPauseMs({
        limits: limits(),
        stationsPerKey: stationsSharingKey,
        stations: Math.max(stationsOfAWorkshop, stationsSharingKey),
        onShift: onShift(),
      }),
  }
}
