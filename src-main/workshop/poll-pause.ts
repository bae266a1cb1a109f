// How long a station pauses between two polls, so that all stations of a key stay under the key's day and all stations of the
// workshop under the workshop's. Pure.
import type { Limits } from '../../shared/workshop-api/index.ts'
import { heldBackForMarks } from './budget.ts'

export interface Sharing {
  limits: Pick<Limits, 'callsPerDay' | 'workshopCallsPerDay'>
  /** Stations that share this key. */
  stationsPerKey: number
  /** Stations of the whole workshop. */
  stations: number
  /** Whether anybody works at the brakes now. */
  onShift: boolean
}

const daySeconds = 86_400
const shiftSeconds = 10 * 3_600
/** The list is pulled anew this often, on shift and off. */
const listSeconds = 300
const offShiftPauseSeconds = 300
const shortestPauseSeconds = 30

/**
 * Milliseconds: 30 s on shift where the limits allow it, longer where many stations share them; 300 s off shift.
 * Calls of a station's day = shift / pause + rest / 300 + day / 300 for the list; what is left pays for fetches.
 */
export function pollPauseMs({ limits, stationsPerKey, stations, onShift }: Sharing): number {
  if (!onShift) return offShiftPauseSeconds * 1_000
  const share = Math.min(
    (limits.callsPerDay - heldBackForMarks) / Math.max(1, stationsPerKey),
    (limits.workshopCallsPerDay - heldBackForMarks) / Math.max(1, stations),
  )
  const fixed = (daySeconds - shiftSeconds) / offShiftPauseSeconds + daySeconds / listSeconds
  const polls = share - fixed
  if (polls <= 0) return offShiftPauseSeconds * 1_000
  const pause = Math.min(offShiftPauseSeconds, Math.max(shortestPauseSeconds, shiftSeconds / polls))
  return Math.ceil(pause * 1_000)
}
