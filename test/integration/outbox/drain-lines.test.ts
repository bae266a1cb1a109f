// The lines of the mark's table that answers and pulls fire, each by its name, over real HTTP against the real service.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { fires } from './fires.ts'
import { portal, serviceError } from './interposed.ts'

const looked = { timeout: 10_000, interval: 10 }

describe('the operator’s hand and the driver', () => {
  test(
    'the hold of 10 s is over',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      expect(at.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'undone while held',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.marks().undo(at.markId(sheet))
      at.holdOver()
      expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['cancelled', null])
    }),
  )
  test(
    'its turn came: committed before the first byte leaves',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      expect(at.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'killed while sending',
    fires(async (at) => {
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
    }),
  )
})

describe('no answer of the service', () => {
  test(
    'name not found, refused, TLS failed, before a byte left',
    fires(async (at) => {
      await at.becomes(await at.marked(), 'delivered')
      const sheet = await at.sheet()
      await at.cut()
      at.markAndHold(sheet)
      await at.queueBecomes('offline')
      await at.becomes(sheet, 'queued')
      expect(at.outbox().decisions.detailsOf(at.markId(sheet))).toMatchObject({ attempts: 0, firstSentAt: null })
    }),
  )
  test(
    'time-out, reset, killed while sending, 5xx',
    fires(async (at) => {
      at.net.next('report', serviceError(503, 'unavailable', {}, { 'retry-after': '7' }))
      const sheet = await at.marked()
      await at.becomes(sheet, 'server_error')
      at.clock.advance(6_999)
      expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['unknown', null])
      await at.becomesInTime(sheet, 'delivered')
    }),
  )
  test(
    'HTML, a redirect, 511, no request id, not the schema',
    fires(async (at) => {
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
    }),
  )
  test(
    'one row failing ten times while others pass',
    fires(async (at) => {
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
    }),
  )
  test(
    'unknown and bent with our marker',
    fires(async (at) => {
      at.net.next('report', 'lose the answer')
      const sheet = await at.marked()
      await at.becomesInTime(sheet, 'delivered')
      expect(at.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'unknown and not bent, same drawing and rework count',
    fires(async (at) => {
      at.net.next('report', 'lose the call')
      const sheet = await at.marked()
      await at.becomesInTime(sheet, 'delivered')
      const [first, again] = at.net.reports()
      expect(again).toEqual(first)
    }),
  )
})

describe('the workshop changed its mind', () => {
  test(
    'a rework count above the mark’s, at any time',
    fires(async (at) => {
      at.net.next('report', 'lose the answer')
      const sheet = await at.marked()
      await at.becomes(sheet, 'no_answer')
      at.desk.sheets.rework(sheet.id)
      await at.becomesInTime(sheet, 'conflict')
      expect([at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['reworked', null])
    }),
  )
  test(
    'not approved or change requested pulled while queued',
    fires(async (at) => {
      const sheet = await at.sheet()
      await at.cut()
      at.markAndHold(sheet)
      await at.becomes(sheet, 'queued')
      at.marks().notice({ sheetId: sheet.id, reworkCount: 0, approval: 'awaiting' })
      expect([at.stateOf(sheet), at.reasonOf(sheet)]).toEqual(['conflict', 'not_approved'])
    }),
  )
  test(
    '409 sheet_superseded, stale_version',
    fires(async (at) => {
      at.net.next('report', serviceError(409, 'stale_version'))
      const sheet = await at.marked()
      await at.becomesInTime(sheet, 'delivered')
      expect(at.net.reports()).toHaveLength(2)
    }),
  )
  test(
    'superseded but the same drawing, approved, not reworked since',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.redrawAndBack(sheet)
      at.holdOver()
      await at.becomes(sheet, 'delivered')
      const [first, second] = at.net.reports()
      expect(second?.key).not.toBe(first?.key)
      expect(JSON.parse(second?.body ?? '{}')).toMatchObject({ drawingVersion: sheet.drawingVersion + 2 })
    }),
  )
  test(
    'superseded and not approved now',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.redrawAndBack(sheet)
      at.desk.sheets.askApproval(sheet.id)
      at.holdOver()
      await at.becomes(sheet, 'conflict')
      expect(at.reasonOf(sheet)).toBe('not_approved')
    }),
  )
  test(
    'unknown and anything else',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.redraw(sheet)
      at.holdOver()
      await at.becomes(sheet, 'conflict')
      expect([at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['drawing_changed', null])
    }),
  )
  test(
    '409 not_approved',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.desk.sheets.askApproval(sheet.id)
      at.holdOver()
      await at.becomes(sheet, 'conflict')
      expect([at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['not_approved', null])
    }),
  )
  test(
    '404',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      at.desk.orders.forward(sheet.order.numberDisplay, 'Naboverkstedet')
      at.holdOver()
      await at.becomes(sheet, 'conflict')
      expect(at.reasonOf(sheet)).toBe('gone')
    }),
  )
})
