// Every result of a call is one event.
import { describe, expect, test } from 'vitest'
import { failed, ok } from '../../../shared/base/result.ts'
import { eventOfReading, eventOfReport, type MarkContext } from '../../../src-main/ledger/outbox/mark-event.ts'
import type { Failure } from '../../../shared/workshop-api/index.ts'
import { sampleSheet } from './sample-sheet.ts'

const row: MarkContext = { isFirstAttempt: false, othersSucceed: false, isOurs: () => true }
const marker = { at: '2026-11-24T08:00:00.000Z', quantity: 12, pressBrakeId: null, by: 'KN' }
const refused = (status: number, code: string, extra: object = {}): Failure => ({
  kind: 'refused',
  status,
  code,
  error: { code: 'invalid_request', message: 'Nei', requestId: 'req_1', ...extra },
  retryAfterSeconds: 7,
})
const reported = (failure: Failure) => eventOfReport(sampleSheet.id, failed(failure), row)
const read = (failure: Failure) => eventOfReading(sampleSheet.id, failed(failure), row)

describe('a response to the report', () => {
  test.each<[string, Failure, object]>([
    ['a refused connection', { kind: 'not_sent', cause: 'refused', message: '' }, { kind: 'not_sent' }],
    [
      'no key set',
      { kind: 'not_sent', cause: 'no_key', message: '' },
      { kind: 'key_refused', problem: { code: 'key_missing' } },
    ],
    ['a bad address', { kind: 'not_sent', cause: 'bad_address', message: '' }, { problem: { code: 'wrong_address' } }],
    ['a time-out', { kind: 'no_answer', cause: 'timeout', message: '' }, { kind: 'uncertain', reason: 'no_answer' }],
    ['a call that was cut short', { kind: 'cancelled' }, { kind: 'uncertain', reason: 'cut_short' }],
    [
      '503 with Retry-After',
      { kind: 'server_error', status: 503, retryAfterSeconds: 9, message: '' },
      { kind: 'uncertain', reason: 'server_error', retryAfterMs: 9_000 },
    ],
    ['a portal’s page', { kind: 'not_the_service', status: 200, message: '' }, { kind: 'not_the_service' }],
    [
      'a sheet that cannot be read',
      { kind: 'malformed', status: 200, problems: [{ path: 'version', message: 'missing' }], raw: {} },
      { kind: 'uncertain', detail: 'version: missing' },
    ],
    ['429', { kind: 'rate_limited', untilMs: 5, wholeDay: false }, { kind: 'rate_limited', untilMs: 5 }],
    [
      '400',
      refused(400, 'invalid_request', { fields: ['bentAt'] }),
      { kind: 'invalid', detail: '400 invalid_request: Nei (bentAt)' },
    ],
    ['401', refused(401, 'unauthorized'), { kind: 'key_refused', problem: { code: 'key_refused' } }],
    [
      '403 scope',
      refused(403, 'scope_missing', { scope: 'x' }),
      { kind: 'forbidden', by: 'key', problem: { params: { scope: 'x' } } },
    ],
    ['403 kind of key', refused(403, 'key_kind_not_allowed'), { kind: 'forbidden', by: 'key' }],
    ['403 module', refused(403, 'feature_not_in_plan', { feature: 'produksjon' }), { kind: 'forbidden', by: 'plan' }],
    ['404', refused(404, 'not_found'), { kind: 'not_found' }],
    ['405', refused(405, 'method_not_allowed'), { kind: 'not_understood' }],
    ['413', refused(413, 'body_too_large'), { kind: 'not_understood' }],
    ['409 in progress', refused(409, 'idempotency_in_progress'), { kind: 'in_progress', afterMs: 7_000 }],
    ['409 superseded', refused(409, 'sheet_superseded'), { kind: 'superseded', reason: 'sheet_superseded' }],
    ['409 stale', refused(409, 'stale_version'), { kind: 'superseded', reason: 'stale_version' }],
    ['409 not approved', refused(409, 'not_approved'), { kind: 'not_approved' }],
    ['422 key reused', refused(422, 'idempotency_key_reused'), { kind: 'key_reused' }],
    ['422', refused(422, 'params_invalid'), { kind: 'refused' }],
    ['428 If-Match', refused(428, 'precondition_required'), { kind: 'header_missing', header: 'if-match' }],
    ['428 key', refused(428, 'idempotency_key_required'), { kind: 'header_missing', header: 'idempotency-key' }],
    ['an unknown refusal', refused(418, 'teapot'), { kind: 'refused' }],
  ])('%s', (_, failure, expected) => {
    expect(reported(failure)).toMatchObject(expected)
  })

  test('about another sheet is not from the service', () => {
    const value = { ...sampleSheet, id: 'another', bent: marker }
    expect(eventOfReport(sampleSheet.id, ok(value), row).kind).toBe('not_the_service')
  })
  test('without a marker is uncertain', () => {
    expect(eventOfReport(sampleSheet.id, ok(sampleSheet), row).kind).toBe('uncertain')
  })
  test('with a marker names its sender', () => {
    const value = { ...sampleSheet, bent: marker }
    expect(eventOfReport(sampleSheet.id, ok(value), row)).toMatchObject({ sheet: { bent: 'ours' } })
    expect(eventOfReport(sampleSheet.id, ok(value), { ...row, isOurs: () => false })).toMatchObject({
      sheet: { bent: 'by_another' },
    })
  })
})

describe('a response to the verifying reading', () => {
  test('a refusal that only a report can get leaves the row uncertain', () => {
    for (const code of ['invalid_request', 'idempotency_in_progress', 'sheet_superseded', 'params_invalid'])
      expect(read(refused(409, code)).kind).toBe('uncertain')
  })
  test('404, 401 and a lost network mean the same as for a report', () => {
    expect(read(refused(404, 'not_found')).kind).toBe('not_found')
    expect(read(refused(401, 'unauthorized')).kind).toBe('key_refused')
    expect(read({ kind: 'not_sent', cause: 'name', message: '' }).kind).toBe('not_sent')
  })
})
