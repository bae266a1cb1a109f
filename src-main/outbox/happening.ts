// What can happen to a mark, and how an answer of the service is told as one such happening. Pure.
import type { Failure, Outcome } from '../../shared/workshop-api/index.ts'
import type { Problem } from '../../shared/station-api/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import { mayBeMarked, type Sheet } from './mark.ts'

/** The little of a sheet that decides about a mark. */
export interface SheetFacts {
  version: number
  drawingVersion: number
  drawingHash: string
  reworkCount: number
  approved: boolean
  /** Null: not bent. Else whether the marker is this row's own. */
  bent: 'ours' | 'by_another' | null
}

export type Happening =
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
  /** `neverSent`: nor had an earlier try of the row left. */
  | { kind: 'not_sent'; problem: Problem; neverSent: boolean }
  | {
      kind: 'uncertain'
      reason: 'no_answer' | 'server_error' | 'cut_short'
      detail: string
      /** Whether other rows got through since this one began to fail. */
      othersPass: boolean
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
export type HappeningKind = Happening['kind']

export interface RowCircumstances {
  /** This is the row's first try. */
  firstTry: boolean
  othersPass: boolean
  isOurs: (sheet: Sheet) => boolean
}

/** The service's answer to the report: every one has its happening. `sheetId`: the sheet that was reported. */
export function toldByReport(sheetId: string, outcome: Outcome<Sheet>, row: RowCircumstances): Happening {
  if (!outcome.ok) return toldByFailure(outcome.failure, row)
  const sheet = outcome.value
  if (sheet.id !== sheetId) return strange('the answer is about another sheet')
  if (sheet.bent === null) return uncertain('cut_short', 'the sheet came back without a marker', row)
  return { kind: 'answered', sheet: factsOf(sheet, row) }
}

/** The service's answer to the reading that verifies a row. A refusal that only a report can earn leaves it as uncertain as it was. */
export function toldByReading(sheetId: string, outcome: Outcome<Sheet>, row: RowCircumstances): Happening {
  if (!outcome.ok) {
    const told = toldByFailure(outcome.failure, row)
    return answersAReading(told) ? told : uncertain('server_error', 'detail' in told ? told.detail : told.kind, row)
  }
  if (outcome.value.id !== sheetId) return strange('the answer is about another sheet')
  return { kind: 'read', sheet: factsOf(outcome.value, row) }
}

export function factsOf(sheet: Sheet, row: Pick<RowCircumstances, 'isOurs'>): SheetFacts {
  return {
    version: sheet.version,
    drawingVersion: sheet.drawingVersion,
    drawingHash: drawingHash(sheet),
    reworkCount: sheet.reworkCount,
    approved: mayBeMarked(sheet.approval.state),
    bent: sheet.bent === null ? null : row.isOurs(sheet) ? 'ours' : 'by_another',
  }
}

const answersAReading = ({ kind }: Happening): boolean =>
  !['in_progress', 'superseded', 'not_approved', 'invalid', 'key_reused', 'header_missing', 'refused'].includes(kind)

const problem = (code: Problem['code'], params: Problem['params'] = {}): Problem => ({ code, params })

const strange = (message: string): Happening => ({
  kind: 'not_the_service',
  problem: problem('not_the_service', { message }),
})

const uncertain = (
  reason: 'no_answer' | 'server_error' | 'cut_short',
  detail: string,
  row: Pick<RowCircumstances, 'othersPass'>,
  retryAfterMs = 0,
): Happening => ({ kind: 'uncertain', reason, detail, othersPass: row.othersPass, retryAfterMs })

/** How a call of either kind failed. */
export function toldByFailure(failure: Failure, row: Pick<RowCircumstances, 'othersPass' | 'firstTry'>): Happening {
  switch (failure.kind) {
    case 'not_sent':
      return toldByNotSent(failure, row.firstTry)
    case 'no_answer':
      return uncertain('no_answer', failure.message, row)
    case 'server_error':
      return uncertain('server_error', failure.message, row, (failure.retryAfterSeconds ?? 0) * 1_000)
    case 'not_the_service':
      return strange(failure.message)
    case 'malformed':
      return uncertain('cut_short', failure.problems.map(({ path, message }) => `${path}: ${message}`).join('; '), row)
    case 'cancelled':
      return uncertain('cut_short', 'the call was cut short', row)
    case 'rate_limited':
      return { kind: 'rate_limited', untilMs: failure.untilMs }
    case 'refused':
      return toldByRefusal(failure)
  }
}

function toldByNotSent(failure: Extract<Failure, { kind: 'not_sent' }>, neverSent: boolean): Happening {
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

function toldByRefusal({ status, code, error, retryAfterSeconds }: Extract<Failure, { kind: 'refused' }>): Happening {
  const fields = error.fields === undefined ? '' : ` (${error.fields.join(', ')})`
  const detail = `${status} ${code}: ${error.message}${fields}`
  const byCode = new Map<string, () => Happening>([
    ['idempotency_in_progress', () => ({ kind: 'in_progress', afterMs: (retryAfterSeconds ?? 1) * 1_000 })],
    ['sheet_superseded', () => ({ kind: 'superseded', reason: 'sheet_superseded' })],
    ['stale_version', () => ({ kind: 'superseded', reason: 'stale_version' })],
    ['not_approved', () => ({ kind: 'not_approved', detail })],
    ['idempotency_key_reused', () => ({ kind: 'key_reused', detail })],
    ['precondition_required', () => ({ kind: 'header_missing', header: 'if-match' })],
    ['idempotency_key_required', () => ({ kind: 'header_missing', header: 'idempotency-key' })],
    ['scope_missing', () => lacking('key', problem('scope_missing', { scope: error.scope ?? '' }))],
    ['key_kind_not_allowed', () => lacking('key', problem('key_kind_not_allowed'))],
    ['feature_not_in_plan', () => lacking('plan', problem('feature_not_in_plan', { feature: error.feature ?? '' }))],
  ])
  return byCode.get(code)?.() ?? toldByStatus(status, detail)
}

const lacking = (by: 'key' | 'plan', problem: Problem): Happening => ({ kind: 'forbidden', by, problem })

function toldByStatus(status: number, detail: string): Happening {
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
