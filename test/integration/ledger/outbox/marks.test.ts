// Marks in a real file: what is accepted, what is refused, and what the file itself forbids.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type NewMark, type Ledger, type Sheet } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let ledger: Ledger
let clock: ReturnType<typeof manualClock>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-marks-'))
  clock = manualClock()
  ledger = openLedger({ folder, clock })
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const marking = (sheet: Sheet, more: Partial<NewMark> = {}): NewMark => ({
  sheet,
  by: 'KN',
  pressBrakeId: null,
  fingerprint: 'bolgen/test',
  serviceOffsetMs: 1_250,
  ...more,
})
const marked = (sheet: Sheet = sampleSheet, more: Partial<NewMark> = {}): string => {
  const result = ledger.marks.create(marking(sheet, more))
  if (!result.ok) throw new Error(result.error.code)
  return result.value.id
}
const inFile = <T>(read: (db: Database.Database) => T): T => {
  const db = new Database(join(folder, 'outbox.db'))
  try {
    return read(db)
  } finally {
    db.close()
  }
}

describe('a mark', () => {
  test('is stored with the sheet as it was shown', () => {
    const id = marked()
    expect(inFile((db) => db.prepare('SELECT * FROM mark WHERE operation_id = ?').get(id))).toMatchObject({
      sheet_version: 4,
      drawing_version: 2,
      rework_count: 0,
      quantity: 12,
      pieces: 12,
      by_name: 'KN',
      service_offset_ms: 1_250,
      fingerprint: 'bolgen/test',
      state: 'held',
      marked_at: clock.now(),
      held_until: clock.now() + 10_000,
      idempotency_key: id,
      request: null,
    })
  })
  test('stores the whole sheet that was bent', () => {
    marked()
    const [job] = ledger.jobs.openOrPausedJobs(sampleSheet.id)
    expect(JSON.parse(ledger.jobs.drawingOf(sampleSheet.id, job?.drawingHash ?? '') ?? '{}')).toEqual(sampleSheet)
  })
  test('remains after the store is opened again', async () => {
    const id = marked()
    await ledger.close()
    ledger = openLedger({ folder, clock })
    expect(ledger.marks.markOnSheet(sampleSheet.id)).toMatchObject({
      id,
      state: 'held',
      quantity: 12,
      drawingVersion: 2,
    })
  })
  test('notifies the listeners after the caller has its answer', async () => {
    const notified: string[][] = []
    const stop = ledger.subscribe((change) => {
      if (change.kind === 'marks') notified.push(change.sheetIds)
    })
    marked()
    expect(notified).toEqual([])
    await setImmediate()
    stop()
    expect(notified).toEqual([[sampleSheet.id]])
  })
  test('is stored even if a listener throws', async () => {
    await ledger.close()
    const faults: unknown[] = []
    ledger = openLedger({ folder, clock, onError: (fault) => faults.push(fault) })
    ledger.subscribe(() => {
      throw new Error('the screen broke')
    })
    expect(ledger.marks.create(marking(sampleSheet))).toMatchObject({ ok: true })
    await setImmediate()
    expect(faults).toEqual([new Error('the screen broke')])
  })
  test('of another number of pieces has a person’s choice and reason', () => {
    const pieces = { count: 11, choice: 'close_short', reason: 'the last blank was dented' } as const
    marked(sampleSheet, { pieces })
    expect(ledger.marks.markOnSheet(sampleSheet.id)?.quantity).toBe(11)
  })
  test('of another number of pieces is refused if the choice does not fit or has no reason', () => {
    for (const pieces of [
      { count: 11, choice: 'over', reason: 'fewer is not over' },
      { count: 11, choice: 'close_short', reason: '' },
      { count: 12, choice: 'close_short', reason: 'as many as wanted' },
    ] as const)
      expect(ledger.marks.create(marking(sampleSheet, { pieces }))).toEqual({
        ok: false,
        error: { code: 'bad_pieces' },
      })
    expect(ledger.marks.summary()).toEqual({ held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null })
    expect(ledger.marks.mustStayListed(sampleSheet.id)).toBe(false)
  })
})

const refused = (sheet: Sheet): unknown => ledger.marks.create(marking(sheet))

describe('a mark is refused', () => {
  test('a second time, until the sheet is reworked', () => {
    marked()
    expect(refused(sampleSheet)).toEqual({ ok: false, error: { code: 'already_marked' } })
    expect(refused({ ...sampleSheet, version: 6, reworkCount: 1 })).toMatchObject({ ok: true })
  })
  test('if the sheet is bent', () => {
    const bent = { at: '2026-11-24T07:00:00.000Z', quantity: 12, pressBrakeId: null, by: 'OT' }
    expect(refused({ ...sampleSheet, bent })).toEqual({ ok: false, error: { code: 'already_bent' } })
  })
  test.each(['awaiting', 'change_requested'])('if the customer’s answer is %s', (state) => {
    const approval = { ...sampleSheet.approval, state }
    expect(refused({ ...sampleSheet, approval })).toEqual({ ok: false, error: { code: 'not_approved' } })
  })
  test('until the earlier mark is undone', () => {
    ledger.marks.undo(marked())
    expect(refused(sampleSheet)).toMatchObject({ ok: true })
    expect(ledger.marks.markOnSheet(sampleSheet.id)?.state).toBe('held')
  })
})

describe('undo', () => {
  test('is possible for ten seconds by the monotonic clock', () => {
    const id = marked()
    clock.step(3_600_000)
    clock.advance(9_999)
    expect(ledger.marks.undo(id)).toMatchObject({ ok: true, value: { state: 'cancelled', reason: 'undone' } })
    expect(ledger.marks.markOnSheet(sampleSheet.id)).toMatchObject({ id, state: 'cancelled', reason: 'undone' })
    expect(ledger.marks.markOnSheet(sampleSheet.id, 1)).toBeNull()
    expect(ledger.marks.mustStayListed(sampleSheet.id)).toBe(false)
  })
  test('is refused after that', () => {
    const id = marked()
    clock.advance(10_000)
    expect(ledger.marks.undo(id)).toEqual({ ok: false, error: { code: 'too_late_to_undo' } })
    expect(ledger.marks.markOnSheet(sampleSheet.id)?.state).toBe('held')
  })
  test('of an unknown mark is refused', () => {
    expect(ledger.marks.undo('01KAT2V6M0000000000000000X')).toEqual({ ok: false, error: { code: 'mark_unknown' } })
  })
})

describe('the state for the screen', () => {
  const second: Sheet = { ...sampleSheet, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' }

  test('has every unsettled mark, oldest first, and the number of each kind', () => {
    const first = marked()
    clock.advance(1_000)
    const later = marked(second)
    ledger.marks.applyPull({ sheetId: second.id, reworkCount: 3, approval: 'approved' })
    expect(ledger.marks.marksNeedingAttention().map(({ id, state }) => [id, state])).toEqual([
      [first, 'held'],
      [later, 'conflict'],
    ])
    expect(ledger.marks.summary()).toEqual({
      held: 1,
      undelivered: 0,
      needsPerson: 1,
      oldestMarkedAt: clock.now() - 1_000,
    })
  })
  test('has a conflict for a change that the customer asked for, before anything is sent', () => {
    marked()
    ledger.marks.applyPull({ sheetId: sampleSheet.id, reworkCount: 0, approval: 'change_requested' })
    expect(ledger.marks.markOnSheet(sampleSheet.id)).toMatchObject({ state: 'conflict', reason: 'not_approved' })
  })
  test('keeps a sheet with an undelivered mark listed, and no other', () => {
    marked()
    expect([ledger.marks.mustStayListed(sampleSheet.id), ledger.marks.mustStayListed(second.id)]).toEqual([true, false])
  })
})

describe('the file itself', () => {
  test.each(['mark', 'drawing', 'job'])('refuses to delete a %s', (table) => {
    marked()
    expect(() => inFile((db) => db.exec(`DELETE FROM ${table}`))).toThrow(/never deleted|closed, never/)
  })
  test('refuses to rewrite what was marked', () => {
    marked()
    expect(() => inFile((db) => db.exec(`UPDATE mark SET by_name = 'XX'`))).toThrow('never rewritten')
    expect(() => inFile((db) => db.exec(`UPDATE mark SET pieces = 1`))).toThrow('never rewritten')
  })
  test('refuses other bytes under the same key', () => {
    marked()
    inFile((db) => db.exec(`UPDATE mark SET request = x'01'`))
    expect(() => inFile((db) => db.exec(`UPDATE mark SET request = x'02'`))).toThrow('keeps its bytes')
    inFile((db) => db.exec(`UPDATE mark SET request = NULL, idempotency_key = 'another'`))
  })
  test('moves settled marks to the history after a week, where they still count as marked', async () => {
    ledger.marks.undo(marked())
    marked()
    inFile((db) => db.exec(`UPDATE mark SET state = 'delivered', delivered_at = 1 WHERE state = 'held'`))
    await ledger.close()
    clock.advance(8 * 86_400_000)
    ledger = openLedger({ folder, clock })
    const count = (table: string): unknown => inFile((db) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    expect([count('mark'), count('mark_history')]).toEqual([0, 2])
    expect(ledger.marks.markOnSheet(sampleSheet.id)?.state).toBe('delivered')
    expect(ledger.marks.markOnSheet(sampleSheet.id, 1)).toBeNull()
    expect(ledger.marks.create(marking(sampleSheet))).toEqual({ ok: false, error: { code: 'already_marked' } })
    expect(() => inFile((db) => db.exec('DELETE FROM mark_history'))).toThrow('never deleted')
  })
})
