// Maps the response to a call, or the error without a response, to an outcome of the contract. Pure.
import type { IncomingHttpHeaders } from 'node:http'
import { hourMs } from '../../shared/base/durations.ts'
import { failed, ok, type Result } from '../../shared/base/result.ts'
import {
  type AnswerFacts,
  type Failure,
  type NotSentCause,
  errorBody,
  headers as names,
  read,
  reading,
} from '../../shared/workshop-api/index.ts'
import type { RateFacts } from './budget.ts'
import type { Exchange } from './exchange.ts'

export type Answer = Extract<Exchange, { kind: 'answer' }>

const serverErrorFrom = 500
/** The status that a captive portal sends. */
const networkAuthenticationRequired = 511

/** A 429 with a longer wait is not about the limit of a minute. */
const minuteSeconds = 60
/** The service's longest window is a day: a longer wait, or one from a wrong `Date`, is not used. */
const maxWaitMs = 25 * hourMs
/** The wait after a 429 without readable headers. */
const defaultWaitSeconds = 60

/**
 * The failure that a response means, or null for a 2xx of the service. `media`: the media type that the response must have.
 * `nowMs`: this computer's time, to which the wait of a 429 is added.
 */
export function failureOf(answer: Answer, media: string, nowMs: number): Failure | null {
  const { status, headers, body } = answer
  const notTheService = (message: string): Failure => ({ kind: 'not_the_service', status, message })
  if (status === networkAuthenticationRequired) return notTheService('the network requires a sign-in')
  if (status >= serverErrorFrom) {
    const serviceError = errorOf(body)
    return {
      kind: 'server_error',
      status,
      retryAfterSeconds: seconds(headers, names.retryAfter),
      message: serviceError?.message ?? `${status} without the service's error body`,
    }
  }
  if (status >= 300 && status < 400) return notTheService('the response is a redirect')
  if (header(headers, names.requestId) === null) return notTheService('the response has no X-Request-Id')
  if (status >= 400) {
    const error = errorOf(body)
    if (error === null) return notTheService('the error has no error body of the service')
    if (status === 429) {
      const waitMs = refusedForMs(headers, error.retryAfterSeconds ?? null)
      return { kind: 'rate_limited', untilMs: nowMs + waitMs, wholeDay: waitMs > minuteSeconds * 1_000 }
    }
    return { kind: 'refused', status, code: error.code, error, retryAfterSeconds: seconds(headers, names.retryAfter) }
  }
  const type = header(headers, 'content-type') ?? ''
  if (mediaType(type) !== mediaType(media))
    return notTheService(`the media type is ${type || 'missing'} instead of ${media}`)
  return null
}

/** How long to wait after a 429: the longer of Retry-After, and Reset minus the Date of the response. */
function refusedForMs(headers: IncomingHttpHeaders, retryAfterSeconds: number | null): number {
  const reset = seconds(headers, names.reset)
  const date = dateOf(headers)
  const waits = [
    (seconds(headers, names.retryAfter) ?? retryAfterSeconds ?? 0) * 1_000,
    reset !== null && date !== null ? reset * 1_000 - date : 0,
  ]
  const wait = Math.max(...waits)
  return wait > 0 ? Math.min(wait, maxWaitMs) : defaultWaitSeconds * 1_000
}

/** The failure that an exchange without a complete response means. A report that was cancelled after it was sent may have arrived. */
export function failureWithoutAnswer(failed: Extract<Exchange, { kind: 'failed' }>, harmless: boolean): Failure {
  const { sent, why, error } = failed
  if (why === 'cancelled' && (!sent || harmless)) return { kind: 'cancelled' }
  if (!sent) return { kind: 'not_sent', cause: notSentCause(error), message: error.message }
  if (isNotServiceProtocol(error)) return { kind: 'not_the_service', status: 0, message: error.message }
  return { kind: 'no_answer', cause: why === 'timeout' ? 'timeout' : 'reset', message: error.message }
}

function notSentCause(error: Error): NotSentCause {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'name'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(code))
    return 'tls'
  return 'unreachable'
}

/** The response is not HTTP, or is much larger than any response of the service. */
const isNotServiceProtocol = (error: Error): boolean =>
  error.name === 'HTTPParserError' || codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  // a name with several addresses, each with its own error
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0])
  return error.cause instanceof Error ? codeOf(error.cause) : ''
}

function errorOf(body: Buffer) {
  const parsed = json(body)
  if (!parsed.ok) return null
  const result = read(reading(errorBody), parsed.value)
  return result.ok ? result.value.error : null
}

/** The body as JSON; never throws. */
export function json(body: Buffer): Result<unknown, 'not_json'> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return ok(value)
  } catch {
    return failed('not_json')
  }
}

export const factsOf = (headers: IncomingHttpHeaders): AnswerFacts => ({
  requestId: header(headers, names.requestId) ?? '',
  serviceTimeMs: dateOf(headers),
})

/** The rate limit headers; null if one of the three is missing. */
export function rateFactsOf(headers: IncomingHttpHeaders): RateFacts | null {
  const limit = seconds(headers, names.limit)
  const remaining = seconds(headers, names.remaining)
  const reset = seconds(headers, names.reset)
  return limit === null || remaining === null || reset === null ? null : { limit, remaining, reset }
}

function dateOf(headers: IncomingHttpHeaders): number | null {
  const date = Date.parse(header(headers, 'date') ?? '')
  return Number.isNaN(date) ? null : date
}

function seconds(headers: IncomingHttpHeaders, name: string): number | null {
  const text = header(headers, name)
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null
}

function header(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const mediaType = (text: string): string => (text.split(';')[0] ?? '').trim().toLowerCase()
