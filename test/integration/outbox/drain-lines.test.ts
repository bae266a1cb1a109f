// The lines of the mark's table that answers and pulls fire, each by its name, over real HTTP against the real service.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { fires } from './fires.ts'
import { portal, serviceError } from './interposed.ts'

const looked = { timeout: 10_000, interval: 10 }

describe('the operator’s hand and the driver', () => {
  fires('the hold of 10 s is over', async (at) => {
    await at.becomes(await at.marked(), 'delivered')
  })
  fires('undone while held', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.marks().undo(at.markId(sheet))
    at.holdOver()
    expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['cancelled', null])
  })
  fires('its turn came: committed before the first byte leaves', async (at) => {
    await at.becomes(await at.marked(), 'delivered')
  })
  fires('killed while sending', async (at) => {
    await at.becomes(await at.marked(), 'delivered')
    const sheet = await at.sheet()
    await at.cut()
    at.markAndHold(sheet)
    await at.queueBecomes('offline')
    await at.outbox().close()
    const db = new Database(join(at.folder, 'outbox.db'))
    db.exec(`UPDATE mark SET state = 'sending' WHERE state = 'queued'`)
    db.close()
    await at.network.restore()
    await at.reopen()
    await at.becomesInTime(sheet, 'delivered')
    expect(at.bentBy(sheet)).toBe('KN')
  })
})

describe('no answer of the service', () => {
  fires('name not found, refused, TLS failed, before a byte left', async (at) => {
    await at.becomes(await at.marked(), 'delivered')
    const sheet = await at.sheet()
    await at.cut()
    at.markAndHold(sheet)
    await at.queueBecomes('offline')
    await at.becomes(sheet, 'queued')
    expect(at.outbox().decisions.detailsOf(at.markId(sheet))).toMatchObject({ attempts: 0, firstSentAt: null })
  })
  fires('time-out, reset, killed while sending, 5xx', async (at) => {
    at.net.next('report', serviceError(503, 'unavailable', {}, { 'retry-after': '7' }))
    const sheet = await at.marked()
    await at.becomes(sheet, 'server_error')
    at.clock.advance(6_999)
    expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['unknown', null])
    await at.becomesInTime(sheet, 'delivered')
  })
  fires('HTML, a redirect, 511, no request id, not the schema', async (at) => {
    const sheet = await at.sheet()
    at.net.next('report', portal)
    at.net.next(
      'reading',
      { status: 302, headers: { location: 'http://portal.invalid/' }, body: '' },
      { status: 511, body: '' },
    )
    at.markAndHold(sheet)
    await at.queueBecomes('offline')
    expect(at.reasonOf(sheet)).toBe('not_the_service')
    await at.becomesInTime(sheet, 'delivered')
    expect(at.lines.filter((line) => line.startsWith('HTML'))).toHaveLength(3)
  })
  fires('one row failing ten times while others pass', async (at) => {
    at.net.next('report', ...Array.from({ length: 9 }, () => serviceError(500, 'internal_error')))
    const bad = await at.marked()
    const attempts = (): number | undefined => at.outbox().decisions.detailsOf(at.markId(bad))?.attempts
    await vi.waitFor(() => {
      if (attempts() !== 9) at.clock.advance(5_000)
      expect(attempts()).toBe(9)
    }, looked)
    const good = await at.marked()
    await at.becomes(good, 'delivered')
    at.net.next('report', serviceError(500, 'internal_error'))
    await at.becomesInTime(bad, 'parked')
    expect(at.reasonOf(bad)).toBe('failing')
  })
  fires('unknown and bent with our marker', async (at) => {
    at.net.next('report', 'lose the answer')
    const sheet = await at.marked()
    await at.becomesInTime(sheet, 'delivered')
    expect(at.net.reports()).toHaveLength(1)
  })
  fires('unknown and not bent, same drawing and rework count', async (at) => {
    at.net.next('report', 'lose the call')
    const sheet = await at.marked()
    await at.becomesInTime(sheet, 'delivered')
    const [first, again] = at.net.reports()
    expect(again).toEqual(first)
  })
})

describe('the workshop changed its mind', () => {
  fires('a rework count above the mark’s, at any time', async (at) => {
    at.net.next('report', 'lose the answer')
    const sheet = await at.marked()
    await at.becomes(sheet, 'no_answer')
    at.desk.sheets.rework(sheet.id)
    await at.becomesInTime(sheet, 'conflict')
    expect([at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['reworked', null])
  })
  fires('not approved or change requested pulled while queued', async (at) => {
    const sheet = await at.sheet()
    await at.cut()
    at.markAndHold(sheet)
    await at.becomes(sheet, 'queued')
    at.marks().notice({ sheetId: sheet.id, reworkCount: 0, approval: 'awaiting' })
    expect([at.stateOf(sheet), at.reasonOf(sheet)]).toEqual(['conflict', 'not_approved'])
  })
  fires('409 sheet_superseded, stale_version', async (at) => {
    at.net.next('report', serviceError(409, 'stale_version'))
    await at.becomesInTime(await at.marked(), 'delivered')
  })
  fires('superseded but the same drawing, approved, not reworked since', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.redrawAndBack(sheet)
    at.holdOver()
    await at.becomes(sheet, 'delivered')
    const [first, second] = at.net.reports()
    expect(second?.key).not.toBe(first?.key)
    expect(JSON.parse(second?.body ?? '{}')).toMatchObject({ drawingVersion: sheet.drawingVersion + 2 })
  })
  fires('superseded and not approved now', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.redrawAndBack(sheet)
    at.desk.sheets.askApproval(sheet.id)
    at.holdOver()
    await at.becomes(sheet, 'conflict')
    expect(at.reasonOf(sheet)).toBe('not_approved')
  })
  fires('unknown and anything else', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.redraw(sheet)
    at.holdOver()
    await at.becomes(sheet, 'conflict')
    expect([at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['drawing_changed', null])
  })
  fires('409 not_approved', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.desk.sheets.askApproval(sheet.id)
    at.holdOver()
    await at.becomes(sheet, 'conflict')
  })
  fires('404', async (at) => {
    const sheet = await at.sheet()
    at.mark(sheet)
    at.desk.orders.forward(sheet.order.numberDisplay, 'Naboverkstedet')
    at.holdOver()
    await at.becomes(sheet, 'conflict')
    expect(at.reasonOf(sheet)).toBe('gone')
  })
})

describe('the service answers', () => {
  fires('2xx with the sheet and our marker', async (at) => {
    const sheet = await at.marked()
    await at.becomes(sheet, 'delivered')
    expect(at.bentBy(sheet)).toBe('KN')
  })
  fires('2xx, but the marker is another’s', async (at) => {
    const sheet = await at.sheet()
    await at.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
    at.mark(sheet)
    at.holdOver()
    await at.becomes(sheet, 'bent_elsewhere')
    expect(at.marks().summary().needsPerson).toBe(1)
  })
  fires('409 idempotency_in_progress', async (at) => {
    at.net.next('report', serviceError(409, 'idempotency_in_progress', {}, { 'retry-after': '2' }))
    const sheet = await at.marked()
    await at.becomes(sheet, 'in_progress')
    at.clock.advance(1_999)
    expect(at.stateOf(sheet)).toBe('waiting')
    at.clock.advance(1)
    await at.becomes(sheet, 'delivered')
    const [first, again] = at.net.reports()
    expect(again).toEqual(first)
  })
  fires('400: once more with the smallest body and a new key', async (at) => {
    const sheet = await at.marked({ pressBrakeId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7fff' })
    await at.becomes(sheet, 'delivered')
    const [first, second] = at.net.reports()
    expect(JSON.parse(second?.body ?? '{}')).toEqual({ drawingVersion: sheet.drawingVersion })
    expect(second?.key).not.toBe(first?.key)
  })
  fires('400 again: parked; every row so: halted', async (at) => {
    const refusal = serviceError(400, 'invalid_request', { fields: ['quantity'] })
    at.net.next('report', ...Array.from({ length: 6 }, () => refusal))
    const sheets = [await at.marked(), await at.marked(), await at.marked()]
    for (const sheet of sheets) await at.becomes(sheet, 'parked')
    expect(at.drain().queue()).toMatchObject({ state: 'halted', problem: { code: 'unexpected_answer' } })
  })
  fires('422 idempotency_key_reused', async (at) => {
    at.net.next('report', serviceError(422, 'idempotency_key_reused'))
    const sheet = await at.marked()
    await at.becomes(sheet, 'parked')
    expect(at.reasonOf(sheet)).toBe('idempotency_key_reused')
  })
  fires('other 422', async (at) => {
    at.net.next('report', serviceError(422, 'params_invalid'))
    const sheet = await at.marked()
    await at.becomes(sheet, 'parked')
    expect(at.reasonOf(sheet)).toBe('refused')
  })
  fires('428: the missing header added once', async (at) => {
    at.net.next('report', serviceError(428, 'precondition_required'))
    const sheet = await at.marked()
    await at.becomes(sheet, 'delivered')
    expect(at.net.reports().map(({ ifMatch }) => ifMatch)).toEqual([undefined, `"v${sheet.version}"`])
  })
  fires('428 again: halted', async (at) => {
    at.net.next('report', serviceError(428, 'idempotency_key_required'))
    const sheet = await at.marked()
    await at.queueBecomes('halted')
    expect(at.stateOf(sheet)).toBe('queued')
  })
  fires('401', async (at) => {
    const first = await at.marked()
    await at.becomes(first, 'delivered')
    const sheet = await at.sheet()
    at.desk.revokeKey('Kant')
    at.markAndHold(sheet)
    await at.queueBecomes('blocked_by_key')
    expect([at.stateOf(sheet), at.drain().queue().problem?.code]).toEqual(['queued', 'key_refused'])
  })
  fires('403 scope_missing, feature_not_in_plan', async (at) => {
    await at.becomes(await at.marked(), 'delivered')
    const sheet = await at.sheet()
    at.desk.switchModule('produksjon', false)
    at.markAndHold(sheet)
    await at.queueBecomes('blocked_by_plan')
    at.desk.switchModule('produksjon', true)
    at.clock.advance(3_600_000)
    await at.becomes(sheet, 'delivered')
  })
  fires('405, 413, 415', async (at) => {
    at.net.next('report', serviceError(415, 'unsupported_file_type'))
    const sheet = await at.marked()
    await at.queueBecomes('halted')
    at.drain().resume()
    await at.becomes(sheet, 'delivered')
  })
  fires('429', async (at) => {
    at.net.next('report', serviceError(429, 'rate_limited', {}, { 'retry-after': '45' }))
    const sheet = await at.marked()
    await at.becomes(sheet, 'waiting')
    at.clock.advance(44_999)
    expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['waiting', null])
    await at.becomesInTime(sheet, 'delivered')
    expect(at.outbox().decisions.detailsOf(at.markId(sheet))?.attempts).toBe(0)
  })
  fires('another workshop or environment behind the key', async (at) => {
    const sheet = await at.marked({ fingerprint: 'annet/live' })
    await at.queueBecomes('halted')
    expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['queued', null])
    expect(at.net.reports()).toEqual([])
  })
})
