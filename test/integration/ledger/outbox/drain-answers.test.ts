// The transition rules that the service's answers apply, each tested by its name, over real HTTP against the real service.
import { describe, expect, test } from 'vitest'
import { fires } from './forced-rule.ts'
import { serviceError } from './interposed.ts'

describe('the service answers', () => {
  test(
    '2xx with the sheet and our marker',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      expect(rig.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    '2xx, but the marker is from another sender',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      await rig.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
      rig.mark(sheet)
      rig.holdOver()
      await rig.becomes(sheet, 'bent_elsewhere')
      expect(rig.marks().summary().needsPerson).toBe(1)
    }),
  )
  test(
    '409 idempotency_in_progress',
    fires(async (rig) => {
      rig.net.next('report', serviceError(409, 'idempotency_in_progress', {}, { 'retry-after': '2' }))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'in_progress')
      rig.clock.advance(1_999)
      expect(rig.stateOf(sheet)).toBe('waiting')
      rig.clock.advance(1)
      await rig.becomes(sheet, 'delivered')
      const [first, again] = rig.net.reports()
      expect(again).toEqual(first)
    }),
  )
  test(
    '400: once more with the smallest body and a new key',
    fires(async (rig) => {
      const sheet = await rig.marked({ pressBrakeId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7fff' })
      await rig.becomes(sheet, 'delivered')
      const [first, second] = rig.net.reports()
      expect(JSON.parse(second?.body ?? '{}')).toEqual({ drawingVersion: sheet.drawingVersion })
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    '400 again: parked; every row so: halted',
    fires(async (rig) => {
      const refusal = serviceError(400, 'invalid_request', { fields: ['quantity'] })
      rig.net.next('report', ...Array.from({ length: 6 }, () => refusal))
      const sheets = [await rig.marked(), await rig.marked(), await rig.marked()]
      for (const sheet of sheets) await rig.becomes(sheet, 'parked')
      expect(rig.drain().queue()).toMatchObject({ state: 'halted', problem: { code: 'unexpected_answer' } })
    }),
  )
  test(
    '422 idempotency_key_reused',
    fires(async (rig) => {
      rig.net.next('report', serviceError(422, 'idempotency_key_reused'))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'parked')
      expect(rig.reasonOf(sheet)).toBe('idempotency_key_reused')
    }),
  )
  test(
    'other 422',
    fires(async (rig) => {
      rig.net.next('report', serviceError(422, 'params_invalid'))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'parked')
      expect(rig.reasonOf(sheet)).toBe('refused')
    }),
  )
  test(
    '428: the missing header added once',
    fires(async (rig) => {
      rig.net.next('report', serviceError(428, 'precondition_required'))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      expect(rig.net.reports().map(({ ifMatch }) => ifMatch)).toEqual([undefined, `"v${sheet.version}"`])
    }),
  )
  test(
    '428 again: halted',
    fires(async (rig) => {
      rig.net.next('report', serviceError(428, 'idempotency_key_required'))
      const sheet = await rig.marked()
      await rig.queueBecomes('halted')
      expect(rig.stateOf(sheet)).toBe('queued')
    }),
  )
  test(
    '401',
    fires(async (rig) => {
      const first = await rig.marked()
      await rig.becomes(first, 'delivered')
      const sheet = await rig.sheet()
      rig.admin.revokeKey('Kant')
      rig.markAndHold(sheet)
      await rig.queueBecomes('blocked_by_key')
      expect([rig.stateOf(sheet), rig.drain().queue().problem?.code]).toEqual(['queued', 'key_refused'])
    }),
  )
  test(
    '403 scope_missing, feature_not_in_plan',
    fires(async (rig) => {
      await rig.becomes(await rig.marked(), 'delivered')
      const sheet = await rig.sheet()
      rig.admin.switchModule('produksjon', false)
      rig.markAndHold(sheet)
      await rig.queueBecomes('blocked_by_plan')
      rig.admin.switchModule('produksjon', true)
      rig.clock.advance(3_600_000)
      await rig.becomes(sheet, 'delivered')
      expect(rig.drain().queue().state).toBe('running')
    }),
  )
  test(
    '405, 413, 415',
    fires(async (rig) => {
      rig.net.next('report', serviceError(415, 'unsupported_file_type'))
      const sheet = await rig.marked()
      await rig.queueBecomes('halted')
      rig.drain().resume()
      await rig.becomes(sheet, 'delivered')
      expect(rig.net.reports()).toHaveLength(2)
    }),
  )
  test(
    '429',
    fires(async (rig) => {
      rig.net.next('report', serviceError(429, 'rate_limited', {}, { 'retry-after': '45' }))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'waiting')
      rig.clock.advance(44_999)
      expect([rig.stateOf(sheet), rig.bentBy(sheet)]).toEqual(['waiting', null])
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.ledger().decisions.detailsOf(rig.markId(sheet))?.attempts).toBe(0)
    }),
  )
  test(
    'another workshop or environment behind the key',
    fires(async (rig) => {
      const sheet = await rig.marked({ fingerprint: 'annet/live' })
      await rig.queueBecomes('halted')
      expect([rig.stateOf(sheet), rig.bentBy(sheet)]).toEqual(['queued', null])
      expect(rig.net.reports()).toEqual([])
    }),
  )
})
