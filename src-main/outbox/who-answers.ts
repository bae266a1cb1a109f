// Who is behind the key, by the service's answer to that question, and whether marks may go there. Pure.
import { fingerprintOf, type Me, type me, type Outcome, type Reading } from '../../shared/workshop-api/index.ts'
import { toldByFailure, type Happening } from './happening.ts'
import type { QueueEffect } from './step.ts'

export type WhoAnswers = { fingerprint: string } | { effect: QueueEffect }

const scope: Me['key']['scopes'][number] = 'production:status'
const feature: Me['modules'][number] = 'produksjon'

/** The fingerprint of the workshop that takes marks by this key, or what its answer means for the queue. */
export function whoAnswers(outcome: Outcome<Reading<typeof me>>): WhoAnswers {
  if (!outcome.ok)
    return { effect: afterFailure(toldByFailure(outcome.failure, { othersPass: false, firstTry: false })) }
  const { organization, key, modules } = outcome.value
  if (!key.scopes.includes(scope))
    return {
      effect: { kind: 'blocked_by_key', problem: { code: 'scope_missing', params: { scope } }, probe: 'hour' },
    }
  if (!modules.includes(feature))
    return { effect: { kind: 'blocked_by_plan', problem: { code: 'feature_not_in_plan', params: { feature } } } }
  return { fingerprint: fingerprintOf({ ...organization, ...key }) }
}

function afterFailure(told: Happening): QueueEffect {
  if (told.kind === 'not_sent' || told.kind === 'not_the_service') return { kind: 'offline', problem: told.problem }
  if (told.kind === 'uncertain')
    return { kind: 'offline', problem: { code: uncertainIs[told.reason], params: { message: told.detail } } }
  if (told.kind === 'key_refused') return { kind: 'blocked_by_key', problem: told.problem, probe: 'quarter' }
  if (told.kind === 'rate_limited') return { kind: 'paused', untilMs: told.untilMs }
  return { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: `/me: ${told.kind}` } } }
}

const uncertainIs = { no_answer: 'offline', server_error: 'service_error', cut_short: 'unexpected_answer' } as const
