// The lines of the mark's table that people, a wrong drawing and a restored service fire, each by its name, over real HTTP against
// the real service; and what a person is shown to decide by.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fires, scene, type Scene } from './fires.ts'
import { serviceError } from './interposed.ts'
import type { Sheet } from '../../../src-main/outbox/index.ts'

const parkedOn = async (at: Scene, status: number, code: string): Promise<Sheet> => {
  at.net.next('report', serviceError(status, code))
  const sheet = await at.marked()
  await at.becomes(sheet, 'parked')
  return sheet
}
const offline = async (at: Scene): Promise<Sheet> => {
  await at.becomes(await at.marked(), 'delivered')
  const sheet = await at.sheet()
  await at.cut()
  at.markAndHold(sheet)
  await at.queueBecomes('offline')
  await at.becomes(sheet, 'queued')
  return sheet
}
const changedConflict = async (at: Scene): Promise<Sheet> => {
  const sheet = await at.sheet()
  at.mark(sheet)
  at.redraw(sheet)
  at.holdOver()
  await at.becomes(sheet, 'conflict')
  return sheet
}
const report = (at: Scene, sheet: Sheet) =>
  at.outbox().counting.reportDeviation({ sheet, pressBrakeId: null, operatorId: null, reason: 'side', text: null })

describe('a wrong drawing', () => {
  test(
    'the drawing is reported wrong: nothing is sent',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      expect(report(at, sheet)).toMatchObject({ ok: true })
      at.clock.advance(3_600_000)
      expect([at.stateOf(sheet), at.reasonOf(sheet), at.bentBy(sheet)]).toEqual(['conflict', 'drawing_wrong', null])
      expect(at.net.reports()).toEqual([])
    }),
  )
  test(
    'the drawing was right after all',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      report(at, sheet)
      const [deviation] = at.outbox().deviations.open()
      at.outbox().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'Formann', why: 'measured anew' })
      await at.becomesInTime(sheet, 'delivered')
      expect(at.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'a new drawing came for the wrong one',
    fires(async (at) => {
      const sheet = await at.sheet()
      at.mark(sheet)
      report(at, sheet)
      at.redraw(sheet)
      const { approval, reworkCount } = await at.reread(sheet)
      const pulled = { sheetId: sheet.id, reworkCount, approval: approval.state }
      at.marks().notice({ ...pulled, drawingHash: () => 'of the new one' })
      expect([at.stateOf(sheet), at.reasonOf(sheet)]).toEqual(['conflict', 'drawing_changed'])
      expect(at.outbox().deviations.open()).toEqual([])
    }),
  )
})

describe('while a drawing is reported wrong', () => {
  let at: Scene
  beforeEach(async () => {
    at = await scene()
  })
  afterEach(() => at.close())

  test('a mark whose answer was lost is looked up, and not sent again', async () => {
    at.net.next('report', 'lose the call')
    const sheet = await at.marked()
    await at.becomes(sheet, 'no_answer')
    report(at, sheet)
    expect(at.stateOf(sheet)).toBe('unknown')
    await at.becomesInTime(sheet, 'conflict')
    expect([at.reasonOf(sheet), at.bentBy(sheet), at.net.reports().length]).toEqual(['drawing_wrong', null, 1])
  })
  test('a program that ended before it stopped the mark stops it at its next start', async () => {
    const sheet = await at.sheet()
    at.mark(sheet)
    await at.outbox().close()
    const db = new Database(join(at.folder, 'outbox.db'))
    db.exec(`INSERT INTO deviation (id, sheet_id, sheet_version, reason, state, reported_at)
      VALUES ('cut short', '${sheet.id}', 1, 'side', 'open', 0)`)
    db.close()
    await at.reopen()
    expect([at.stateOf(sheet), at.reasonOf(sheet)]).toEqual(['conflict', 'drawing_wrong'])
  })
  test('a person cannot send it all the same', async () => {
    const sheet = await at.sheet()
    at.mark(sheet)
    report(at, sheet)
    expect(at.decide(sheet, { kind: 'send_all_the_same', sheet })).toEqual({ ok: false, code: 'drawing_wrong' })
  })
})

describe('a service restored from a copy', () => {
  test(
    'the service was restored: what it had taken is looked up again',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      await at.marks().serviceRestored()
      expect([at.stateOf(sheet), at.reasonOf(sheet)]).toEqual(['unknown', 'service_restored'])
      await at.becomes(sheet, 'delivered')
      expect(at.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'a delivered mark that the restored service does not have',
    fires(async (at) => {
      const before = await at.sheet()
      at.markAndHold(before)
      await at.becomes(before, 'delivered')
      const headers = { 'content-type': 'application/json', 'x-request-id': 'req_copy' }
      at.net.next('reading', { status: 200, headers, body: JSON.stringify(before) })
      await at.marks().serviceRestored()
      await at.becomes(before, 'conflict')
      expect(at.reasonOf(before)).toBe('service_restored')
      expect(at.net.reports()).toHaveLength(1)
      expect(at.decide(before, { kind: 'send_all_the_same', sheet: before })).toMatchObject({ ok: true })
      await at.becomes(before, 'delivered')
      const [first, second] = at.net.reports()
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    'the service was restored: a mark still to be sent is verified first',
    fires(async (at) => {
      const [same, another] = [await at.sheet(), await at.sheet()]
      at.mark(same)
      at.mark(another)
      await at.marks().serviceRestored()
      at.desk.sheets.change(another.id, {
        pieces: [
          { pieceNo: 1, quantity: 99, lengthMm: 1_000, endLengthMm: null, hand: 'none', outline: null, cutouts: null },
        ],
      })
      at.holdOver()
      await at.becomes(same, 'delivered')
      await at.becomes(another, 'conflict')
      expect(at.reasonOf(another)).toBe('drawing_changed')
      expect(at.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'a delivered mark that is looked up again was reworked since',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      at.desk.sheets.rework(sheet.id)
      await at.marks().serviceRestored()
      await at.becomes(sheet, 'delivered')
      expect(at.marks().summary().needsPerson).toBe(0)
    }),
  )
})

describe('a person decides', () => {
  test(
    'a person sends all the same',
    fires(async (at) => {
      const sheet = await changedConflict(at)
      const details = at.outbox().decisions.detailsOf(at.markId(sheet))
      expect(details).toMatchObject({
        bent: { drawingVersion: sheet.drawingVersion, id: sheet.id },
        may: expect.arrayContaining(['dismiss']),
      })
      const now = await at.reread(sheet)
      expect(at.decide(sheet, { kind: 'send_all_the_same', sheet: now, why: 'the change is elsewhere' })).toMatchObject(
        {
          ok: true,
        },
      )
      await at.becomes(sheet, 'delivered')
      expect(at.outbox().decisions.detailsOf(at.markId(sheet))?.decided).toMatchObject([
        { kind: 'send_all_the_same', why: 'the change is elsewhere', by: 'Formann', fromReason: 'drawing_changed' },
      ])
    }),
  )
  test(
    'a person tries a parked mark again: verified first',
    fires(async (at) => {
      const sheet = await parkedOn(at, 422, 'params_invalid')
      at.decide(sheet, { kind: 'try_again' })
      await at.becomes(sheet, 'delivered')
      expect(at.lines.indexOf('unknown and not bent, same drawing and rework count')).toBeGreaterThan(0)
      const [first, second] = at.net.reports()
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    'a person parks it',
    fires(async (at) => {
      const sheet = await offline(at)
      at.decide(sheet, { kind: 'park', why: 'the office asked for it' })
      await at.network.restore()
      at.drain().kick()
      await at.becomes(await at.marked(), 'delivered')
      expect([at.stateOf(sheet), at.bentBy(sheet)]).toEqual(['parked', null])
      at.decide(sheet, { kind: 'try_again' })
      await at.becomesInTime(sheet, 'delivered')
    }),
  )
  test(
    'a person has seen that it was bent elsewhere',
    fires(async (at) => {
      const sheet = await at.sheet()
      await at.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
      at.markAndHold(sheet)
      await at.becomes(sheet, 'bent_elsewhere')
      expect(at.decide(sheet, { kind: 'seen' })).toMatchObject({ ok: true })
      expect(at.decide(sheet, { kind: 'seen' })).toMatchObject({ ok: false })
      expect(at.marks().summary().needsPerson).toBe(0)
      expect(at.marks().keeps(sheet.id)).toBe(false)
    }),
  )
  test(
    'a person has it bent anew',
    fires(async (at) => {
      const sheet = await changedConflict(at)
      at.decide(sheet, { kind: 'bend_anew' })
      const now = await at.reread(sheet)
      expect(at.mark(now)).toMatchObject({ ok: true })
      at.holdOver()
      await at.becomes(sheet, 'delivered')
      expect(at.desk.sheets.find(sheet.id).bent?.quantity).toBe(now.quantity)
    }),
  )
  test(
    'a person dismisses it with a reason',
    fires(async (at) => {
      const sheet = await parkedOn(at, 422, 'params_invalid')
      expect(at.decide(sheet, { kind: 'dismiss', why: ' ' })).toEqual({ ok: false, code: 'reason_missing' })
      expect(at.decide(sheet, { kind: 'dismiss', why: 'made twice' })).toMatchObject({
        ok: true,
        mark: { state: 'cancelled' },
      })
      expect(at.mark(sheet)).toMatchObject({ ok: true })
    }),
  )
  test(
    'a mark that proved wrong after the hold',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      at.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      await at.reopen()
      expect([at.stateOf(sheet), at.marks().summary().needsPerson]).toEqual(['rework_wanted', 1])
    }),
  )
  test(
    'the rework that was wanted has come',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      at.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      const { reworkCount, approval } = at.desk.sheets.rework(sheet.id)
      at.marks().notice({ sheetId: sheet.id, reworkCount, approval: approval.state })
      expect(at.marks().summary().needsPerson).toBe(0)
      expect(at.mark(await at.reread(sheet))).toMatchObject({ ok: true })
    }),
  )
  test(
    'a person takes back that a mark was wrong',
    fires(async (at) => {
      const sheet = await at.marked()
      await at.becomes(sheet, 'delivered')
      at.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      at.decide(sheet, { kind: 'dismiss', why: 'it was right' })
      expect([at.stateOf(sheet), at.marks().summary().needsPerson]).toEqual(['delivered', 0])
    }),
  )
  test(
    'a mark that proved wrong before a byte of it had left',
    fires(async (at) => {
      const sheet = await offline(at)
      expect(at.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })).toMatchObject({ ok: true })
      await at.network.restore()
      at.drain().kick()
      await at.becomes(await at.marked(), 'delivered')
      expect([at.stateOf(sheet) ?? null, at.bentBy(sheet)]).toEqual([null, null])
    }),
  )
})
