// The events of a mark, and the translation of the service's responses into events. Pure.
import type { Failure, Outcome } from '../../../shared/workshop-api/index.ts'
import type { Problem } from '../../../shared/station-api/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import { isApprovedForMark } from '../marks/index.ts'
import type { Sheet } from '../marks/index.ts'

/** The properties of a sheet that decide about a mark. */
export interface SheetFacts {
  version: number
  drawingVersion: number
  drawingHash: string
  reworkCount: number
  approved: boolean
  /** Null: not bent. Otherwise whether the marker is this row's own. */
  bent: 'ours' | 'by_another' | null
}

export type MarkEvent =
  | { kind: 'hold_over' }
  | { kind: 'undone' }
  | { kind: 'taken' }
  | { kind: 'started' }
  | { kind: 'pulled'; reworkCount: number; approved: boolean }
  | { kind: 'drawing_wrong' }
  | { kind: 'drawing_released' }
  | { kind: 'drawing_replaced' }
  | { kind: 'service_restored' }
  | { kind: 'sent_all_the_same'; sheet: SheetFacts }
  | { kind: 'tried_again' }
  | { kind: 'put_aside'; why: string }
  | { kind: 'seen' }
  | { kind: 'bend_anew' }
  | { kind: 'dismissed'; why: string }
  | { kind: 'called_back'; why: string }
  /** `neverSent`: no earlier attempt of the row was sent either. */
  | { kind: 'not_sent'; problem: Problem; neverSent: boolean }
  | {
      kind: 'uncertain'
      reason: 'no_answer' | 'server_error' | 'cut_short'
      detail: string
      /** Whether other rows were delivered since this one began to fail. */
      othersSucceed: boolean
      retryAfterMs: number
    }
  | { kind: 'not_the_service'; problem: Problem }
  | { kind: 'answered'; sheet: SheetFacts }
  | { kind: 'read'; sheet: SheetFacts }
  | { kind: 'in_progress'; afterMs: number }
  | { kind: 'rate_limited'; untilMs: number }
  | { kind: 'superseded'; reason: 'sheet_superseded' | 'stale_version' }
  | { kind: 'not_approved'; detail: string }
  | { kind: 'not_found'; detail: string }
  | { kind: 'invalid'; detail: string }
  | { kind: 'key_reused'; detail: string }
  | { kind: 'header_missing'; header: 'if-match' | 'idempotency-key' }
  | { kind: 'key_refused'; problem: Problem }
  | { kind: 'forbidden'; by: 'key' | 'plan'; problem: Problem }
  | { kind: 'not_understood'; detail: string }
  | { kind: 'other_workshop' }
  | { kind: 'refused'; detail: string }
export type MarkEventKind = MarkEvent['kind']

export interface MarkContext {
  /** This is the row's first attempt. */
  isFirstAttempt: boolean
  othersSucceed: boolean
  isOurs: (sheet: Sheet) => boolean
}

/** The event of the service's response to a report. `sheetId`: the sheet that was reported. */
export function eventOfReport(sheetId: string, outcome: Outcome<Sheet>, row: MarkContext): MarkEvent {
  if (!outcome.ok) return eventOfFailure(outcome.error, row)
  const sheet = outcome.value
  if (sheet.id !== sheetId) return notTheService('the response is about another sheet')
  if (sheet.bent === null) return uncertain('cut_short', 'the sheet in the response has no marker', row)
  return { kind: 'answered', sheet: sheetFactsOf(sheet, row) }
}

/** The event of the service's response to the reading that verifies a row. A refusal that only a report can get leaves the row uncertain. */
export function eventOfReading(sheetId: string, outcome: Outcome<Sheet>, row: MarkContext): MarkEvent {
  if (!outcome.ok) {
    const event = eventOfFailure(outcome.error, row)
    return canAnswerReading(event)
      ? event
      : uncertain('server_error', 'detail' in event ? event.detail : event.kind, row)
  }
  if (outcome.value.id !== sheetId) return notTheService('the response is about another sheet')
  return { kind: 'read', sheet: sheetFactsOf(outcome.value, row) }
}

export function sheetFactsOf(sheet: Sheet, row: Pick<MarkContext, 'isOurs'>): SheetFacts {
  return {
    version: sheet.version,
    drawingVersion: sheet.drawingVersion,
    drawingHash: drawingHash(sheet),
    reworkCount: sheet.reworkCount,
    approved: isApprovedForMark(sheet.approval.state),
    bent: sheet.bent === null ? null : row.isOurs(sheet) ? 'ours' : 'by_another',
  }
}

const canAnswerReading = ({ kind }: MarkEvent): boolean =>
  !['in_progress', 'superseded', 'not_approved', 'invalid', 'key_reused', 'header_missing', 'refused'].includes(kind)

const problem = (code: Problem['code'], params: Problem['params'] = {}): Problem => ({ code, params })

const notTheService = (message: string): MarkEvent => ({
  kind: 'not_the_service',
  problem: problem('not_the_service', { message }),
})

const uncertain = (
  reason: 'no_answer' | 'server_error' | 'cut_short',
  detail: string,
  row: Pick<MarkContext, 'othersSucceed'>,
  retryAfterMs = 0,
): MarkEvent => ({ kind: 'uncertain', reason, detail, othersSucceed: row.othersSucceed, retryAfterMs })

/** The event of a failed report or reading. */
export function eventOfFailure(
  failure: Failure,
  row: Pick<MarkContext, 'othersSucceed' | 'isFirstAttempt'>,
): MarkEvent {
  switch (failure.kind) {
    case 'not_sent':
      return eventOfNotSent(failure, row.isFirstAttempt)
    case 'no_answer':
      return uncertain('no_answer', failure.message, row)
    case 'server_error':
      return uncertain('server_error', failure.message, row, (failure.retryAfterSeconds ?? 0) * 1_000)
    case 'not_the_service':
      return notTheService(failure.message)
    case 'malformed':
      return uncertain('cut_short', failure.problems.map(({ path, message }) => `${path}: ${message}`).join('; '), row)
    case 'cancelled':
      return uncertain('cut_short', 'the call was cut short', row)
    case 'rate_limited':
      return { kind: 'rate_limited', untilMs: failure.untilMs }
    case 'refused':
      return eventOfRefusal(failure)
  }
}

function eventOfNotSent(failure: Extract<Failure, { kind: 'not_sent' }>, neverSent: boolean): MarkEvent {
  switch (failure.cause) {
    case 'no_key':
      return { kind: 'key_refused', problem: problem('key_missing') }
    case 'bad_address':
      return { kind: 'not_sent', neverSent, problem: problem('wrong_address', { message: failure.message }) }
    case 'insecure':
      return { kind: 'not_sent', neverSent, problem: problem('insecure_address') }
    case 'name':
    case 'refused':
    case 'unreachable':
    case 'tls':
      return { kind: 'not_sent', neverSent, problem: problem('offline', { message: failure.message }) }
  }
}

function eventOfRefusal({ status, code, error, retryAfterSeconds }: Extract<Failure, { kind: 'refused' }>): MarkEvent {
  const fields = error.fields === undefined ? '' : ` (${error.fields.join(', ')})`
  const detail = `${status} ${code}: ${error.message}${fields}`
  const byCode = new Map<string, () => MarkEvent>([
    ['idempotency_in_progress', () => ({ kind: 'in_progress', afterMs: (retryAfterSeconds ?? 1) * 1_000 })],
    ['sheet_superseded', () => ({ kind: 'superseded', reason: 'sheet_superseded' })],
    ['stale_version', () => ({ kind: 'superseded', reason: 'stale_version' })],
    ['not_approved', () => ({ kind: 'not_approved', detail })],
    ['idempotency_key_reused', () => ({ kind: 'key_reused', detail })],
    ['precondition_required', () => ({ kind: 'header_missing', header: 'if-match' })],
    ['idempotency_key_required', () => ({ kind: 'header_missing', header: 'idempotency-key' })],
    ['scope_missing', () => forbidden('key', problem('scope_missing', { scope: error.scope ?? '' }))],
    ['key_kind_not_allowed', () => forbidden('key', problem('key_kind_not_allowed'))],
    ['feature_not_in_plan', () => forbidden('plan', problem('feature_not_in_plan', { feature: error.feature ?? '' }))],
  ])
  return byCode.get(code)?.() ?? eventOfStatus(status, detail)
}

const forbidden = (by: 'key' | 'plan', problem: Problem): MarkEvent => ({ kind: 'forbidden', by, problem })

function eventOfStatus(status: number, detail: string): MarkEvent {
  switch (status) {
    case 400:
      return { kind: 'invalid', detail }
    case 401:
      return { kind: 'key_refused', problem: problem('key_refused') }
    case 404:
      return { kind: 'not_found', detail }
    case 405:
    case 413:
    case 415:
      return { kind: 'not_understood', detail }
    default:
      return { kind: 'refused', detail }
  }
}
