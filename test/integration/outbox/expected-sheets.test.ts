// A sheet that is on a screen, in a real file: its drawing is kept before anybody taps, and whatever came of that, a tap's mark has it.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOutbox, type NewMark, type Outbox, type Sheet } from '../../../src-main/outbox/index.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

let folder: string
let outbox: Outbox

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-expected-'))
  outbox = openOutbox({ folder, clock: manualClock() })
})
afterEach(async () => {
  await outbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const marking: NewMark = {
  sheet: sampleSheet,
  by: 'KN',
  pressBrakeId: null,
  fingerprint: 'a/test',
  serviceOffsetMs: null,
}
const drawingOf = ({ id }: Sheet): unknown =>
  JSON.parse(outbox.ledger.drawingOf(id, drawingHash(sampleSheet)) ?? 'null')
/** What the journal has still to take, which is what was stored. */
const stored = (): unknown[] => {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  try {
    return db.prepare('SELECT of FROM change ORDER BY n').pluck().all()
  } finally {
    db.close()
  }
}

describe('a sheet on a screen', () => {
  test('has its drawing kept once the screen has its answer, and its tap stores the job and the mark alone', async () => {
    outbox.marks.expect(sampleSheet)
    expect(drawingOf(sampleSheet)).toBeNull()
    await setImmediate()
    expect(drawingOf(sampleSheet)).toEqual(sampleSheet)
    expect(outbox.marks.create(marking)).toMatchObject({ ok: true })
    expect(stored()).toEqual(['drawing', 'job', 'mark'])
  })
  test('is kept once, however often it is looked at', async () => {
    for (let look = 0; look < 3; look += 1) outbox.marks.expect(structuredClone(sampleSheet))
    await setImmediate()
    expect(stored()).toEqual(['drawing'])
  })
  test('opens no job and keeps nothing on the screen', async () => {
    outbox.marks.expect(sampleSheet)
    await setImmediate()
    expect(outbox.marks.concerns(sampleSheet.id)).toBe(false)
    expect(outbox.marks.keeps(sampleSheet.id)).toBe(false)
  })
  test.each([
    ['is bent', { bent: { at: '2026-11-02T08:00:00.000Z', quantity: 12, pressBrakeId: null, by: 'OLA' } }],
    ['waits for the customer', { approval: { ...sampleSheet.approval, state: 'awaiting' as const } }],
  ])('is not kept where it %s', async (_, more) => {
    outbox.marks.expect({ ...sampleSheet, ...more })
    await setImmediate()
    expect(stored()).toEqual([])
  })
  test('is kept by the tap itself where that comes first', async () => {
    outbox.marks.expect(sampleSheet)
    expect(outbox.marks.create(marking)).toMatchObject({ ok: true })
    await setImmediate()
    expect(stored()).toEqual(['drawing', 'job', 'mark'])
  })
  test('does no harm where the station ends at once', async () => {
    outbox.marks.expect(sampleSheet)
    await outbox.close()
    await setImmediate()
    outbox = openOutbox({ folder, clock: manualClock() })
    expect(drawingOf(sampleSheet)).toBeNull()
  })
})

describe('what the store has of a sheet is found by a tap', () => {
  test('a mark: it is not marked twice', () => {
    outbox.marks.create(marking)
    expect(outbox.marks.create(marking)).toEqual({ ok: false, code: 'already_marked' })
  })
  test('a mark that was taken back: it is marked on the job that it had', () => {
    const first = outbox.marks.create(marking)
    expect(first.ok && outbox.marks.undo(first.mark.id)).toMatchObject({ ok: true })
    expect(outbox.marks.create(marking)).toMatchObject({ ok: true })
    expect(outbox.ledger.jobsAtWork(sampleSheet.id)).toHaveLength(1)
  })
  test('a report that the drawing is wrong: it is not marked', () => {
    const at = { sheet: sampleSheet, operatorId: null, pressBrakeId: null }
    expect(outbox.counting.reportDeviation({ ...at, reason: 'measure', text: null })).toMatchObject({ ok: true })
    expect(outbox.marks.create(marking)).toEqual({ ok: false, code: 'drawing_wrong' })
  })
})
