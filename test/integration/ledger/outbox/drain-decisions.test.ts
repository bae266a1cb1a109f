// The transition rules that people, a wrong drawing and a restored service apply, each tested by its name, over real HTTP against the
// real service; and the details on which a person decides.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fires, scene, type Scene } from './forced-rule.ts'
import { serviceError } from './interposed.ts'
import type { Sheet } from '../../../../src-main/ledger/index.ts'

const parkedOn = async (rig: Scene, status: number, code: string): Promise<Sheet> => {
  rig.net.next('report', serviceError(status, code))
  const sheet = await rig.marked()
  await rig.becomes(sheet, 'parked')
  return sheet
}
const offline = async (rig: Scene): Promise<Sheet> => {
  await rig.becomes(await rig.marked(), 'delivered')
  const sheet = await rig.sheet()
  await rig.cut()
  rig.markAndHold(sheet)
  await rig.queueBecomes('offline')
  await rig.becomes(sheet, 'queued')
  return sheet
}
const changedConflict = async (rig: Scene): Promise<Sheet> => {
  const sheet = await rig.sheet()
  rig.mark(sheet)
  rig.redraw(sheet)
  rig.holdOver()
  await rig.becomes(sheet, 'conflict')
  return sheet
}
const report = (rig: Scene, sheet: Sheet) =>
  rig.ledger().counting.reportDeviation({ sheet, pressBrakeId: null, operatorId: null, reason: 'side', text: null })

describe('a wrong drawing', () => {
  test(
    'the drawing is reported wrong: nothing is sent',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      expect(report(rig, sheet)).toMatchObject({ ok: true })
      rig.clock.advance(3_600_000)
      expect([rig.stateOf(sheet), rig.reasonOf(sheet), rig.bentBy(sheet)]).toEqual(['conflict', 'drawing_wrong', null])
      expect(rig.net.reports()).toEqual([])
    }),
  )
  test(
    'the drawing is released as right',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      report(rig, sheet)
      const [deviation] = rig.ledger().deviations.open()
      rig.ledger().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'Formann', why: 'measured again' })
      await rig.becomesInTime(sheet, 'delivered')
      expect(rig.bentBy(sheet)).toBe('KN')
    }),
  )
  test(
    'a new drawing replaces the wrong one',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      rig.mark(sheet)
      report(rig, sheet)
      rig.redraw(sheet)
      const { approval, reworkCount } = await rig.reread(sheet)
      const pulled = { sheetId: sheet.id, reworkCount, approval: approval.state }
      rig.marks().applyPull({ ...pulled, drawingHash: () => 'of the new one' })
      expect([rig.stateOf(sheet), rig.reasonOf(sheet)]).toEqual(['conflict', 'drawing_changed'])
      expect(rig.ledger().deviations.open()).toEqual([])
    }),
  )
})

describe('while a drawing is reported wrong', () => {
  let rig: Scene
  beforeEach(async () => {
    rig = await scene()
  })
  afterEach(() => rig.close())

  test('a mark whose answer was lost is verified, and not sent again', async () => {
    rig.net.next('report', 'lose the call')
    const sheet = await rig.marked()
    await rig.becomes(sheet, 'no_answer')
    report(rig, sheet)
    expect(rig.stateOf(sheet)).toBe('unknown')
    await rig.becomesInTime(sheet, 'conflict')
    expect([rig.reasonOf(sheet), rig.bentBy(sheet), rig.net.reports().length]).toEqual(['drawing_wrong', null, 1])
  })
  test('a mark that a program did not stop before it ended is stopped at the next start', async () => {
    const sheet = await rig.sheet()
    rig.mark(sheet)
    await rig.ledger().close()
    const db = new Database(join(rig.folder, 'outbox.db'))
    db.exec(`INSERT INTO deviation (id, sheet_id, sheet_version, reason, state, reported_at)
      VALUES ('cut short', '${sheet.id}', 1, 'side', 'open', 0)`)
    db.close()
    await rig.reopen()
    expect([rig.stateOf(sheet), rig.reasonOf(sheet)]).toEqual(['conflict', 'drawing_wrong'])
  })
  test('a person cannot send it all the same', async () => {
    const sheet = await rig.sheet()
    rig.mark(sheet)
    report(rig, sheet)
    expect(rig.decide(sheet, { kind: 'send_all_the_same', sheet })).toEqual({
      ok: false,
      error: { code: 'drawing_wrong' },
    })
  })
})

describe('a service restored from a copy', () => {
  test(
    'the service was restored: a delivered mark is verified',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      await rig.marks().verifyAfterRestore()
      expect([rig.stateOf(sheet), rig.reasonOf(sheet)]).toEqual(['unknown', 'service_restored'])
      await rig.becomes(sheet, 'delivered')
      expect(rig.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'a delivered mark is missing in the restored service',
    fires(async (rig) => {
      const before = await rig.sheet()
      rig.markAndHold(before)
      await rig.becomes(before, 'delivered')
      const headers = { 'content-type': 'application/json', 'x-request-id': 'req_copy' }
      rig.net.next('reading', { status: 200, headers, body: JSON.stringify(before) })
      await rig.marks().verifyAfterRestore()
      await rig.becomes(before, 'conflict')
      expect(rig.reasonOf(before)).toBe('service_restored')
      expect(rig.net.reports()).toHaveLength(1)
      expect(rig.decide(before, { kind: 'send_all_the_same', sheet: before })).toMatchObject({ ok: true })
      await rig.becomes(before, 'delivered')
      const [first, second] = rig.net.reports()
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    'the service was restored: an undelivered mark is verified first',
    fires(async (rig) => {
      const [same, another] = [await rig.sheet(), await rig.sheet()]
      rig.mark(same)
      rig.mark(another)
      await rig.marks().verifyAfterRestore()
      rig.admin.sheets.change(another.id, {
        pieces: [
          { pieceNo: 1, quantity: 99, lengthMm: 1_000, endLengthMm: null, hand: 'none', outline: null, cutouts: null },
        ],
      })
      rig.holdOver()
      await rig.becomes(same, 'delivered')
      await rig.becomes(another, 'conflict')
      expect(rig.reasonOf(another)).toBe('drawing_changed')
      expect(rig.net.reports()).toHaveLength(1)
    }),
  )
  test(
    'a delivered mark that is verified after a restore was reworked since',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      rig.admin.sheets.rework(sheet.id)
      await rig.marks().verifyAfterRestore()
      await rig.becomes(sheet, 'delivered')
      expect(rig.marks().summary().needsPerson).toBe(0)
    }),
  )
})

describe('a person decides', () => {
  test(
    'a person sends it all the same',
    fires(async (rig) => {
      const sheet = await changedConflict(rig)
      const details = rig.ledger().decisions.detailsOf(rig.markId(sheet))
      expect(details).toMatchObject({
        markedSheet: { drawingVersion: sheet.drawingVersion, id: sheet.id },
        possibleDecisions: expect.arrayContaining(['dismiss']),
      })
      const now = await rig.reread(sheet)
      expect(
        rig.decide(sheet, { kind: 'send_all_the_same', sheet: now, why: 'the change is elsewhere' }),
      ).toMatchObject({
        ok: true,
      })
      await rig.becomes(sheet, 'delivered')
      expect(rig.ledger().decisions.detailsOf(rig.markId(sheet))?.decisions).toMatchObject([
        { kind: 'send_all_the_same', why: 'the change is elsewhere', by: 'Formann', fromReason: 'drawing_changed' },
      ])
    }),
  )
  test(
    'a person tries a parked mark again: verified first',
    fires(async (rig) => {
      const sheet = await parkedOn(rig, 422, 'params_invalid')
      rig.decide(sheet, { kind: 'try_again' })
      await rig.becomes(sheet, 'delivered')
      expect(rig.lines.indexOf('unknown, and not bent: same drawing and rework count')).toBeGreaterThan(0)
      const [first, second] = rig.net.reports()
      expect(second?.key).not.toBe(first?.key)
    }),
  )
  test(
    'a person parks it',
    fires(async (rig) => {
      const sheet = await offline(rig)
      rig.decide(sheet, { kind: 'park', why: 'the office asked for it' })
      await rig.network.restore()
      rig.drain().retryOffline()
      await rig.becomes(await rig.marked(), 'delivered')
      expect([rig.stateOf(sheet), rig.bentBy(sheet)]).toEqual(['parked', null])
      rig.decide(sheet, { kind: 'try_again' })
      await rig.becomesInTime(sheet, 'delivered')
    }),
  )
  test(
    'a person has seen that it is bent elsewhere',
    fires(async (rig) => {
      const sheet = await rig.sheet()
      await rig.client.reportBent({ sheetId: sheet.id, body: JSON.stringify({ by: 'OT' }) })
      rig.markAndHold(sheet)
      await rig.becomes(sheet, 'bent_elsewhere')
      expect(rig.decide(sheet, { kind: 'seen' })).toMatchObject({ ok: true })
      expect(rig.decide(sheet, { kind: 'seen' })).toMatchObject({ ok: false })
      expect(rig.marks().summary().needsPerson).toBe(0)
      expect(rig.marks().mustStayListed(sheet.id)).toBe(false)
    }),
  )
  test(
    'a person has it bent again',
    fires(async (rig) => {
      const sheet = await changedConflict(rig)
      rig.decide(sheet, { kind: 'bend_anew' })
      const now = await rig.reread(sheet)
      expect(rig.mark(now)).toMatchObject({ ok: true })
      rig.holdOver()
      await rig.becomes(sheet, 'delivered')
      expect(rig.admin.sheets.find(sheet.id).bent?.quantity).toBe(now.quantity)
    }),
  )
  test(
    'a person dismisses it with a reason',
    fires(async (rig) => {
      const sheet = await parkedOn(rig, 422, 'params_invalid')
      expect(rig.decide(sheet, { kind: 'dismiss', why: ' ' })).toEqual({ ok: false, error: { code: 'reason_missing' } })
      expect(rig.decide(sheet, { kind: 'dismiss', why: 'made twice' })).toMatchObject({
        ok: true,
        value: { state: 'cancelled' },
      })
      expect(rig.mark(sheet)).toMatchObject({ ok: true })
    }),
  )
  test(
    'a person reports a delivered mark as wrong',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      rig.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      await rig.reopen()
      expect([rig.stateOf(sheet), rig.marks().summary().needsPerson]).toEqual(['rework_wanted', 1])
    }),
  )
  test(
    'the wanted rework event arrives',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      rig.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      const { reworkCount, approval } = rig.admin.sheets.rework(sheet.id)
      rig.marks().applyPull({ sheetId: sheet.id, reworkCount, approval: approval.state })
      expect(rig.marks().summary().needsPerson).toBe(0)
      expect(rig.mark(await rig.reread(sheet))).toMatchObject({ ok: true })
    }),
  )
  test(
    'a person withdraws the report of a wrong mark',
    fires(async (rig) => {
      const sheet = await rig.marked()
      await rig.becomes(sheet, 'delivered')
      rig.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })
      rig.decide(sheet, { kind: 'dismiss', why: 'it was right' })
      expect([rig.stateOf(sheet), rig.marks().summary().needsPerson]).toEqual(['delivered', 0])
    }),
  )
  test(
    'a person reports a mark as wrong before a byte is sent',
    fires(async (rig) => {
      const sheet = await offline(rig)
      expect(rig.decide(sheet, { kind: 'call_back', why: 'the wrong sheet' })).toMatchObject({ ok: true })
      await rig.network.restore()
      rig.drain().retryOffline()
      await rig.becomes(await rig.marked(), 'delivered')
      expect([rig.stateOf(sheet) ?? null, rig.bentBy(sheet)]).toEqual([null, null])
    }),
  )
})
