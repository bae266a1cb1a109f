// A sheet on a screen, in a real file: its drawing is stored before anybody taps, and a mark always has its drawing.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type NewMark, type Ledger, type Sheet } from '../../../../src-main/ledger/index.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let ledger: Ledger

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-expected-'))
  ledger = openLedger({ folder, clock: manualClock() })
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const marking: NewMark = {
  sheet: sampleSheet,
  by: 'KN',
  pressBrakeId: null,
  fingerprint: 'a/test',
  serviceOffsetMs: null,
}
const drawingOf = ({ id }: Sheet): unknown => JSON.parse(ledger.jobs.drawingOf(id, drawingHash(sampleSheet)) ?? 'null')
/** The tables of the journal's pending changes, which are the tables that were written. */
const stored = (): unknown[] => {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  try {
    return db.prepare('SELECT of FROM change ORDER BY n').pluck().all()
  } finally {
    db.close()
  }
}

describe('a sheet on a screen', () => {
  test('has its drawing stored after the screen has its answer, so that its tap stores only the job and the mark', async () => {
    ledger.marks.storeDrawingAhead(sampleSheet)
    expect(drawingOf(sampleSheet)).toBeNull()
    await setImmediate()
    expect(drawingOf(sampleSheet)).toEqual(sampleSheet)
    expect(ledger.marks.create(marking)).toMatchObject({ ok: true })
    expect(stored()).toEqual(['drawing', 'job', 'mark'])
  })
  test('is stored once, however often it is shown', async () => {
    for (let look = 0; look < 3; look += 1) ledger.marks.storeDrawingAhead(structuredClone(sampleSheet))
    await setImmediate()
    expect(stored()).toEqual(['drawing'])
  })
  test('opens no job and does not stay on the screen', async () => {
    ledger.marks.storeDrawingAhead(sampleSheet)
    await setImmediate()
    expect(ledger.marks.canPullAffect(sampleSheet.id)).toBe(false)
    expect(ledger.marks.mustStayListed(sampleSheet.id)).toBe(false)
  })
  test.each([
    ['is bent', { bent: { at: '2026-11-02T08:00:00.000Z', quantity: 12, pressBrakeId: null, by: 'OLA' } }],
    ['waits for the customer', { approval: { ...sampleSheet.approval, state: 'awaiting' as const } }],
  ])('is not kept where it %s', async (_, more) => {
    ledger.marks.storeDrawingAhead({ ...sampleSheet, ...more })
    await setImmediate()
    expect(stored()).toEqual([])
  })
  test('is stored by the tap itself if that comes first', async () => {
    ledger.marks.storeDrawingAhead(sampleSheet)
    expect(ledger.marks.create(marking)).toMatchObject({ ok: true })
    await setImmediate()
    expect(stored()).toEqual(['drawing', 'job', 'mark'])
  })
  test('does no harm if the station ends immediately', async () => {
    ledger.marks.storeDrawingAhead(sampleSheet)
    await ledger.close()
    await setImmediate()
    ledger = openLedger({ folder, clock: manualClock() })
    expect(drawingOf(sampleSheet)).toBeNull()
  })
})

describe('a tap finds what the store has of a sheet', () => {
  test('a mark: it is not marked twice', () => {
    ledger.marks.create(marking)
    expect(ledger.marks.create(marking)).toEqual({ ok: false, error: { code: 'already_marked' } })
  })
  test('a mark that was undone: the new mark has the same job', () => {
    const first = ledger.marks.create(marking)
    expect(first.ok && ledger.marks.undo(first.value.id)).toMatchObject({ ok: true })
    expect(ledger.marks.create(marking)).toMatchObject({ ok: true })
    expect(ledger.jobs.openOrPausedJobs(sampleSheet.id)).toHaveLength(1)
  })
  test('a report that the drawing is wrong: it is not marked', () => {
    const target = { sheet: sampleSheet, operatorId: null, pressBrakeId: null }
    expect(ledger.counting.reportDeviation({ ...target, reason: 'measure', text: null })).toMatchObject({ ok: true })
    expect(ledger.marks.create(marking)).toEqual({ ok: false, error: { code: 'drawing_wrong' } })
  })
})
