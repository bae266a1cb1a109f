// Jobs and piece events in a real file.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type Jobs, type Ledger, type Sheet } from '../../../../src-main/ledger/index.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let ledger: Ledger
let jobs: Jobs

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-ledger-'))
  ledger = openLedger({ folder, clock: manualClock() })
  jobs = ledger.jobs
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (sheet: Sheet = sampleSheet): string => jobs.openJob(sheet, drawingHash(sheet), null).id
const redrawn: Sheet = { ...sampleSheet, version: 5, drawingVersion: 3, quantity: 13 }
const good = { kind: 'good', source: 'controller', operatorId: null } as const

describe('a job', () => {
  test('is one per drawing, however often it is opened', () => {
    expect(open()).toBe(open())
    expect(jobs.openOrPausedJobs(sampleSheet.id)).toHaveLength(1)
  })
  test('is paused, not deleted, when work on a new drawing begins', () => {
    const first = open()
    jobs.append({ ...good, jobId: first, pieceNo: 1, delta: 7 })
    const second = open(redrawn)
    expect(
      jobs.openOrPausedJobs(sampleSheet.id).map(({ id, state, drawingVersion }) => [id, state, drawingVersion]),
    ).toEqual([
      [first, 'paused', 2],
      [second, 'open', 3],
    ])
    expect(jobs.countsOf(first)).toMatchObject([{ done: 7 }])
  })
  test('of a reworked sheet is a new job', () => {
    expect(open({ ...sampleSheet, version: 6, reworkCount: 1 })).not.toBe(open())
  })
  test('holds its sheet on the list until it is closed', () => {
    const id = open()
    expect(ledger.marks.mustStayListed(sampleSheet.id)).toBe(true)
    jobs.close(id)
    expect(ledger.marks.mustStayListed(sampleSheet.id)).toBe(false)
  })
})

const refusedAppend = (jobId: string, delta: number): boolean => {
  try {
    jobs.append({ jobId, pieceNo: 1, kind: 'adjust', source: 'hand', reason: 'recount', delta, operatorId: null })
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

describe('counts', () => {
  test('are stored per piece and per kind', () => {
    const jobId = open()
    jobs.append({ ...good, jobId, pieceNo: 1, delta: 3 })
    jobs.append({ ...good, jobId, pieceNo: 2, delta: 1 })
    jobs.append({ jobId, pieceNo: 1, kind: 'test', source: 'hand', delta: 1, operatorId: null })
    jobs.append({ jobId, pieceNo: 1, kind: 'scrap', source: 'hand', delta: 1, operatorId: null })
    const adjusted = { kind: 'adjust', source: 'hand', reason: 'last piece was scrap', operatorId: null } as const
    jobs.append({ ...adjusted, jobId, pieceNo: 1, delta: -1 })
    expect(jobs.countsOf(jobId)).toEqual([
      { pieceNo: 1, done: 2, test: 1, scrap: 1, rebend: 0 },
      { pieceNo: 2, done: 1, test: 0, scrap: 0, rebend: 0 },
    ])
  })
  test('are the sums of the bookings, and are never below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }).filter((delta) => delta !== 0)), (deltas) => {
        const jobId = open({ ...sampleSheet, id: crypto.randomUUID() })
        let expected = 0
        for (const delta of deltas) {
          const tooLow = expected + delta < 0
          if (!tooLow) expected += delta
          expect(refusedAppend(jobId, delta)).toBe(tooLow)
        }
        expect(jobs.countsOf(jobId)[0]?.done ?? 0).toBe(expected)
      }),
      { numRuns: 30 },
    )
  })
})

const inFile = (sql: string): void => {
  const db = new Database(join(folder, 'outbox.db'))
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
}

describe('the file itself', () => {
  test('refuses to rewrite or delete a piece event', () => {
    jobs.append({ ...good, jobId: open(), pieceNo: 1, delta: 1 })
    expect(() => inFile('UPDATE piece_event SET delta = 9')).toThrow('never rewritten')
    expect(() => inFile('DELETE FROM piece_event')).toThrow('never deleted')
  })
  test('refuses a negative count of the controller, and an adjustment without a reason', () => {
    const jobId = open()
    expect(() => jobs.append({ ...good, jobId, pieceNo: 1, delta: 0 })).toThrow('CHECK')
    jobs.append({ ...good, jobId, pieceNo: 1, delta: 5 })
    expect(() => jobs.append({ ...good, jobId, pieceNo: 1, delta: -1 })).toThrow('CHECK')
    const silent = { kind: 'adjust', source: 'hand', reason: '', operatorId: null } as const
    expect(() => jobs.append({ ...silent, jobId, pieceNo: 1, delta: -1 })).toThrow('CHECK')
  })
})
