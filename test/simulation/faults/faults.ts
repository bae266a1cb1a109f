// The faults of a call on its way to the service, and of the answer on its way back. Pure; the caller passes the randomness.
import { errorStatus, headers as names, type ErrorCode } from '../../../shared/workshop-api/index.ts'
import type { Answer, Sent } from './fault-proxy.ts'
import type { Random } from '../random.ts'

/** An answer that the service did not give. */
const falseAnswers = [
  'html',
  'redirect',
  'sign_in_511',
  'no_request_id',
  'truncated_json',
  'other_schema',
  'status_500',
  'status_502',
  'status_503',
  'minute_429',
  'day_429',
  'unauthorized',
  'scope_missing',
  'feature_not_in_plan',
  'not_found',
  'method_not_allowed',
  'invalid_request',
  'body_too_large',
  'unsupported_file_type',
  'idempotency_in_progress',
  'sheet_superseded',
  'stale_version',
  'not_approved',
  'idempotency_key_reused',
  'params_invalid',
  'precondition_required',
  'other_workshop',
] as const
export type FalseAnswer = (typeof falseAnswers)[number]

/** What happens to a call before it reaches the service. */
export type CallOutcome =
  | 'pass'
  | 'cut'
  | 'reset'
  /** The call never arrives, and nobody reports it. */
  | 'lost'
  /** The call arrives long after the station has given it up. */
  | 'late'
  | 'twice'
  | { says: FalseAnswer }
/** What happens to the service's answer. */
export type AnswerOutcome = 'pass' | 'cut' | 'reset' | 'half' | 'lost' | { says: FalseAnswer }

type Weighted<T> = { weight: number; outcome: T }

/** The weight of each kind for a call that must meet a fault. Kinds that stop the whole queue for long are rare. */
const saysOnReport: readonly Weighted<FalseAnswer>[] = [
  { outcome: 'html', weight: 1.5 },
  { outcome: 'redirect', weight: 1 },
  { outcome: 'sign_in_511', weight: 1 },
  { outcome: 'no_request_id', weight: 1.5 },
  { outcome: 'truncated_json', weight: 2 },
  { outcome: 'other_schema', weight: 2 },
  { outcome: 'status_500', weight: 3 },
  { outcome: 'status_502', weight: 3 },
  { outcome: 'status_503', weight: 3 },
  { outcome: 'minute_429', weight: 3 },
  { outcome: 'day_429', weight: 1 },
  { outcome: 'unauthorized', weight: 3 },
  { outcome: 'scope_missing', weight: 2 },
  { outcome: 'feature_not_in_plan', weight: 1 },
  { outcome: 'not_found', weight: 2 },
  { outcome: 'method_not_allowed', weight: 4 },
  { outcome: 'invalid_request', weight: 8 },
  { outcome: 'body_too_large', weight: 4 },
  { outcome: 'unsupported_file_type', weight: 4 },
  { outcome: 'idempotency_in_progress', weight: 18 },
  { outcome: 'sheet_superseded', weight: 4 },
  { outcome: 'stale_version', weight: 4 },
  { outcome: 'not_approved', weight: 3 },
  { outcome: 'idempotency_key_reused', weight: 11 },
  { outcome: 'params_invalid', weight: 20 },
  { outcome: 'precondition_required', weight: 10 },
]
const saysOnRead: readonly Weighted<FalseAnswer>[] = [
  { outcome: 'html', weight: 4 },
  { outcome: 'redirect', weight: 3 },
  { outcome: 'sign_in_511', weight: 1 },
  { outcome: 'no_request_id', weight: 3 },
  { outcome: 'truncated_json', weight: 3 },
  { outcome: 'other_schema', weight: 3 },
  { outcome: 'status_500', weight: 3 },
  { outcome: 'status_502', weight: 3 },
  { outcome: 'status_503', weight: 3 },
  { outcome: 'minute_429', weight: 2 },
  { outcome: 'day_429', weight: 0.3 },
  { outcome: 'unauthorized', weight: 0.3 },
  { outcome: 'scope_missing', weight: 0.2 },
  { outcome: 'feature_not_in_plan', weight: 0.2 },
  { outcome: 'not_found', weight: 1 },
  { outcome: 'method_not_allowed', weight: 0.3 },
  { outcome: 'invalid_request', weight: 1 },
]
const saysOnMe: readonly Weighted<FalseAnswer>[] = [...saysOnRead, { outcome: 'other_workshop', weight: 24 }]

const saysOn = ({ method, path }: Sent): readonly Weighted<FalseAnswer>[] =>
  method === 'POST' ? saysOnReport : path.endsWith('/me') ? saysOnMe : saysOnRead

export function drawCallOutcome(call: Sent, random: Random): CallOutcome {
  const kind = random.weighted<Weighted<Exclude<CallOutcome, { says: FalseAnswer } | 'pass'> | 'says'>>([
    { outcome: 'cut', weight: 2 },
    { outcome: 'reset', weight: 2 },
    { outcome: 'lost', weight: 1 },
    { outcome: 'late', weight: 2 },
    { outcome: 'twice', weight: 2 },
    { outcome: 'says', weight: 7 },
  ]).outcome
  return kind === 'says' ? { says: random.weighted(saysOn(call)).outcome } : kind
}

const falseAnswersOnReturn: readonly FalseAnswer[] = [
  'html',
  'no_request_id',
  'truncated_json',
  'other_schema',
  'status_500',
  'status_502',
  'status_503',
]
export function drawAnswerOutcome(random: Random): AnswerOutcome {
  const kind = random.weighted<Weighted<Exclude<AnswerOutcome, { says: FalseAnswer } | 'pass'> | 'says'>>([
    { outcome: 'cut', weight: 2 },
    { outcome: 'reset', weight: 2 },
    { outcome: 'half', weight: 2 },
    { outcome: 'lost', weight: 2 },
    { outcome: 'says', weight: 5 },
  ]).outcome
  return kind === 'says' ? { says: random.pick(falseAnswersOnReturn) } : kind
}

const json = 'application/json; charset=utf-8'

/** `real`: the service's own answer, if it gave one. `now`: the service's time. */
export function falseAnswer(says: FalseAnswer, sent: Sent, real: Answer | null, now: number, random: Random): Answer {
  const date = new Date(now).toUTCString()
  const plainAnswer = (status: number, type: string, body: string, more: Record<string, string> = {}): Answer => ({
    status,
    headers: { 'content-type': type, date, ...more },
    body: Buffer.from(body),
  })
  const ownAnswer = (status: number, body: string, more: Record<string, string> = {}): Answer =>
    plainAnswer(status, json, body, { [names.requestId]: `req_${random.below(1e9)}`, ...more })
  const error = (code: ErrorCode, details: Record<string, unknown> = {}, more: Record<string, string> = {}): Answer => {
    const body = { error: { code, message: `Uekte svar: ${code}.`, requestId: `req_${random.below(1e9)}`, ...details } }
    return ownAnswer(errorStatus[code], JSON.stringify(body), more)
  }
  switch (says) {
    case 'html':
      return plainAnswer(200, 'text/html', '<html>Logg inn</html>')
    case 'redirect':
      return plainAnswer(302, 'text/html', '', { location: 'http://login.example/' })
    case 'sign_in_511':
      return plainAnswer(511, 'text/html', '<html>Logg inn</html>')
    case 'no_request_id':
      return plainAnswer(200, json, real === null ? '{}' : real.body.toString())
    case 'truncated_json': {
      const body = real === null ? '{"data":[],"id":"' : real.body.toString()
      return ownAnswer(200, body.slice(0, Math.ceil(body.length / 2)))
    }
    case 'other_schema':
      return ownAnswer(200, JSON.stringify({ hello: 'world' }))
    case 'status_500':
      return error('internal_error')
    case 'status_502':
      return plainAnswer(502, 'text/html', '<html>Bad Gateway</html>')
    case 'status_503':
      return error('unavailable', {}, { [names.retryAfter]: String(1 + random.below(20)) })
    case 'minute_429': {
      const seconds = 1 + random.below(60)
      return error('rate_limited', { retryAfterSeconds: seconds }, { [names.retryAfter]: String(seconds) })
    }
    case 'day_429': {
      const seconds = 61 + random.below(2_000)
      return error('rate_limited', { retryAfterSeconds: seconds }, { [names.retryAfter]: String(seconds) })
    }
    case 'idempotency_in_progress':
      return error('idempotency_in_progress', {}, { [names.retryAfter]: '1' })
    case 'scope_missing':
      return error('scope_missing', { scope: sent.method === 'POST' ? 'production:status' : 'production:read' })
    case 'feature_not_in_plan':
      return error('feature_not_in_plan', { feature: 'produksjon' })
    case 'other_workshop':
      return real === null
        ? error('internal_error')
        : { ...real, body: Buffer.from(real.body.toString().replace(/"shopSlug":"[^"]*"/, '"shopSlug":"en-annen"')) }
    case 'unauthorized':
    case 'not_found':
    case 'method_not_allowed':
    case 'invalid_request':
    case 'body_too_large':
    case 'unsupported_file_type':
    case 'sheet_superseded':
    case 'stale_version':
    case 'not_approved':
    case 'idempotency_key_reused':
    case 'params_invalid':
    case 'precondition_required':
      return error(says)
  }
}
