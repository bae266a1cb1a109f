// The group 'oversight': the counts over thirty days with ten thousand sheets in the store, and the longest computation on the event
// loop.
import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { failed } from '../../../shared/base/result.ts'
import { addDays, startOfDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { openCache } from '../../../src-main/cache/cache.ts'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { createOversightHandlers } from '../../../src-main/station/oversight/oversight-handlers.ts'
import { anEntry, sheetId } from '../../unit/cache/a-sheet.ts'
import { measureLoop } from '../loop-gaps.ts'
import type { Bench, Row } from '../run.ts'
import { median } from '../side-by-side.ts'

const sheets = 10_000
const days = 30
const countsOfSheet = 8
const undelivered = 500
const reads = 25
const maxMs = 100
/** The limit for the first read after a start: its pages are on the disk and its code has not run before. */
const maxFirstMs = 200
const maxBlockMs = 50

export async function oversightRows({ folder }: Bench): Promise<Row[]> {
  mkdirSync(folder, { recursive: true })
  const today = workshopDate(Date.now())
  const from = addDays(today, 1 - days)
  const cache = openCache({ folder, clock: systemClock })
  for (let day = 0; day < days; day += 1) {
    const date = addDays(from, day)
    const entries = Array.from({ length: sheets / days }, (_, no) => {
      const n = Math.floor((day * sheets) / days) + no
      const bent = { at: `${date}T09:00:00.000Z`, quantity: 8, pressBrakeId: null, by: null }
      const order = `T-${String(Math.floor(n / 3)).padStart(6, '0')}`
      return anEntry(n, {
        dueDate: date,
        orderNumber: order,
        pressBrakeId: sheetId(n % 4),
        bent: date < today ? bent : null,
      })
    })
    cache.tally.putList({ date, readAt: `${date}T08:00:00.000Z`, entries, malformed: 0 })
  }
  await openLedger({ folder, clock: systemClock }).close()
  fillOutbox(join(folder, 'outbox.db'), from)
  const ledger = openLedger({ folder, clock: systemClock })
  const handlers = createOversightHandlers({
    cache,
    ledger,
    now: Date.now,
    queue: () => ({ state: 'running', problem: null }),
    today: () => today,
    readList: async () => failed({ kind: 'cancelled' }),
    sentences: () => ({}),
    exportFolder: folder,
    elsewhere: {
      openMarks: () => [],
      stops: () => [],
      piecesOn: () => [],
      splitOf: () => null,
      readDays: () => new Map(),
    },
    onDayRead: () => undefined,
  })
  const loop = await measureLoop(join(folder, 'bare'))
  const times: number[] = []
  for (let read = 0; read < reads; read += 1)
    await loop.during('counts', async () => {
      const startMs = performance.now()
      await handlers['oversight.read']({ from, to: today })
      times.push(performance.now() - startMs)
    })
  const [longest] = await loop.stop()
  await ledger.close()
  cache.close()
  const computed = longest?.computed ?? Infinity
  const [first = Infinity] = times
  return [
    {
      name: `time for the counts of ${days} days with ${sheets} sheets, ${sheets * countsOfSheet} bookings and ${undelivered} undelivered marks (first read, and median of ${reads})`,
      measured: `${first.toFixed(1)} ms, ${median(times).toFixed(1)} ms`,
      limit: `at most ${maxFirstMs} ms, ${maxMs} ms`,
      passes: first <= maxFirstMs && median(times) <= maxMs,
    },
    {
      name: 'longest uninterrupted computation of the counts on the event loop',
      measured: `${computed.toFixed(1)} ms`,
      limit: `at most ${maxBlockMs} ms`,
      passes: computed <= maxBlockMs,
    },
  ]
}

/** Adds bookings of every sheet and some marks, as after a month of work. */
function fillOutbox(path: string, from: string): void {
  const db = new Database(path)
  const drawing = db.prepare(`INSERT INTO drawing (sheet_id, hash, sheet, stored_at) VALUES (?, '00000000', '{}', 0)`)
  const job = db.prepare(
    `INSERT INTO job (id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash, press_brake_id, state, opened_at)
     VALUES (?, ?, 1, 1, 0, '00000000', ?, 'open', 0)`,
  )
  const piece = db.prepare(
    `INSERT INTO piece_event (id, job_id, piece_no, kind, delta, source, at, boot_id, monotonic_ms)
     VALUES (?, ?, 1, ?, 1, 'hand', ?, 'boot', 0)`,
  )
  const mark = db.prepare(
    `INSERT INTO mark (operation_id, job_id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash, quantity, pieces,
       marked_at, boot_id, monotonic_ms, held_until, fingerprint, state, target_drawing_version, target_rework_count,
       target_drawing_hash, idempotency_key, changed_at)
     VALUES (@id, @id, @sheet, 1, 1, 0, '00000000', 8, 8, @at, 'boot', 0, @at, 'a/test', 'queued', 1, 0, '00000000', @id, @at)`,
  )
  const first = startOfDay(from)
  db.transaction(() => {
    for (let n = 0; n < sheets; n += 1) {
      const id = `job-${n}`
      drawing.run(sheetId(n))
      job.run(id, sheetId(n), sheetId(n % 4))
      const began = first + Math.floor((n * days) / sheets) * 24 * 3_600_000 + (n % 8) * 3_600_000
      for (let no = 0; no < countsOfSheet; no += 1)
        piece.run(`${id}.${no}`, id, no % 7 === 6 ? 'scrap' : 'good', began + no * 60_000)
      if (n >= sheets - undelivered) mark.run({ id, sheet: sheetId(n), at: began })
    }
    db.exec('DELETE FROM change')
  })()
  db.close()
}
