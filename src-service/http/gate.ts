// The checks a call passes before its body is read, in the order of decision 2: known key, limits, known path, scope, kind of
// key, module, headers that must be there.
import type { Endpoint } from '../../shared/workshop-api/index.ts'
import type { ApiKey, KeyRing } from '../keys/key-ring.ts'
import { readAuthorization } from '../keys/key-value.ts'
import type { Authorization } from '../keys/key-value.ts'
import { untouched } from '../limits/call-counts.ts'
import type { CallCounts, Rate } from '../limits/call-counts.ts'
import { limitsOfKey, limitsOfStrangers } from '../limits/limits-of-key.ts'
import type { WrongKeys } from '../limits/wrong-keys.ts'
import type { Clock } from '../store/clock.ts'
import { Failure } from './failure.ts'
import type { IdempotencyScope } from './idempotency.ts'

export interface Knock {
  address: string
  authorization: string | undefined
  method: string
  path: string
  idempotencyKey: string | undefined
  ifMatch: string | undefined
}

export interface Passed {
  key: ApiKey
  nowMs: number
}

/** What the gate says: the rate headers in any case, and either who came in or why not. */
export type Verdict = { rate: Rate } & ({ passed: Passed } | { failure: Failure })

export interface Gate {
  /** A call of a known operation: it counts, unless it is refused with 401 or 429. */
  enter: (knock: Knock, endpoint: Endpoint) => Verdict
  /** A call of no operation: it counts nowhere, and ends as `failure` says unless the key is wrong. */
  turnAway: (knock: Knock, failure: Failure) => { rate: Rate; failure: Failure }
  /** A call of an address that needs no key: refused only where the address has guessed at keys too often. */
  greet: (knock: Knock) => { rate: Rate; failure: Failure | null }
  /** Whether the key of a call that came in is still good: its workshop may have gone while its body was on its way. */
  stillKnows: (knock: Knock) => boolean
  /** The headers of an answer given before anyone was known: the read class of a live key. */
  strangersRate: () => Rate
}

interface Parts {
  keys: KeyRing
  counts: CallCounts
  wrongKeys: WrongKeys
  now: Clock
  /** Told the time of whatever knocks, before its key is looked for. */
  onKnock: (nowMs: number) => void
  /** Told the time of each call that came in, before it does anything. */
  onCall: (nowMs: number) => void
  /** True for a call that was made before and has its answer: it makes no new order. */
  isAnswered: (scope: IdempotencyScope, nowMs: number) => boolean
  limitFactor: number
}

export function gate({ keys, counts, wrongKeys, now, onKnock, onCall, isAnswered, limitFactor }: Parts): Gate {
  const keyOf = (authorization: Authorization): ApiKey | null =>
    authorization.kind === 'key' ? keys.find(authorization.hash) : null
  const identify = (knock: Knock, nowMs: number): { key: ApiKey } | { failure: Failure } => {
    onKnock(nowMs)
    const shutOutFor = wrongKeys.shutOutFor(knock.address, nowMs)
    if (shutOutFor !== null) return { failure: new Failure('rate_limited', { retryAfterSeconds: shutOutFor }) }
    const authorization = readAuthorization(knock.authorization)
    const key = keyOf(authorization)
    if (key !== null) return { key }
    if (authorization.kind !== 'missing') wrongKeys.count(knock.address, nowMs)
    return { failure: new Failure('unauthorized') }
  }

  return {
    enter: (knock, endpoint) => {
      const nowMs = now()
      const caller = identify(knock, nowMs)
      if ('failure' in caller) return { rate: untouched(limitsOfStrangers, 'read', nowMs), failure: caller.failure }
      const { key } = caller
      const who = { keyId: key.id, workshopId: key.workshop.id }
      const { method, path, idempotencyKey } = knock
      const makesOrder = () =>
        endpoint.makesOrder &&
        !(idempotencyKey !== undefined && isAnswered({ keyId: key.id, method, path, idempotencyKey }, nowMs))
      const counted = counts.take(
        who,
        limitsOfKey(key, limitFactor),
        endpoint.class,
        nowMs,
        `${method} ${path}`,
        makesOrder,
      )
      const { rate } = counted
      if (!counted.allowed) {
        return { rate, failure: new Failure('rate_limited', { retryAfterSeconds: counted.retryAfterSeconds }) }
      }
      onCall(nowMs)
      const failure = refusal(key, endpoint, knock)
      return failure === null ? { rate, passed: { key, nowMs } } : { rate, failure }
    },
    turnAway: (knock, failure) => {
      const nowMs = now()
      const caller = identify(knock, nowMs)
      if ('failure' in caller) return { rate: untouched(limitsOfStrangers, 'read', nowMs), failure: caller.failure }
      return { rate: untouched(limitsOfKey(caller.key, limitFactor), 'read', nowMs), failure }
    },
    greet: (knock) => {
      const nowMs = now()
      const caller = identify(knock, nowMs)
      if (!('failure' in caller))
        return { rate: untouched(limitsOfKey(caller.key, limitFactor), 'read', nowMs), failure: null }
      const { failure } = caller
      return {
        rate: untouched(limitsOfStrangers, 'read', nowMs),
        failure: failure.code === 'unauthorized' ? null : failure,
      }
    },
    stillKnows: (knock) => keyOf(readAuthorization(knock.authorization)) !== null,
    strangersRate: () => untouched(limitsOfStrangers, 'read', now()),
  }
}

function refusal(key: ApiKey, endpoint: Endpoint, knock: Knock): Failure | null {
  const { scope, kinds, modules, modulesFor } = endpoint
  if (scope !== null && !key.scopes.includes(scope)) return new Failure('scope_missing', { scope })
  if (!kinds.includes(key.kind)) return new Failure('key_kind_not_allowed')
  const lacking = modules.find((module) => !key.workshop.modules.includes(module))
  if (lacking !== undefined && modulesFor.includes(key.kind)) {
    return new Failure('feature_not_in_plan', { feature: lacking })
  }
  if (endpoint.idempotencyKey === 'required' && knock.idempotencyKey === undefined) {
    return new Failure('idempotency_key_required')
  }
  if (endpoint.ifMatch && knock.ifMatch === undefined) return new Failure('precondition_required')
  return null
}
