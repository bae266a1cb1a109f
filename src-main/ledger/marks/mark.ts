// A mark as it is stored, and the meaning of its states. Pure.
import { hourMs, minuteMs } from '../../../shared/base/durations.ts'
import type { MarkState, MarkView } from '../../../shared/station-api/index.ts'

/** How long a mark may be undone for free. */
export const holdMs = 10_000

/**
 * The longest time in ms without an attempt while the service limits the calls: one mark is then sent as a probe, because the wait that
 * the service asked for may be absurd.
 */
export const probePauseMs = 15 * minuteMs

/** The longest pause of a row after an uncertain result, and its longest wait for a limit (to the end of the day), in ms. */
export const maxPauseMs = 300_000
export const maxWaitMs = 25 * hourMs

/** The reason for a mark's state; null in the normal course. The screen has a sentence for each. */
export const markReasons = [
  'no_answer',
  'server_error',
  'not_the_service',
  'cut_short',
  'sheet_superseded',
  'stale_version',
  'in_progress',
  'rate_limited',
  'drawing_changed',
  'drawing_wrong',
  'reworked',
  'not_approved',
  'gone',
  'bent_by_another',
  'invalid_request',
  'idempotency_key_reused',
  'refused',
  'failing',
  'restored',
  'service_restored',
  'service_went_back',
  'undone',
  'dismissed',
  'bend_anew',
  'put_aside',
  'tried_again',
  'marked_wrongly',
  'from_newer_program',
] as const
export type MarkReason = (typeof markReasons)[number]

/** One row of the table of marks. Times are milliseconds since 1970 by this computer's clock unless said otherwise. */
export interface Mark {
  seq: number
  operationId: string
  jobId: string
  sheetId: string
  /** The bent sheet. Never changes after the tick. */
  sheetVersion: number
  drawingVersion: number
  reworkCount: number
  drawingHash: string
  operatorId: string | null
  by: string | null
  /** The sheet's quantity, and how many pieces were made. */
  quantity: number
  pieces: number
  piecesChoice: 'close_short' | 'over' | null
  piecesReason: string | null
  pressBrakeId: string | null
  markedAt: number
  /** The service's clock minus this computer's clock at the tick, in ms; null: not measured yet. */
  serviceOffsetMs: number | null
  /** The run of the program, and its monotonic clock at the tick. */
  bootId: string
  monotonicMs: number
  heldUntil: number
  /** `shopSlug/environment` of the workshop for which the mark was made. */
  fingerprint: string
  state: MarkState
  reason: MarkReason | null
  /** The service's response, for the technician. */
  detail: string | null
  /** Sends and verifications in a row that had no certain result. */
  attempts: number
  failingSince: number | null
  /** Earliest time of the next attempt; null: at once. */
  dueAt: number | null
  /** The sheet that the request names: the bent one, unless the same drawing got a new version or a person chose otherwise. */
  targetDrawingVersion: number
  targetReworkCount: number
  targetDrawingHash: string
  /** Sent as `If-Match` once the service asked for it. */
  ifMatchVersion: number | null
  payload: 'whole' | 'smallest'
  payloadVersion: number | null
  idempotencyKey: string
  /** The exact bytes, frozen at the first send. */
  request: Uint8Array | null
  /** The time by the service's clock, as it was sent. */
  bentAt: number | null
  firstSentAt: number | null
  lastSentAt: number | null
  deliveredAt: number | null
  changedAt: number
}

/** Held or being delivered: these marks keep their position in the sheet's queue. */
export const undeliveredStates = ['held', 'queued', 'sending', 'unknown', 'waiting'] as const satisfies MarkState[]

/** Written out because the store's thread reads this file: the list of the station-api would load 200 more modules there. */
const knownStates = {
  held: true,
  queued: true,
  sending: true,
  unknown: true,
  waiting: true,
  delivered: true,
  conflict: true,
  bent_elsewhere: true,
  parked: true,
  cancelled: true,
  rework_wanted: true,
} satisfies Record<MarkState, true>

/** False while the customer has not answered, and after a refusal. A state that is unknown here is left to the service. */
export const isApprovedForMark = (approval: string): boolean =>
  approval !== 'awaiting' && approval !== 'change_requested'

/** The columns of a mark that the screen shows. */
export type MarkSummaryRow = Pick<
  Mark,
  'operationId' | 'sheetId' | 'state' | 'reason' | 'markedAt' | 'heldUntil' | 'by' | 'pieces' | 'drawingVersion'
>

/** A state that only a later program knows is shown as `parked`, so that a person looks at it. */
export function viewOf(mark: MarkSummaryRow): MarkView {
  const isKnown = Object.hasOwn(knownStates, mark.state)
  return {
    id: mark.operationId,
    sheetId: mark.sheetId,
    state: isKnown ? mark.state : 'parked',
    reason: isKnown ? mark.reason : 'from_newer_program',
    markedAt: new Date(mark.markedAt).toISOString(),
    heldUntil: mark.state === 'held' ? new Date(mark.heldUntil).toISOString() : null,
    by: mark.by,
    quantity: mark.pieces,
    drawingVersion: mark.drawingVersion,
  }
}

/**
 * The rest of the hold in ms; 0 when it is over. Uses the monotonic clock within one run of the program, and the wall clock after a
 * restart. A wall clock that was set back ends the hold instead of extending it.
 */
export function remainingHoldMs(mark: Mark, moment: { now: number; monotonic: number; bootId: string }): number {
  if (mark.bootId === moment.bootId) return Math.max(0, mark.monotonicMs + holdMs - moment.monotonic)
  return moment.now < mark.markedAt ? 0 : Math.max(0, mark.heldUntil - moment.now)
}
