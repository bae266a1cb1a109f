// A mark as it is kept, and what its states mean. Pure.
import { markStates, type MarkState, type MarkView } from '../../shared/station-api/index.ts'
import type { bendingSheet, Reading } from '../../shared/workshop-api/index.ts'

/** The whole sheet as the station read it. */
export type Sheet = Reading<typeof bendingSheet>

/** How long a mark may be undone for free. */
export const holdMs = 10_000

/** Why a mark is where it is; null while all is as usual. The screen has a sentence for each. */
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
  /** What was bent: never changed after the tick. */
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
  /** Service's clock less this computer's when the mark was made; null: not measured yet. */
  serviceOffsetMs: number | null
  /** Which run of the program, and its own clock that never steps. */
  bootId: string
  monotonicMs: number
  heldUntil: number
  /** `shopSlug/environment`: what the mark was made against. */
  fingerprint: string
  state: MarkState
  reason: MarkReason | null
  /** What the service said, for the technician. */
  detail: string | null
  /** Sends and verifications in a row that ended without a certain answer. */
  attempts: number
  failingSince: number | null
  /** Not before then; null: at once. */
  dueAt: number | null
  /** What the request is to be for: what was bent, unless the same drawing got a new version or a person chose otherwise. */
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
  /** By the service's clock, as sent. */
  bentAt: number | null
  firstSentAt: number | null
  lastSentAt: number | null
  deliveredAt: number | null
  changedAt: number
}

/** On their way, or still under the operator's hand: they keep their place in the sheet's line. */
export const undeliveredStates = ['held', 'queued', 'sending', 'unknown', 'waiting'] as const satisfies MarkState[]
/** Stay on the screen until a person has dealt with them. */
export const needsPersonStates = [
  'conflict',
  'bent_elsewhere',
  'parked',
  'rework_wanted',
] as const satisfies MarkState[]

/** Not while the customer has still to say yes, nor after a no. A state not known here is left to the service. */
export const mayBeMarked = (approval: string): boolean => approval !== 'awaiting' && approval !== 'change_requested'

/** What the screen is told of a mark. */
export type MarkLine = Pick<
  Mark,
  'operationId' | 'sheetId' | 'state' | 'reason' | 'markedAt' | 'heldUntil' | 'by' | 'pieces' | 'drawingVersion'
>

/** A state that only a later program knows is shown as one that a person must look at. */
export function viewOf(mark: MarkLine): MarkView {
  const known = markStates.some((state) => state === mark.state)
  return {
    id: mark.operationId,
    sheetId: mark.sheetId,
    state: known ? mark.state : 'parked',
    reason: known ? mark.reason : 'from_newer_program',
    markedAt: new Date(mark.markedAt).toISOString(),
    heldUntil: mark.state === 'held' ? new Date(mark.heldUntil).toISOString() : null,
    by: mark.by,
    quantity: mark.pieces,
    drawingVersion: mark.drawingVersion,
  }
}

/**
 * Milliseconds left of the hold; 0 when it is over. Within one run of the program the clock that never steps decides; after a
 * restart the wall clock, and one that stepped back ends the hold rather than lengthening it.
 */
export function holdLeft(mark: Mark, at: { now: number; monotonic: number; bootId: string }): number {
  if (mark.bootId === at.bootId) return Math.max(0, mark.monotonicMs + holdMs - at.monotonic)
  return at.now < mark.markedAt ? 0 : Math.max(0, mark.heldUntil - at.now)
}
