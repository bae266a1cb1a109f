// The lines of the mark's table that the service's answers fire, each by its name, over real HTTP against the real service.
import { describe, expect, test } from 'vitest'
import { fires } from './fires.ts'
import { serviceError } from './interposed.ts'

describe('the service answers', () => {
  test(
    '2xx with the sheet and our marker',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      expect(at.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    '2xx, but the marker is another’s',
    fires(async (at) => {
      const sheet = await at.sheet()
      await at.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
      at.mark(sheet)
      at.holdOver()
      await at.becomes(sheet, 'bent_elsewhere')
      expect(at.marks().summary().needsPerson).toBe(1)
    }),
  )
  test(
    '409 idempotency_in_progress',
    fires(async (at) => {
      at.net.next('report', serviceError(409, 'idempotency_in_progress', {}, { 'retry-after': '2' }))
      const sheet = await at.marked()
      await at.becomes(sheet, 'in_progress')
      at.clock.advance(1_999)
      expect(at.stateOf(sheet)).toBe('waiting')
      at.clock.advance(1)
      await at.becomes(sheet, 'delivered')
      const [first, again] = at.net.reports()
      expect(again).toEqual(first)
    }),
  )
  test(
    '400: once more with the smallest body and a new key',
    fires(async (at) => {
      const sheet = await at.marked({ pressBrakeId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7fff' })
      await at.becomes(sheet, 'delivered')
      const [first, second] = at.net.reports()
      expect(JSON.parse(second?.body ?? '{}')).toEqual({ drawingVersion: sheet.drawingVersion })
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    '400 again: parked; every row so: halted',
    fires(async (at) => {
      const refusal = serviceError(400, 'invalid_request', { fields: ['quantity'] })
      at.net.next('report', ...Array.from({ length: 6 }, () => refusal))
      const sheets = [await at.marked(), await at.marked(), await at.marked()]
      for (const sheet of sheets) await at.becomes(sheet, 'parked')
      expect(at.drain().queue()).toMatchObject({ state: 'halted', problem: { code: 'unexpected_answer' } })
    }),
  )
  test(
    '422 idempotency_key_reused',
    fires(async (at) => {
      at.net.next('report', serviceError(422, 'idempotency_key_reused'))
      const sheet = await at.marked()
      await at.becomes(sheet, 'parked')
      expect(at.reasonOf(sheet)).toBe('idempotency_key_reused')
    }),
  )
  test(
    'other 422',
    fires(async (at) => {
      at.net.next('report', serviceError(422, 'params_invalid'))
      const sheet = await at.marked()
      await at.becomes(sheet, 'parked')
      expect(at.reasonOf(sheet)).toBe('refused')
    }),
  )
  test(
    '428: the missing header added once',
    fires(async (at) => {
      at.net.next('report', serviceError(428, 'precondition_required'))
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      expect(at.net.reports().map(({ ifMatch }) => ifMatch)).toEqual([undefined, `"v${sheet.version}"`])
    }),
  )
  test(
    '428 again: halted',
    fires(async (at) => {
      at.net.next('report', serviceError(428, 'idempotency_key_required'))
      const sheet = await at.marked()
      await at.queueBecomes('halted')
      expect(at.stateOf(sheet)).toBe('queued')
    }),
  )
  test(
    '401',
    fires(async (at) => {
      const first = await at.marked()
      await at.becomes(first, 'delivered')
      const sheet = await at.sheet()
      at.desk.revokeKey('Kant')
      at.markAndHold(sheet)
      await at.queueBecomes('blocked_by_key')
      expect([at.stateOf(sheet), at.drain().queue().problem?.code]).toEqual(['queued', 'key_refused'])
    }),
  )
  test(
    '403 scope_missing, feature_not_in_plan',
    fires(async (at) => {
      await at.becomes(await at.marked(), 'delivered')
      const sheet = await at.sheet()
      at.desk.switchModule('produksjon', false)
      at.markAndHold(sheet)
      await at.queueBecomes('blocked_by_plan')
      at.desk.switchModule('produksjon', true)
      at.clock.advance(3_600_000)
      await at.becomes(sheet, 'delivered')
      expect(at.drain().queue().state).toBe('running')
    }),
  )
  test(
    '405, 413, 415',
    fires(async (at) => {
      at.net.next('report', serviceError(415, 'unsupported_file_type'))
      const sheet = await at.marked()
      await at.queueBecomes('halted')
      at.drain().resume()
      await at.becomes(sheet, 'delivered')
      expect(at.net.reports()).toHaveLength(2)
    }),
  )
  test(
    '429',
    fires(async (at) => {
      at.net.next('report', serviceError(429, 'rate_limited', {}, { 'retry-after': '45' }))
      const sheet = await at.marked()
      await at.becomes(sheet, 'waiting')
      at.clock.advance(44_999)
      expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['waiting', null])
      await at.becomesInTime(sheet, 'delivered')
      expect(at.outbox().decisions.detailsOf(at.markId(sheet))?.attempts).toBe(0)
    }),
  )
  test(
    'another workshop or environment behind the key',
    fires(async (at) => {
      const sheet = await at.marked({ fingerprint: 'annet/live' })
      await at.queueBecomes('halted')
      expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['queued', null])
      expect(at.net.reports()).toEqual([])
    }),
  )
})
