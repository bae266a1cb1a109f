// What the store tells of all sheets at once, for whoever oversees: marks that are not delivered, pieces that were made, and what people
// decided. Reads the outbox's file alone, in parts that hold nobody up.
import type { Database } from '../platform/sqlite.ts'
import type { Mark } from './mark.ts'

export interface UndeliveredMark {
  sheetId: string
  state: Mark['state']
  /** Milliseconds since 1970. */
  markedAt: number
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
  /** An adjustment, up or down. */
  isCorrection: boolean
  pieces: number
}

export interface ActOfPerson {
  kind: 'approval_override' | 'reported' | 'released' | 'decision'
  /** Of a decision its kind, of a report its reason. */
  what: string | null
  why: string | null
  by: string | null
  /** Milliseconds since 1970. */
  at: number
  sheetId: string
  /** The mark that was decided about. */
  markId: string | null
}

type StoredHour = Omit<BookedHour, 'isCorrection'> & { isCorrection: number }

const hourOf = (row: StoredHour): BookedHour => ({ ...row, isCorrection: row.isCorrection === 1 })

export type OversightBook = ReturnType<typeof openOversight>

/** As many rows are looked at in one turn of the loop. */
const rowsAtOnce = 10_000
const jobsAtOnce = 1_000
const hourMs = 3_600_000
/** How far a clock may have been set back behind what was booked before. */
const clockSetBackMs = 7 * 24 * 3_600_000

export function openOversight(db: Database) {
  const undelivered = db.prepare<[], UndeliveredMark>(
    `SELECT sheet_id AS sheetId, state, marked_at AS markedAt FROM mark
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
  const since = db.prepare<{ above: number; upTo: number; from: number }, StoredHour>(
    grouped('seq > @above AND seq <= @upTo AND at >= @from'),
  )
  const ofJobs = db.prepare<[string], StoredHour>(grouped('job_id IN (SELECT value FROM json_each(?))'))
  const newestAt = db
    .prepare<{ above: number; upTo: number }, number | null>(
      'SELECT max(at) FROM piece_event WHERE seq > @above AND seq <= @upTo',
    )
    .pluck()
  const orderOf = db
    .prepare<[string], string>(`SELECT sheet ->> '$.order.numberDisplay' FROM drawing WHERE sheet_id = ? LIMIT 1`)
    .pluck()
  const acts = db.prepare<{ from: number; to: number; limit: number }, ActOfPerson>(
    `SELECT * FROM (
       SELECT 'approval_override' AS kind, NULL AS what, why, by_name AS "by", at, sheet_id AS sheetId, NULL AS markId
         FROM approval_override
       UNION ALL SELECT 'reported', reason, text, by_name, reported_at, sheet_id, NULL FROM deviation
       UNION ALL SELECT 'released', reason, settled_why, settled_by, settled_at, sheet_id, NULL FROM deviation
         WHERE state = 'released'
       UNION ALL SELECT 'decision', kind, why, by_name, at,
         coalesce((SELECT sheet_id FROM mark AS m WHERE m.operation_id = d.operation_id),
           (SELECT sheet_id FROM mark_history AS m WHERE m.operation_id = d.operation_id)), operation_id FROM decision AS d)
     WHERE sheetId IS NOT NULL AND at >= @from AND at < @to ORDER BY at DESC LIMIT @limit`,
  )
  return {
    /** Oldest first. */
    undelivered: (): UndeliveredMark[] => undelivered.all(),
    /**
     * What was booked from `from` to before `to`, ms since 1970, part by part; and of the jobs that were corrected since all that was
     * ever booked, since a correction belongs to the hour in which the piece was made.
     */
    bookedOn: async (
      from: number,
      to: number,
      onPart: (booked: readonly BookedHour[]) => Promise<void>,
    ): Promise<void> => {
      const corrected = new Set<string>()
      const parts: StoredHour[][] = []
      for (let upTo = newestEvent.get() ?? 0; upTo > 0; upTo -= rowsAtOnce) {
        const part = { above: upTo - rowsAtOnce, upTo }
        const rows = since.all({ ...part, from })
        for (const { jobId, isCorrection } of rows) if (isCorrection === 1) corrected.add(jobId)
        parts.push(rows)
        if ((newestAt.get(part) ?? Infinity) < from - clockSetBackMs) break
        await onPart([])
      }
      const before = Math.floor(to / hourMs)
      for (const rows of parts)
        await onPart(rows.filter(({ jobId, hour }) => hour < before && !corrected.has(jobId)).map(hourOf))
      const ids = [...corrected]
      for (let at = 0; at < ids.length; at += jobsAtOnce)
        await onPart(ofJobs.all(JSON.stringify(ids.slice(at, at + jobsAtOnce))).map(hourOf))
    },
    /** Of a sheet whose drawing was kept here; null for any other. */
    orderOf: (sheetId: string): string | null => orderOf.get(sheetId) ?? null,
    /** Newest first, from `from` to before `to`, ms since 1970. */
    acts: (from: number, to: number, limit: number): ActOfPerson[] => acts.all({ from, to, limit }),
  }
}
