// The bytes that report a sheet as bent, and how to know one's own marker again. Pure.
import type { BentReport } from '../../shared/workshop-api/index.ts'
import type { Mark, Sheet } from './mark.ts'

/** Raised when what a request carries changes, so that a row frozen by an older program is still understood. */
export const payloadVersion = 1

/** The clocks at the moment of freezing: this computer's, and how far the service's is ahead of it (null: not known). */
export interface SendTime {
  now: number
  monotonic: number
  bootId: string
  serviceOffsetMs: number | null
}

export interface FrozenRequest {
  bytes: Uint8Array
  /** Milliseconds since 1970 by the service's clock; null where the request leaves it to the service. */
  bentAt: number | null
}

/**
 * `whole` says all that is known. `smallest` keeps only the drawing's version: without it an old drawing could be marked bent
 * unseen, everything else the service can do without.
 */
export function freeze(mark: Mark, at: SendTime): FrozenRequest {
  if (mark.payload === 'smallest') return { bytes: encode({ drawingVersion: mark.targetDrawingVersion }), bentAt: null }
  const bentAt = mark.bentAt ?? bentAtByService(mark, at)
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
 * When it was marked, by the service's clock. Within the run of the program that marked it, its age by the clock that never
 * steps; else its wall time and the offset of then. Never later than now by the service: it refuses what is over 5 min ahead.
 */
function bentAtByService(mark: Mark, at: SendTime): number {
  const serviceNow = at.now + (at.serviceOffsetMs ?? mark.serviceOffsetMs ?? 0)
  if (mark.bootId === at.bootId) return Math.round(serviceNow - Math.max(0, at.monotonic - mark.monotonicMs))
  return Math.min(mark.markedAt + (mark.serviceOffsetMs ?? at.serviceOffsetMs ?? 0), serviceNow)
}

const secondMs = 1_000
// how far the service's time may have been misjudged where it set the marker's time itself
const ownTimeToleranceMs = 120_000

/**
 * Whether the sheet's marker is the one this row's request made: same time and pieces, and same initials and brake where the
 * request named them. After the smallest request, which names none: a nameless marker of the time at which it was sent; another
 * nameless one of that time cannot be told from it.
 */
export function isOurs(mark: Mark, marker: Sheet['bent'], serviceOffsetMs: number | null): boolean {
  if (marker === null) return false
  const at = Date.parse(marker.at)
  if (mark.payload === 'smallest') {
    const offset = serviceOffsetMs ?? 0
    const first = (mark.firstSentAt ?? Infinity) + offset
    const last = (mark.lastSentAt ?? mark.firstSentAt ?? -Infinity) + offset
    return marker.by === null && at >= first - ownTimeToleranceMs && at <= last + ownTimeToleranceMs
  }
  return (
    mark.bentAt !== null &&
    isSameInstant(at, mark.bentAt) &&
    marker.quantity === mark.pieces &&
    (mark.by === null || marker.by === mark.by) &&
    (mark.pressBrakeId === null || marker.pressBrakeId === mark.pressBrakeId)
  )
}

/** To the millisecond, which tells marks of one second apart; a service may keep whole seconds, cut or rounded. */
const isSameInstant = (kept: number, sent: number): boolean =>
  kept === sent || (kept % secondMs === 0 && Math.abs(kept - sent) < secondMs)
