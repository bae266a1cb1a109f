// The checks of a call before its body is read, in the order of service decision 2: known key, limits, known path, scope, kind of key,
// module, required headers.
import type { Endpoint } from '../../shared/workshop-api/index.ts'
import { readAuthorization } from '../keys/index.ts'
import type { ApiKey, Authorization, KeyRing } from '../keys/index.ts'
import { anonymousLimits, keyLimits, uncountedRate } from '../limits/index.ts'
import type { CallCounts, Rate, WrongKeys } from '../limits/index.ts'
import type { Clock } from '../store/index.ts'
import { Failure } from '../operation/index.ts'
import type { IdempotencyScope } from './idempotency.ts'

/** The parts of a request that the gate checks. */
export interface Credentials {
  address: string
  authorization: string | undefined
  method: string
  path: string
  idempotencyKey: string | undefined
  ifMatch: string | undefined
}

export interface AuthorizedCall {
  key: ApiKey
  nowMs: number
}

/** The values of the rate headers, and either the authorized call or the reason for its rejection. */
export type Verdict = { rate: Rate } & ({ call: AuthorizedCall } | { failure: Failure })

export interface GateParts {
  keys: KeyRing
  counts: CallCounts
  wrongKeys: WrongKeys
  now: Clock
  /** Called with the current time for every request, before its key is looked up. */
  beforeAuthentication: (nowMs: number) => void
  /** Called with the current time for every admitted call, before it does anything. */
  beforeCall: (nowMs: number) => void
  /** True for a repeated call whose answer is stored: it makes no new order. */
  isAnswered: (scope: IdempotencyScope, nowMs: number) => boolean
  limitFactor: number
}

/** Admits or rejects each call before its operation runs. */
export class Gate {
  readonly #parts: GateParts

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  /** Checks a call of a known operation. The call counts, unless it is refused with 401 or 429. */
  admit(credentials: Credentials, endpoint: Endpoint): Verdict {
    const { counts, limitFactor, beforeCall } = this.#parts
    const nowMs = this.#parts.now()
    const caller = this.#identify(credentials, nowMs)
    if ('failure' in caller) return { rate: anonymousRateAt(nowMs), failure: caller.failure }
    const { key } = caller
    const countResult = counts.count(
      { keyId: key.id, workshopId: key.workshop.id },
      keyLimits(key, limitFactor),
      endpoint.class,
      nowMs,
      `${credentials.method} ${credentials.path}`,
      () => this.#makesOrder(key, credentials, endpoint, nowMs),
    )
    const { rate } = countResult
    if (!countResult.allowed) {
      return { rate, failure: new Failure('rate_limited', { retryAfterSeconds: countResult.retryAfterSeconds }) }
    }
    beforeCall(nowMs)
    const failure = permissionFailure(key, endpoint, credentials)
    return failure === null ? { rate, call: { key, nowMs } } : { rate, failure }
  }

  /** Rejects a call whose path or method has no operation, with `failure`, or with 401 or 429 where those apply. The call does not count. */
  reject(credentials: Credentials, failure: Failure): { rate: Rate; failure: Failure } {
    const nowMs = this.#parts.now()
    const caller = this.#identify(credentials, nowMs)
    if ('failure' in caller) return { rate: anonymousRateAt(nowMs), failure: caller.failure }
    return { rate: uncountedRate(keyLimits(caller.key, this.#parts.limitFactor), 'read', nowMs), failure }
  }

  /** Checks a call of a path that needs no key. It is refused only if its address has sent too many wrong keys. */
  authenticate(credentials: Credentials): { rate: Rate; failure: Failure | null } {
    const nowMs = this.#parts.now()
    const caller = this.#identify(credentials, nowMs)
    if (!('failure' in caller)) {
      return { rate: uncountedRate(keyLimits(caller.key, this.#parts.limitFactor), 'read', nowMs), failure: null }
    }
    const { failure } = caller
    return { rate: anonymousRateAt(nowMs), failure: failure.code === 'unauthorized' ? null : failure }
  }

  /** Whether the key of an admitted call is still in use: its workshop may be deleted while its body arrives. */
  isStillValid(credentials: Credentials): boolean {
    return this.#keyOf(readAuthorization(credentials.authorization)) !== null
  }

  /** The rate headers of an answer to an unidentified caller: the read class of a live key. */
  readonly anonymousRate = (): Rate => anonymousRateAt(this.#parts.now())

  #keyOf(authorization: Authorization): ApiKey | null {
    return authorization.kind === 'key' ? this.#parts.keys.find(authorization.hash) : null
  }

  #identify(credentials: Credentials, nowMs: number): { key: ApiKey } | { failure: Failure } {
    const { beforeAuthentication, wrongKeys } = this.#parts
    beforeAuthentication(nowMs)
    const blockedForSeconds = wrongKeys.blockedForSeconds(credentials.address, nowMs)
    if (blockedForSeconds !== null) {
      return { failure: new Failure('rate_limited', { retryAfterSeconds: blockedForSeconds }) }
    }
    const authorization = readAuthorization(credentials.authorization)
    const key = this.#keyOf(authorization)
    if (key !== null) return { key }
    if (authorization.kind !== 'missing') wrongKeys.count(credentials.address, nowMs)
    return { failure: new Failure('unauthorized') }
  }

  #makesOrder(key: ApiKey, { method, path, idempotencyKey }: Credentials, endpoint: Endpoint, nowMs: number): boolean {
    const isRepeated =
      idempotencyKey !== undefined && this.#parts.isAnswered({ keyId: key.id, method, path, idempotencyKey }, nowMs)
    return endpoint.makesOrder && !isRepeated
  }
}

const anonymousRateAt = (nowMs: number): Rate => uncountedRate(anonymousLimits, 'read', nowMs)

function permissionFailure(key: ApiKey, endpoint: Endpoint, credentials: Credentials): Failure | null {
  const { scope, kinds, modules, modulesFor } = endpoint
  if (scope !== null && !key.scopes.includes(scope)) return new Failure('scope_missing', { scope })
  if (!kinds.includes(key.kind)) return new Failure('key_kind_not_allowed')
  const missingModule = modules.find((module) => !key.workshop.modules.includes(module))
  if (missingModule !== undefined && modulesFor.includes(key.kind)) {
    return new Failure('feature_not_in_plan', { feature: missingModule })
  }
  if (endpoint.idempotencyKey === 'required' && credentials.idempotencyKey === undefined) {
    return new Failure('idempotency_key_required')
  }
  if (endpoint.ifMatch && credentials.ifMatch === undefined) return new Failure('precondition_required')
  return null
}
