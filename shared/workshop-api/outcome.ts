// The outcome of a call to the service. A mark depends on whether the call may have taken effect, so the failures are classified by that,
// not by the error names of the HTTP library. Pure.
import type { Result } from '../base/result.ts'
import type { ErrorCode, errorBody } from './errors.ts'
import type { Problem, Reading } from './reading.ts'

export type Outcome<T> = Result<T, Failure>

export interface AnswerFacts {
  requestId: string
  /** The service's time from the `Date` header, in milliseconds since 1970; null: no such header. */
  serviceTimeMs: number | null
}

export type Failure =
  /** No byte left this computer: the call had no effect. */
  | { kind: 'not_sent'; cause: NotSentCause; message: string }
  /** Bytes were sent, and no complete answer arrived: the call may have taken effect. */
  | { kind: 'no_answer'; cause: 'timeout' | 'reset'; message: string }
  /** 5xx, with or without the service's error body: the call may have taken effect. */
  | { kind: 'server_error'; status: number; retryAfterSeconds: number | null; message: string }
  /** HTML, a redirect, 511, no `X-Request-Id`, or not the schema: the answer comes from something in between, such as a proxy. */
  | { kind: 'not_the_service'; status: number; message: string }
  /** A 2xx answer of the service in which a required field is missing or wrong. */
  | { kind: 'malformed'; status: number; problems: Problem[]; raw: unknown }
  /** The service rejected the call with its error body. */
  | {
      kind: 'refused'
      status: number
      code: ErrorCode | (string & {})
      error: Reading<typeof errorBody>['error']
      retryAfterSeconds: number | null
    }
  /** A limit is exceeded: no more calls of this class before `untilMs` (milliseconds since 1970). */
  | { kind: 'rate_limited'; untilMs: number; wholeDay: boolean }
  | { kind: 'cancelled' }

/** `insecure`: plain HTTP to another computer. */
export type NotSentCause = 'name' | 'refused' | 'unreachable' | 'tls' | 'insecure' | 'bad_address' | 'no_key'

/** Whether the call may have taken effect despite the failure. */
export function mayHaveTakenEffect(failure: Failure): boolean {
  switch (failure.kind) {
    case 'no_answer':
    case 'server_error':
    case 'not_the_service':
    case 'malformed':
      return true
    case 'not_sent':
    case 'refused':
    case 'rate_limited':
    case 'cancelled':
      return false
  }
}
