// The verdict on each failure of a call.
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/workshop-api/index.ts'
import { verdictOn } from '../../../src-main/sync/verdict.ts'

const nowMs = Date.parse('2026-11-24T08:00:00Z')
const on = (failure: Failure, everConnected = true) => verdictOn(failure, { nowMs, everConnected })
const refused = (status: number, code: string, more: object = {}): Failure => ({
  kind: 'refused',
  status,
  code,
  error: { code, message: 'Nei.', requestId: 'req_1', ...more },
  retryAfterSeconds: null,
})

describe('a failure', () => {
  test.each<[string, Failure, string, string, number | null]>([
    ['a broken network', { kind: 'not_sent', cause: 'unreachable', message: '' }, 'offline', 'offline', null],
    ['a certificate that is not right', { kind: 'not_sent', cause: 'tls', message: '' }, 'offline', 'offline', null],
    ['a time-out', { kind: 'no_answer', cause: 'timeout', message: '' }, 'offline', 'offline', null],
    [
      'a fault of the service',
      { kind: 'server_error', status: 500, retryAfterSeconds: null, message: '' },
      'offline',
      'service_error',
      null,
    ],
    ['a stranger', { kind: 'not_the_service', status: 511, message: '' }, 'offline', 'not_the_service', null],
    [
      'an answer that cannot be read',
      { kind: 'malformed', status: 200, problems: [], raw: null },
      'offline',
      'unexpected_answer',
      null,
    ],
    ['a refused key', refused(401, 'unauthorized'), 'blocked', 'key_refused', 15 * 60_000],
    ['a missing scope', refused(403, 'scope_missing', { scope: 'x' }), 'blocked', 'scope_missing', 60 * 60_000],
    [
      'a missing module',
      refused(403, 'feature_not_in_plan', { feature: 'x' }),
      'blocked',
      'feature_not_in_plan',
      60 * 60_000,
    ],
    ['the wrong kind of key', refused(403, 'key_kind_not_allowed'), 'blocked', 'key_kind_not_allowed', 60 * 60_000],
    [
      'a minute’s limit',
      { kind: 'rate_limited', untilMs: nowMs + 9_000, wholeDay: false },
      'online',
      'rate_limited',
      9_000,
    ],
    [
      'a day’s limit, which another call may have lifted,',
      { kind: 'rate_limited', untilMs: nowMs + 9e6, wholeDay: true },
      'online',
      'day_limit',
      15 * 60_000,
    ],
    [
      'a service that is away for a minute',
      { kind: 'server_error', status: 503, retryAfterSeconds: 60, message: '' },
      'offline',
      'service_error',
      60_000,
    ],
    [
      'a service that says that it is away for years',
      { kind: 'server_error', status: 503, retryAfterSeconds: 1e9, message: '' },
      'offline',
      'service_error',
      15 * 60_000,
    ],
  ])('%s', (_, failure, state, code, retryMs) => {
    expect(on(failure)).toMatchObject({ state, problem: { code }, retryMs })
  })

  test('of a cancelled call has no verdict', () => {
    expect(on({ kind: 'cancelled' })).toBeNull()
  })

  test('to find the name or the port means a wrong address, until that address has responded once', () => {
    const unknown: Failure = { kind: 'not_sent', cause: 'name', message: '' }
    expect(on(unknown, false)?.problem.code).toBe('wrong_address')
    expect(on(unknown, true)?.problem.code).toBe('offline')
  })

  test('has the values for its text', () => {
    expect(on(refused(403, 'scope_missing', { scope: 'events:read' }))?.problem.params).toEqual({
      scope: 'events:read',
    })
    expect(on(refused(403, 'feature_not_in_plan', { feature: 'produksjon' }))?.problem.params).toEqual({
      feature: 'produksjon',
    })
  })
})
