// What a failed call, or the identity of the key, means for the connection: the state and the problem to show, and when to try again. Pure.
import { hourMs, minuteMs } from '../../shared/base/durations.ts'
import type { Problem } from '../../shared/station-api/index.ts'
import { fingerprintOf, type Failure } from '../../shared/workshop-api/index.ts'
import type { Me } from './ports.ts'

export interface Verdict {
  state: 'online' | 'offline' | 'blocked'
  problem: Problem
  /** The shortest wait in ms; null: soon, with a longer wait after each further failure. */
  retryMs: number | null
}

/** The service blocks an address after 20 wrong keys in 10 minutes. */
export const keyProbeMs = 15 * minuteMs
export const planProbeMs = hourMs
/** The wait that the service asked for may be absurd. While a limit is in force, the budget makes no call, so that trying costs none. */
const longestSleepMs = 15 * minuteMs

/**
 * The verdict on a failure; null for a call that was cancelled. `everConnected`: this address has responded before, so a
 * name that is not found means a network failure and not a wrong address.
 */
export function verdictOn(failure: Failure, context: { nowMs: number; everConnected: boolean }): Verdict | null {
  switch (failure.kind) {
    case 'cancelled':
      return null
    case 'not_sent':
      return notSent(failure, context.everConnected)
    case 'no_answer':
      return offline('offline', { cause: failure.cause })
    case 'server_error': {
      const verdict = offline('service_error', { status: failure.status })
      if (failure.retryAfterSeconds === null) return verdict
      return { ...verdict, retryMs: Math.min(failure.retryAfterSeconds * 1_000, longestSleepMs) }
    }
    case 'not_the_service':
      return offline('not_the_service', { status: failure.status })
    case 'malformed':
      return offline('unexpected_answer', { path: failure.problems[0]?.path ?? '' })
    case 'rate_limited': {
      const retryMs = Math.max(1_000, failure.untilMs - context.nowMs)
      const code = failure.wholeDay ? 'day_limit' : 'rate_limited'
      const params = { seconds: Math.ceil(retryMs / 1_000) }
      return { state: 'online', problem: problem(code, params), retryMs: Math.min(retryMs, longestSleepMs) }
    }
    case 'refused':
      return refused(failure)
  }
}

function notSent({ cause }: Extract<Failure, { kind: 'not_sent' }>, everConnected: boolean): Verdict {
  switch (cause) {
    case 'no_key':
      return { state: 'blocked', problem: problem('key_missing'), retryMs: planProbeMs }
    case 'insecure':
      return { state: 'blocked', problem: problem('insecure_address'), retryMs: planProbeMs }
    case 'bad_address':
      return { state: 'blocked', problem: problem('wrong_address', { cause }), retryMs: planProbeMs }
    case 'name':
    case 'refused':
      return offline(everConnected ? 'offline' : 'wrong_address', { cause })
    case 'unreachable':
    case 'tls':
      return offline('offline', { cause })
  }
}

function refused({ status, code, error }: Extract<Failure, { kind: 'refused' }>): Verdict {
  if (status === 401) return { state: 'blocked', problem: problem('key_refused'), retryMs: keyProbeMs }
  if (status === 403) {
    const cause =
      code === 'scope_missing'
        ? problem('scope_missing', { scope: error.scope ?? '' })
        : code === 'feature_not_in_plan'
          ? problem('feature_not_in_plan', { feature: error.feature ?? '' })
          : problem('key_kind_not_allowed')
    return { state: 'blocked', problem: cause, retryMs: planProbeMs }
  }
  if (status === 404) return offline('wrong_address', { cause: code })
  return offline('unexpected_answer', { path: code })
}

const offline = (code: Problem['code'], params: Problem['params']): Verdict => ({
  state: 'offline',
  problem: problem(code, params),
  retryMs: null,
})

export const problem = (code: Problem['code'], params: Problem['params'] = {}): Problem => ({ code, params })

/** Why nothing may be read or written with this key, or null. `owners`: the workshops whose data this station has; null: none yet. */
export function blockedBy(me: Me, owners: readonly (string | null)[]): Problem | null {
  const actual = fingerprintOf({ ...me.organization, ...me.key })
  const other = owners.find((expected) => expected !== null && expected !== actual) ?? null
  if (other !== null) return problem('other_workshop', { expected: other, actual })
  if (me.key.kind !== 'workshop') return problem('key_kind_not_allowed')
  if (!me.modules.includes('produksjon')) return problem('feature_not_in_plan', { feature: 'produksjon' })
  if (!me.key.scopes.includes('production:read')) return problem('scope_missing', { scope: 'production:read' })
  return null
}

/** The scopes that the key lacks and that are not needed to read lists and sheets. */
export function lacking(me: Me): Problem[] {
  return ['production:status', 'events:read']
    .filter((scope) => !me.key.scopes.includes(scope))
    .map((scope) => problem('scope_missing', { scope }))
}
