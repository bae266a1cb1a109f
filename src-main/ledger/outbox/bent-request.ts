// The bytes that report a sheet as bent, and the recognition of the station's own marker. Pure.
import type { BentReport } from '../../../shared/workshop-api/index.ts'
import type { Mark, Sheet } from '../marks/index.ts'

/** Raised when the content of a request changes, so that a row frozen by an older program is still understood. */
export const payloadVersion = 1

/** The clocks when a request is frozen. `serviceOffsetMs`: the service's clock minus this computer's; null: not known. */
export interface SendTime {
  now: number
  monotonic: number
  bootId: string
  serviceOffsetMs: number | null
}

export interface FrozenRequest {
  bytes: Uint8Array
  /** Milliseconds since 1970 by the service's clock; null where the service sets the time. */
  bentAt: number | null
}

/**
 * A `whole` payload contains everything that is known. The `smallest` contains only the drawing's version: without it an old drawing
 * could be marked as bent unnoticed, and the service requires nothing else.
 */
export function freeze(mark: Mark, sendTime: SendTime): FrozenRequest {
  if (mark.payload === 'smallest') return { bytes: encode({ drawingVersion: mark.targetDrawingVersion }), bentAt: null }
  const bentAt = mark.bentAt ?? bentAtByService(mark, sendTime)
  return {
    bytes: encode({
      bentAt: new Date(bentAt).toISOString(),
      quantity: mark.pieces,
      ...(mark.pressBrakeId === null ? {} : { pressBrakeId: mark.pressBrakeId }),
      ...(mark.by === null ? {} : { by: mark.by }),
      drawingVersion: mark.targetDrawingVersion,
    }),
    bentAt,
  }
}

const encode = (report: BentReport): Uint8Array => new TextEncoder().encode(JSON.stringify(report))

/**
 * The time of the mark by the service's clock. Within the run that made the mark, the monotonic clock gives its age; otherwise its wall
 * time and the offset at that time apply. Never later than the service's present time, because it refuses times over 5 min ahead.
 */
function bentAtByService(mark: Mark, sendTime: SendTime): number {
  const serviceNow = sendTime.now + (sendTime.serviceOffsetMs ?? mark.serviceOffsetMs ?? 0)
  if (mark.bootId === sendTime.bootId)
    return Math.round(serviceNow - Math.max(0, sendTime.monotonic - mark.monotonicMs))
  return Math.min(mark.markedAt + (mark.serviceOffsetMs ?? sendTime.serviceOffsetMs ?? 0), serviceNow)
}

const secondMs = 1_000
// the error allowed for the service's clock where the service set the marker's time
const ownTimeToleranceMs = 120_000

/**
 * Whether this row's request created the sheet's marker: same time and pieces, and the same initials and brake where the request named
 * them. The smallest request names neither, so its marker has no name and the time of the request. Another such marker of that time
 * cannot be distinguished.
 */
export function isOurs(mark: Mark, marker: Sheet['bent'], serviceOffsetMs: number | null): boolean {
  if (marker === null) return false
  const markerAtMs = Date.parse(marker.at)
  if (mark.payload === 'smallest') {
    const offset = serviceOffsetMs ?? 0
    const first = (mark.firstSentAt ?? Infinity) + offset
    const last = (mark.lastSentAt ?? mark.firstSentAt ?? -Infinity) + offset
    return marker.by === null && markerAtMs >= first - ownTimeToleranceMs && markerAtMs <= last + ownTimeToleranceMs
  }
  return (
    mark.bentAt !== null &&
    isSameInstant(markerAtMs, mark.bentAt) &&
    marker.quantity === mark.pieces &&
    (mark.by === null || marker.by === mark.by) &&
    (mark.pressBrakeId === null || marker.pressBrakeId === mark.pressBrakeId)
  )
}

/** Exact to the millisecond, so that two marks of one second differ. A service may store whole seconds, cut or rounded. */
const isSameInstant = (storedMs: number, sentMs: number): boolean =>
  storedMs === sentMs || (storedMs % secondMs === 0 && Math.abs(storedMs - sentMs) < secondMs)
