// Computes the pause between two polls of a station, so that all stations of a key stay below the key's daily limit and all stations of
// the workshop below the workshop's daily limit. Pure.
import type { Limits } from '../../shared/workshop-api/index.ts'
import { heldBackForMarks } from './budget.ts'

export interface Sharing {
  limits: Pick<Limits, 'callsPerDay' | 'workshopCallsPerDay'>
  /** Stations that share this key. */
  stationsPerKey: number
  /** All stations of the workshop. */
  stations: number
  /** True while somebody works at the brakes. */
  onShift: boolean
}

const daySeconds = 86_400
const shiftSeconds = 10 * 3_600
/** The interval between two pulls of the list, on shift and off. */
const listSeconds = 300
const offShiftPauseSeconds = 300
const minPauseSeconds = 30

/**
 * Milliseconds: 30 s on shift where the limits allow it, longer where many stations share them; 300 s off shift.
 * Calls of a station per day = shift / pause + rest / 300 + day / 300 for the list; the rest of its share is for fetching sheets.
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
  const pause = Math.min(offShiftPauseSeconds, Math.max(minPauseSeconds, shiftSeconds / polls))
  return Math.ceil(pause * 1_000)
}
