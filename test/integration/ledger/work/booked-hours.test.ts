// Booked hours are cached from one count to the next. Later bookings, corrections and other requested days are still counted.
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OversightBook, type BookedHour } from '../../../../src-main/ledger/work/oversight.ts'
import { outboxMigrations } from '../../../../src-main/ledger/store/schema.ts'

const hourMs = 3_600_000
const first = 490_000
let db: Database.Database

beforeEach(() => {
  db = new Database(':memory:')
  for (const { sql } of outboxMigrations) db.exec(sql)
  for (const no of [1, 2]) {
    const [sheet, job] = [`sheet-${no}`, `job-${no}`]
    db.prepare(`INSERT INTO drawing (sheet_id, hash, sheet, stored_at) VALUES (?, '00000000', '{}', 0)`).run(sheet)
    db.prepare(
      `INSERT INTO job (id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash, press_brake_id, state, opened_at)
       VALUES (?, ?, 1, 1, 0, '00000000', NULL, 'open', 0)`,
    ).run(job, sheet)
  }
})
afterEach(() => db.close())

/** Books pieces of a job one by one, in the given hour after the first. */
function book(job: string, count: number, hour: number, pieceNo = 1): void {
  const one = db.prepare(
    `INSERT INTO piece_event (id, job_id, piece_no, kind, delta, source, at, boot_id, monotonic_ms)
     VALUES (?, ?, ?, 'good', 1, 'hand', ?, 'boot', 0)`,
  )
  const before = Number(db.prepare('SELECT count(*) FROM piece_event').pluck().get())
  db.transaction(() => {
    for (let no = 1; no <= count; no += 1) one.run(`event-${before + no}`, job, pieceNo, (first + hour) * hourMs)
  })()
}

async function bookedOn(book: OversightBook, from: number, to: number): Promise<object[]> {
  const hours: BookedHour[] = []
  await book.bookedOn((first + from) * hourMs, (first + to) * hourMs, async (part) => void hours.push(...part))
  const sums = new Map<string, { jobId: string; hour: number; pieces: number }>()
  for (const { jobId, hour, pieces } of hours) {
    const key = `${jobId} ${hour}`
    sums.set(key, { jobId, hour: hour - first, pieces: (sums.get(key)?.pieces ?? 0) + pieces })
  }
  return [...sums.values()].toSorted((a, b) => a.hour - b.hour)
}

test('pieces booked after the last count are added to the cached hours', async () => {
  const oversight = new OversightBook(db, { splitOf: () => null })
  book('job-1', 10_500, 0)
  expect(await bookedOn(oversight, 0, 48)).toEqual([{ jobId: 'job-1', hour: 0, pieces: 10_500 }])
  book('job-2', 9_700, 1)
  const both = [
    { jobId: 'job-1', hour: 0, pieces: 10_500 },
    { jobId: 'job-2', hour: 1, pieces: 9_700 },
  ]
  expect(await bookedOn(oversight, 0, 48)).toEqual(both)
  expect(await bookedOn(oversight, 0, 48)).toEqual(both)
})

test('each range of days is counted independently of earlier ranges', async () => {
  const oversight = new OversightBook(db, { splitOf: () => null })
  book('job-1', 10_500, 0)
  book('job-1', 9_700, 30)
  const [early, late] = [
    { jobId: 'job-1', hour: 0, pieces: 10_500 },
    { jobId: 'job-1', hour: 30, pieces: 9_700 },
  ]
  expect(await bookedOn(oversight, 24, 48)).toEqual([late])
  expect(await bookedOn(oversight, 0, 24)).toEqual([early])
  expect(await bookedOn(oversight, 0, 48)).toEqual([early, late])
})

test('a later correction counts for the job that was counted before, from its first piece on', async () => {
  const oversight = new OversightBook(db, { splitOf: () => null })
  book('job-1', 10_500, 0)
  await bookedOn(oversight, 24, 48)
  db.prepare(
    `INSERT INTO piece_event (id, job_id, piece_no, kind, delta, source, reason, at, boot_id, monotonic_ms)
     VALUES ('correction', 'job-1', 1, 'adjust', -500, 'hand', 'counted twice', ?, 'boot', 0)`,
  ).run((first + 30) * hourMs)
  expect(await bookedOn(oversight, 24, 48)).toEqual([
    { jobId: 'job-1', hour: 0, pieces: 10_500 },
    { jobId: 'job-1', hour: 30, pieces: -500 },
  ])
})

test('the lengths of a piece are reported from the first one on, whichever day the last was made', async () => {
  const oversight = new OversightBook(db, { splitOf: () => null })
  book('job-1', 4, 0, 1_001)
  book('job-2', 4, 0)
  book('job-1', 3, 30, 1_002)
  book('job-2', 3, 30)
  expect(await bookedOn(oversight, 24, 48)).toEqual([
    { jobId: 'job-1', hour: 0, pieces: 4 },
    { jobId: 'job-2', hour: 30, pieces: 3 },
    { jobId: 'job-1', hour: 30, pieces: 3 },
  ])
})
