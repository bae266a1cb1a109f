// Marks in a real file: what is taken, what is refused, what the file itself forbids.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOutbox, type NewMark, type Outbox, type Sheet } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

let folder: string
let outbox: Outbox
let clock: ReturnType<typeof manualClock>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-marks-'))
  clock = manualClock()
  outbox = openOutbox({ folder, clock })
})
afterEach(async () => {
  await outbox.close()
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
  const result = outbox.marks.create(marking(sheet, more))
  if (!result.ok) throw new Error(result.code)
  return result.mark.id
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
  test('is pinned to the sheet as it was shown', () => {
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
  test('keeps the whole sheet that was bent beside it', () => {
    marked()
    const [job] = outbox.ledger.jobsAtWork(sampleSheet.id)
    expect(JSON.parse(outbox.ledger.drawingOf(sampleSheet.id, job?.drawingHash ?? '') ?? '{}')).toEqual(sampleSheet)
  })
  test('is there after the store is opened again', async () => {
    const id = marked()
    await outbox.close()
    outbox = openOutbox({ folder, clock })
    expect(outbox.marks.markOf(sampleSheet.id)).toMatchObject({ id, state: 'held', quantity: 12, drawingVersion: 2 })
  })
  test('tells whoever listens, once who marked has the answer', async () => {
    const told: string[][] = []
    const stop = outbox.subscribe((change) => {
      if (change.kind === 'marks') told.push(change.sheetIds)
    })
    marked()
    expect(told).toEqual([])
    await setImmediate()
    stop()
    expect(told).toEqual([[sampleSheet.id]])
  })
  test('is ticked although somebody who listens breaks', async () => {
    await outbox.close()
    const faults: unknown[] = []
    outbox = openOutbox({ folder, clock, onFault: (fault) => faults.push(fault) })
    outbox.subscribe(() => {
      throw new Error('the screen broke')
    })
    expect(outbox.marks.create(marking(sampleSheet))).toMatchObject({ ok: true })
    await setImmediate()
    expect(faults).toEqual([new Error('the screen broke')])
  })
  test('of another number of pieces carries a person’s choice and reason', () => {
    const pieces = { count: 11, choice: 'close_short', reason: 'the last plate was dented' } as const
    marked(sampleSheet, { pieces })
    expect(outbox.marks.markOf(sampleSheet.id)?.quantity).toBe(11)
  })
  test('of another number of pieces is refused where the choice does not fit or says no reason', () => {
    for (const pieces of [
      { count: 11, choice: 'over', reason: 'fewer is not over' },
      { count: 11, choice: 'close_short', reason: '' },
      { count: 12, choice: 'close_short', reason: 'as many as wanted' },
    ] as const)
      expect(outbox.marks.create(marking(sampleSheet, { pieces }))).toEqual({ ok: false, code: 'bad_pieces' })
    expect(outbox.marks.summary()).toEqual({ held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null })
    expect(outbox.marks.keeps(sampleSheet.id)).toBe(false)
  })
})

const refused = (sheet: Sheet): unknown => outbox.marks.create(marking(sheet))

describe('a mark is refused', () => {
  test('a second time, until the sheet is reworked', () => {
    marked()
    expect(refused(sampleSheet)).toEqual({ ok: false, code: 'already_marked' })
    expect(refused({ ...sampleSheet, version: 6, reworkCount: 1 })).toMatchObject({ ok: true })
  })
  test('where the sheet is bent', () => {
    const bent = { at: '2026-11-24T07:00:00.000Z', quantity: 12, pressBrakeId: null, by: 'OT' }
    expect(refused({ ...sampleSheet, bent })).toEqual({ ok: false, code: 'already_bent' })
  })
  test.each(['awaiting', 'change_requested'])('where the customer’s answer is %s', (state) => {
    const approval = { ...sampleSheet.approval, state }
    expect(refused({ ...sampleSheet, approval })).toEqual({ ok: false, code: 'not_approved' })
  })
  test('after it was undone it may be made again', () => {
    outbox.marks.undo(marked())
    expect(refused(sampleSheet)).toMatchObject({ ok: true })
    expect(outbox.marks.markOf(sampleSheet.id)?.state).toBe('held')
  })
})

describe('undo', () => {
  test('is free for ten seconds by a clock that nobody can set', () => {
    const id = marked()
    clock.step(3_600_000)
    clock.advance(9_999)
    expect(outbox.marks.undo(id)).toMatchObject({ ok: true, mark: { state: 'cancelled', reason: 'undone' } })
    expect(outbox.marks.markOf(sampleSheet.id)).toMatchObject({ id, state: 'cancelled', reason: 'undone' })
    expect(outbox.marks.markOf(sampleSheet.id, 1)).toBeNull()
    expect(outbox.marks.keeps(sampleSheet.id)).toBe(false)
  })
  test('comes too late after that', () => {
    const id = marked()
    clock.advance(10_000)
    expect(outbox.marks.undo(id)).toEqual({ ok: false, code: 'too_late_to_undo' })
    expect(outbox.marks.markOf(sampleSheet.id)?.state).toBe('held')
  })
  test('of a mark that is not there says so', () => {
    expect(outbox.marks.undo('01KAT2V6M0000000000000000X')).toEqual({ ok: false, code: 'mark_unknown' })
  })
})

describe('what the screen is told', () => {
  const second: Sheet = { ...sampleSheet, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' }

  test('every mark that is not settled, oldest first, and how many of which kind', () => {
    const first = marked()
    clock.advance(1_000)
    const later = marked(second)
    outbox.marks.notice({ sheetId: second.id, reworkCount: 3, approval: 'approved' })
    expect(outbox.marks.marksNeedingAttention().map(({ id, state }) => [id, state])).toEqual([
      [first, 'held'],
      [later, 'conflict'],
    ])
    expect(outbox.marks.summary()).toEqual({
      held: 1,
      undelivered: 0,
      needsPerson: 1,
      oldestMarkedAt: clock.now() - 1_000,
    })
  })
  test('a change that the customer asked for is a conflict before anything is sent', () => {
    marked()
    outbox.marks.notice({ sheetId: sampleSheet.id, reworkCount: 0, approval: 'change_requested' })
    expect(outbox.marks.markOf(sampleSheet.id)).toMatchObject({ state: 'conflict', reason: 'not_approved' })
  })
  test('a sheet with a mark under way is kept; one without is not', () => {
    marked()
    expect([outbox.marks.keeps(sampleSheet.id), outbox.marks.keeps(second.id)]).toEqual([true, false])
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
  test('moves settled marks to history after a week, where they still count as marked', async () => {
    outbox.marks.undo(marked())
    marked()
    inFile((db) => db.exec(`UPDATE mark SET state = 'delivered', delivered_at = 1 WHERE state = 'held'`))
    await outbox.close()
    clock.advance(8 * 86_400_000)
    outbox = openOutbox({ folder, clock })
    const count = (table: string): unknown => inFile((db) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    expect([count('mark'), count('mark_history')]).toEqual([0, 2])
    expect(outbox.marks.markOf(sampleSheet.id)?.state).toBe('delivered')
    expect(outbox.marks.markOf(sampleSheet.id, 1)).toBeNull()
    expect(outbox.marks.create(marking(sampleSheet))).toEqual({ ok: false, code: 'already_marked' })
    expect(() => inFile((db) => db.exec('DELETE FROM mark_history'))).toThrow('never deleted')
  })
})
