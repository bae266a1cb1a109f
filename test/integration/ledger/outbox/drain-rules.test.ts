// The transition rules that answers and pulls apply, each tested by its name, over real HTTP against the real service.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fires } from './forced-rule.ts'
import { portal, serviceError } from './interposed.ts'
import { untilPasses } from '../../../until-passes.ts'

describe('the operator and the timer', () => {
  test(
    'the hold of 10 s is over',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      expect(rig.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'the operator undoes it within the hold',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.marks().undo(rig.markId(sheet))
      rig.holdOver()
      expect([rig.stateOf(sheet), rig.bentBy(sheet)]).toEqual(['cancelled', null])
    }),
  )
  test(
    'it is sent: committed before the first byte',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      expect(rig.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'the program was killed while sending',
    fires(async (rig) => {
      await rig.becomes(await rig.marked(), 'delivered')
      const sheet = await rig.sheet()
      await rig.cut()
      rig.markAndHold(sheet)
      await rig.queueBecomes('offline')
      await rig.ledger().close()
      const db = new Database(join(rig.folder, 'outbox.db'))
      db.exec(`UPDATE mark SET state = 'sending' WHERE state = 'queued'`)
      db.close()
      await rig.network.restore()
      await rig.reopen()
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.bentBy(sheet)).toBe('KN')
    }),
  )
})

describe('no answer of the service', () => {
  test(
    'name not found, refused, TLS failed, before a byte is sent',
    fires(async (rig) => {
      await rig.becomes(await rig.marked(), 'delivered')
      const sheet = await rig.sheet()
      await rig.cut()
      rig.markAndHold(sheet)
      await rig.queueBecomes('offline')
      await rig.becomes(sheet, 'queued')
      expect(rig.ledger().decisions.detailsOf(rig.markId(sheet))).toMatchObject({ attempts: 0, firstSentAt: null })
    }),
  )
  test(
    'time-out, reset, cut short, 5xx',
    fires(async (rig) => {
      rig.net.next('report', serviceError(503, 'unavailable', {}, { 'retry-after': '7' }))
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'server_error')
      rig.clock.advance(6_999)
      expect([rig.stateOf(sheet), rig.bentBy(sheet)]).toEqual(['unknown', null])
      await rig.becomesInTime(sheet, 'delivered')
    }),
  )
  test(
    'HTML, a redirect, 511, no X-Request-Id, not the schema',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.net.next('report', portal)
      rig.net.next(
        'reading',
        { status: 302, headers: { location: 'http://portal.invalid/' }, body: '' },
        { status: 511, body: '' },
      )
      rig.markAndHold(sheet)
      await rig.queueBecomes('offline')
      expect(rig.reasonOf(sheet)).toBe('not_the_service')
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.lines.filter((line) => line.startsWith('HTML'))).toHaveLength(3)
    }),
  )
  test(
    'one row fails ten times while others pass',
    fires(async (rig) => {
      rig.net.next('report', ...Array.from({ length: 9 }, () => serviceError(500, 'internal_error')))
      const bad = await rig.marked()
      const attempts = (): number | undefined => rig.ledger().decisions.detailsOf(rig.markId(bad))?.attempts
      await untilPasses(() => {
        // while a call is in progress, its time limit would pass
        if (attempts() !== 9 && rig.stateOf(bad) !== 'sending') rig.clock.advance(5_000)
        expect(attempts()).toBe(9)
      })
      const good = await rig.marked()
      await rig.becomes(good, 'delivered')
      rig.net.next('report', serviceError(500, 'internal_error'))
      await rig.becomesInTime(bad, 'parked')
      expect(rig.reasonOf(bad)).toBe('failing')
    }),
  )
  test(
    'unknown, and bent with our marker',
    fires(async (rig) => {
      rig.net.next('report', 'lose the answer')
      const sheet = await rig.marked()
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'unknown, and not bent: same drawing and rework count',
    fires(async (rig) => {
      rig.net.next('report', 'lose the call')
      const sheet = await rig.marked()
      await rig.becomesInTime(sheet, 'delivered')
      const [first, again] = rig.net.reports()
      expect(again).toEqual(first)
    }),
  )
})

describe('the workshop changed its mind', () => {
  test(
    'a rework count above the mark’s, at any time',
    fires(async (rig) => {
      rig.net.next('report', 'lose the answer')
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'no_answer')
      rig.admin.sheets.rework(sheet.id)
      await rig.becomesInTime(sheet, 'conflict')
      expect([rig.reasonOf(sheet), rig.bentBy(sheet)]).toEqual(['reworked', null])
    }),
  )
  test(
    'not approved, or a change is requested, pulled while queued',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      await rig.cut()
      rig.markAndHold(sheet)
      await rig.becomes(sheet, 'queued')
      rig.marks().applyPull({ sheetId: sheet.id, reworkCount: 0, approval: 'awaiting' })
      expect([rig.stateOf(sheet), rig.reasonOf(sheet)]).toEqual(['conflict', 'not_approved'])
    }),
  )
  test(
    '409 sheet_superseded, stale_version',
    fires(async (rig) => {
      rig.net.next('report', serviceError(409, 'stale_version'))
      const sheet = await rig.marked()
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.net.reports()).toHaveLength(2)
    }),
  )
  test(
    'superseded: same drawing, approved, not reworked since',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.redrawAndBack(sheet)
      rig.holdOver()
      await rig.becomes(sheet, 'delivered')
      const [first, second] = rig.net.reports()
      expect(second?.key).not.toBe(first?.key)
      expect(JSON.parse(second?.body ?? '{}')).toMatchObject({ drawingVersion: sheet.drawingVersion + 2 })
    }),
  )
  test(
    'superseded, and not approved now',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.redrawAndBack(sheet)
      rig.admin.sheets.requestApproval(sheet.id)
      rig.holdOver()
      await rig.becomes(sheet, 'conflict')
      expect(rig.reasonOf(sheet)).toBe('not_approved')
    }),
  )
  test(
    'unknown, and anything else',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.redraw(sheet)
      rig.holdOver()
      await rig.becomes(sheet, 'conflict')
      expect([rig.reasonOf(sheet), rig.bentBy(sheet)]).toEqual(['drawing_changed', null])
    }),
  )
  test(
    '409 not_approved',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.admin.sheets.requestApproval(sheet.id)
      rig.holdOver()
      await rig.becomes(sheet, 'conflict')
      expect([rig.reasonOf(sheet), rig.bentBy(sheet)]).toEqual(['not_approved', null])
    }),
  )
  test(
    '404',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      rig.admin.orders.forward(sheet.order.numberDisplay, 'Naboverkstedet')
      rig.holdOver()
      await rig.becomes(sheet, 'conflict')
      expect(rig.reasonOf(sheet)).toBe('gone')
    }),
  )
})
