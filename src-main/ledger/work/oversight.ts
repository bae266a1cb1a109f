// Reads all sheets for the oversight view: undelivered marks, booked pieces, and what people decided. Reads the outbox's file only, in
// parts that do not delay the loop.
import { dayMs, hourMs } from '../../../shared/base/durations.ts'
import { lengthOfPiece, type Split } from '../../../shared/planning/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { Mark } from '../marks/index.ts'
import type { Plans } from '../plan/index.ts'

export interface UndeliveredMark {
  sheetId: string
  state: Mark['state']
  /** Milliseconds since 1970. */
  markedAt: number
  /** Time of the next automatic attempt, ms since 1970; null: as soon as possible. */
  dueAt: number | null
}

/** Pieces of one piece number of a job, booked within one hour, summed by kind. */
export interface BookedHour {
  jobId: string
  sheetId: string
  brakeId: string | null
  pieceNo: number
  /** Hours since 1970. */
  hour: number
  kind: 'good' | 'test' | 'scrap' | 'rebend' | 'takeover'
  pieces: number
}

export interface ActOfPerson {
  kind: 'approval_override' | 'reported' | 'released' | 'decision'
  /** The kind of a decision, or the reason of a deviation. */
  what: string | null
  why: string | null
  by: string | null
  /** Milliseconds since 1970. */
  actedAtMs: number
  sheetId: string
  /** The mark that was decided about. */
  markId: string | null
}

interface StoredHour extends BookedHour {
  /** 1: an adjustment, up or down. */
  isCorrection: number
}

/** The bookings in one range of row numbers. */
interface RowRange {
  rows: readonly StoredHour[]
  /** Infinity where nothing was booked in it. */
  newestHour: number
}

/** Rows that are read in one tick of the loop. */
const rowsAtOnce = 10_000
const jobsAtOnce = 1_000
/** How far the clock may have been set back since earlier bookings. */
const clockSetBackMs = 7 * dayMs
export class OversightBook {
  readonly #options: Pick<Plans, 'splitOf'>
  readonly #sql: ReturnType<typeof prepareStatements>
  // bookings are never rewritten, so full ranges of rows are cached
  #ranges: ReadonlyMap<number, RowRange> = new Map()

  constructor(db: Database, options: Pick<Plans, 'splitOf'>) {
    this.#options = options
    this.#sql = prepareStatements(db)
  }

  /** Oldest first. */
  undelivered(): UndeliveredMark[] {
    return this.#sql.undelivered.all()
  }

  /**
   * Bookings from `from` to before `to`, ms since 1970, part by part. For jobs that were corrected since, or are counted by lengths, all
   * bookings: a correction belongs to the hour in which the piece was made, and a piece to the hour of its last length.
   */
  async bookedOn(from: number, to: number, onPart: (booked: readonly BookedHour[]) => Promise<void>): Promise<void> {
    const [first, before] = [Math.floor(from / hourMs), Math.floor(to / hourMs)]
    const entire = new Set<string>()
    const ranges = new Map<number, RowRange>()
    const newest = this.#sql.newestEvent.get() ?? 0
    for (let number = Math.ceil(newest / rowsAtOnce) - 1; number >= 0; number -= 1) {
      const cached = this.#ranges.get(number)
      const range = cached ?? this.#readRange(number)
      ranges.set(number, range)
      for (const { jobId, pieceNo, hour, isCorrection } of range.rows)
        if (hour >= first && (isCorrection === 1 || lengthOfPiece(pieceNo) !== null)) entire.add(jobId)
      if (range.newestHour < Math.floor((from - clockSetBackMs) / hourMs)) break
      if (cached === undefined) await onPart([])
    }
    this.#ranges = new Map([...ranges].filter(([number]) => (number + 1) * rowsAtOnce <= newest))
    for (const { rows } of ranges.values())
      await onPart(rows.filter(({ jobId, hour }) => hour >= first && hour < before && !entire.has(jobId)))
    const ids = [...entire]
    for (let start = 0; start < ids.length; start += jobsAtOnce)
      await onPart(this.#sql.ofJobs.all(JSON.stringify(ids.slice(start, start + jobsAtOnce))))
  }

  /** The lengths by which a job was counted; null: by the sheet's own pieces. */
  readonly splitOfJob = (jobId: string): Split | null => {
    const job = this.#sql.jobBooked.get(jobId)
    return job === undefined ? null : this.#options.splitOf(job.sheetId, job.drawingHash, job.lastAt)
  }

  /** The order number of a sheet whose drawing is stored here; null for any other. */
  orderOf(sheetId: string): string | null {
    return this.#sql.orderOf.get(sheetId) ?? null
  }

  /** Newest first, from `from` to before `to`, ms since 1970. */
  acts(from: number, to: number, limit: number): ActOfPerson[] {
    return this.#sql.acts.all({ from, to, limit })
  }

  #readRange(number: number): RowRange {
    const rows = this.#sql.within.all({ above: number * rowsAtOnce, upTo: (number + 1) * rowsAtOnce })
    const newestHour = rows.reduce((newest, { hour }) => Math.max(newest, hour), -Infinity)
    return { rows, newestHour: rows.length === 0 ? Infinity : newestHour }
  }
}

function prepareStatements(db: Database) {
  const undelivered = db.prepare<[], UndeliveredMark>(
    `SELECT sheet_id AS sheetId, state, marked_at AS markedAt, due_at AS dueAt FROM mark
     WHERE state NOT IN ('delivered', 'cancelled') ORDER BY seq`,
  )
  const newestEvent = db.prepare<[], number | null>('SELECT max(seq) FROM piece_event').pluck()
  const columns = `e.job_id AS jobId, j.sheet_id AS sheetId, j.press_brake_id AS brakeId, e.piece_no AS pieceNo, e.hour, e.kind,
    e.isCorrection, e.pieces`
  const grouped = (where: string): string =>
    `SELECT ${columns} FROM (
       SELECT job_id, piece_no, at / 3600000 AS hour,
         CASE kind WHEN 'adjust' THEN coalesce(corrects, 'good') ELSE kind END AS kind, kind = 'adjust' AS isCorrection,
         sum(delta) AS pieces
       FROM piece_event WHERE ${where} GROUP BY job_id, piece_no, 3, 4, 5) AS e JOIN job AS j ON j.id = e.job_id`
  const within = db.prepare<{ above: number; upTo: number }, StoredHour>(grouped('seq > @above AND seq <= @upTo'))
  const ofJobs = db.prepare<[string], StoredHour>(grouped('job_id IN (SELECT value FROM json_each(?))'))
  const jobBooked = db.prepare<[string], { sheetId: string; drawingHash: string; lastAt: number }>(
    `SELECT sheet_id AS sheetId, drawing_hash AS drawingHash,
       coalesce((SELECT max(at) FROM piece_event WHERE job_id = job.id), 0) AS lastAt FROM job WHERE id = ?`,
  )
  const orderOf = db
    .prepare<[string], string>(`SELECT sheet ->> '$.order.numberDisplay' FROM drawing WHERE sheet_id = ? LIMIT 1`)
    .pluck()
  const acts = db.prepare<{ from: number; to: number; limit: number }, ActOfPerson>(
    `SELECT * FROM (
       SELECT 'approval_override' AS kind, NULL AS what, why, by_name AS "by", at AS actedAtMs, sheet_id AS sheetId,
         NULL AS markId FROM approval_override
       UNION ALL SELECT 'reported', reason, text, by_name, reported_at, sheet_id, NULL FROM deviation
       UNION ALL SELECT 'released', reason, settled_why, settled_by, settled_at, sheet_id, NULL FROM deviation
         WHERE state = 'released'
       UNION ALL SELECT 'decision', kind, why, by_name, at,
         coalesce((SELECT sheet_id FROM mark AS m WHERE m.operation_id = d.operation_id),
           (SELECT sheet_id FROM mark_history AS m WHERE m.operation_id = d.operation_id)), operation_id FROM decision AS d)
     WHERE sheetId IS NOT NULL AND actedAtMs >= @from AND actedAtMs < @to ORDER BY actedAtMs DESC LIMIT @limit`,
  )
  return { undelivered, newestEvent, within, ofJobs, jobBooked, orderOf, acts }
}
