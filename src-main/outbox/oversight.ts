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

export type OversightBook = ReturnType<typeof openOversight>

/** As many rows are looked at in one turn of the loop. */
const rowsAtOnce = 10_000
const jobsAtOnce = 1_000
/** How far a clock may have been set back behind what was booked before. */
const clockSetBackMs = 7 * 24 * 3_600_000

export function openOversight(db: Database) {
  const undelivered = db.prepare<[], UndeliveredMark>(
    `SELECT sheet_id AS sheetId, state, marked_at AS markedAt FROM mark
     WHERE state NOT IN ('delivered', 'cancelled') ORDER BY seq`,
  )
  const newestEvent = db.prepare<[], number | null>('SELECT max(seq) FROM piece_event').pluck()
  const jobsIn = db
    .prepare<{ above: number; upTo: number; from: number; to: number }, string>(
      `SELECT DISTINCT job_id FROM piece_event WHERE seq > @above AND seq <= @upTo AND at >= @from AND at < @to`,
    )
    .pluck()
  const newestAt = db
    .prepare<{ above: number; upTo: number }, number | null>(
      'SELECT max(at) FROM piece_event WHERE seq > @above AND seq <= @upTo',
    )
    .pluck()
  const booked = db.prepare<[string], Omit<BookedHour, 'isCorrection'> & { isCorrection: number }>(
    `SELECT e.job_id AS jobId, j.sheet_id AS sheetId, j.press_brake_id AS brakeId, e.piece_no AS pieceNo,
       e.at / 3600000 AS hour, CASE e.kind WHEN 'adjust' THEN coalesce(e.corrects, 'good') ELSE e.kind END AS kind,
       e.kind = 'adjust' AS isCorrection, sum(e.delta) AS pieces
     FROM json_each(?) AS wanted JOIN piece_event AS e ON e.job_id = wanted.value JOIN job AS j ON j.id = e.job_id
     GROUP BY 1, 4, 5, 6, 7`,
  )
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
     * All that was ever booked on the jobs of which something was booked from `from` to before `to`, ms since 1970: what is corrected
     * belongs to the hour in which it was made.
     */
    bookedOn: async (from: number, to: number, turn: () => Promise<void>): Promise<BookedHour[]> => {
      const jobs = new Set<string>()
      for (let upTo = newestEvent.get() ?? 0; upTo > 0; upTo -= rowsAtOnce) {
        const part = { above: upTo - rowsAtOnce, upTo }
        for (const job of jobsIn.all({ ...part, from, to })) jobs.add(job)
        if ((newestAt.get(part) ?? Infinity) < from - clockSetBackMs) break
        await turn()
      }
      const ids = [...jobs]
      const found: BookedHour[] = []
      for (let at = 0; at < ids.length; at += jobsAtOnce) {
        for (const row of booked.all(JSON.stringify(ids.slice(at, at + jobsAtOnce))))
          found.push({ ...row, isCorrection: row.isCorrection === 1 })
        await turn()
      }
      return found
    },
    /** Of a sheet whose drawing was kept here; null for any other. */
    orderOf: (sheetId: string): string | null => orderOf.get(sheetId) ?? null,
    /** Newest first, from `from` to before `to`, ms since 1970. */
    acts: (from: number, to: number, limit: number): ActOfPerson[] => acts.all({ from, to, limit }),
  }
}
