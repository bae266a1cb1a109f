// How a call to the service can end. What matters to a mark is whether the call may have taken effect, so the ways to fail are
// told apart by that, not by the library's error names. Pure.
import type { ErrorCode, errorBody } from './errors.ts'
import type { Problem, Reading } from './reading.ts'

export type Outcome<T> = { ok: true; value: T; answer: AnswerFacts } | { ok: false; failure: Failure }

export interface AnswerFacts {
  requestId: string
  /** The service's own clock by the `Date` header, in milliseconds since 1970; null when it sent none. */
  serviceTimeMs: number | null
}

export type Failure =
  /** No byte left this computer: certainly without effect. */
  | { kind: 'not_sent'; cause: NotSentCause; message: string }
  /** Bytes left and no whole answer came: it may have taken effect. */
  | { kind: 'no_answer'; cause: 'timeout' | 'reset'; message: string }
  /** 5xx with the service's own error body, or without: it may have taken effect. */
  | { kind: 'server_error'; status: number; retryAfterSeconds: number | null; message: string }
  /** HTML, a redirect, 511, no `X-Request-Id`, or not the schema: something between us and the service spoke. */
  | { kind: 'not_the_service'; status: number; message: string }
  /** The service's answer, 2xx, of which a needed field is missing or wrong. */
  | { kind: 'malformed'; status: number; problems: Problem[]; raw: unknown }
  /** The service said no, in its error body. */
  | {
      kind: 'refused'
      status: number
      code: ErrorCode | (string & {})
      error: Reading<typeof errorBody>['error']
      retryAfterSeconds: number | null
    }
  /** Over a limit: nothing more of this class before `untilMs` (milliseconds since 1970). */
  | { kind: 'rate_limited'; untilMs: number; wholeDay: boolean }
  | { kind: 'cancelled' }

/** `insecure`: http to a host that is not this computer. */
export type NotSentCause = 'name' | 'refused' | 'unreachable' | 'tls' | 'insecure' | 'bad_address' | 'no_key'

/** True where the call may have done its work all the same. */
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
