// Identifies the workshop behind the key by the service's response to `/me`, and whether it accepts marks. Pure.
import { fingerprintOf, type Me, type me, type Outcome, type Reading } from '../../../shared/workshop-api/index.ts'
import { eventOfFailure, type MarkEvent } from './mark-event.ts'
import type { QueueEffect } from './mark-step.ts'

export type ServiceIdentity = { fingerprint: string } | { effect: QueueEffect }

const scope: Me['key']['scopes'][number] = 'production:status'
const feature: Me['modules'][number] = 'produksjon'

/** The fingerprint of the workshop that accepts marks with this key, or the response's effect on the queue. */
export function identifyService(outcome: Outcome<Reading<typeof me>>): ServiceIdentity {
  if (!outcome.ok)
    return { effect: afterFailure(eventOfFailure(outcome.error, { othersSucceed: false, isFirstAttempt: false })) }
  const { organization, key, modules } = outcome.value
  if (!key.scopes.includes(scope))
    return {
      effect: { kind: 'blocked_by_key', problem: { code: 'scope_missing', params: { scope } }, probe: 'hour' },
    }
  if (!modules.includes(feature))
    return { effect: { kind: 'blocked_by_plan', problem: { code: 'feature_not_in_plan', params: { feature } } } }
  return { fingerprint: fingerprintOf({ ...organization, ...key }) }
}

function afterFailure(event: MarkEvent): QueueEffect {
  if (event.kind === 'not_sent' || event.kind === 'not_the_service') return { kind: 'offline', problem: event.problem }
  if (event.kind === 'uncertain')
    return { kind: 'offline', problem: { code: problemOfUncertain[event.reason], params: { message: event.detail } } }
  if (event.kind === 'key_refused') return { kind: 'blocked_by_key', problem: event.problem, probe: 'quarter' }
  if (event.kind === 'rate_limited') return { kind: 'paused', untilMs: event.untilMs }
  return { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: `/me: ${event.kind}` } } }
}

const problemOfUncertain = {
  no_answer: 'offline',
  server_error: 'service_error',
  cut_short: 'unexpected_answer',
} as const
