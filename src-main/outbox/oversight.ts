// What the store tells of all sheets at once, for whoever oversees: marks that are not delivered, pieces that were made, and what people
// decided. Reads the outbox's file alone, in parts that hold nobody up.
import { lengthOfPiece, type Split } from '../../shared/planning/split.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Mark } from './mark.ts'
import type { Plans } from './plan.ts'

export interface UndeliveredMark {
  sheetId: string
  state: Mark['state']
  /** Milliseconds since 1970. */
  markedAt: number
  /** When it is tried again by itself, ms since 1970; null: with its turn. */
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

interface StoredHour extends BookedHour {
  /** 1: an adjustment, up or down. */
  isCorrection: number
}

/** What was booked in so many rows, one after the other. */
interface Stretch {
  rows: readonly StoredHour[]
  /** Infinity where nothing was booked in it. */
  newestHour: number
}

export type OversightBook = ReturnType<typeof openOversight>

/** As many rows are looked at in one turn of the loop. */
const rowsAtOnce = 10_000
const jobsAtOnce = 1_000
const hourMs = 3_600_000
/** How far a clock may have been set back behind what was booked before. */
const clockSetBackMs = 7 * 24 * 3_600_000

export function openOversight(db: Database, { splitOf }: Pick<Plans, 'splitOf'>) {
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
  const stretchOf = (number: number): Stretch => {
    const rows = within.all({ above: number * rowsAtOnce, upTo: (number + 1) * rowsAtOnce })
    const newestHour = rows.reduce((newest, { hour }) => Math.max(newest, hour), -Infinity)
    return { rows, newestHour: rows.length === 0 ? Infinity : newestHour }
  }
  // a booking is never rewritten: what was asked for last is kept, but for the stretch that goes on
  let kept: ReadonlyMap<number, Stretch> = new Map()

  return {
    /** Oldest first. */
    undelivered: (): UndeliveredMark[] => undelivered.all(),
    /**
     * What was booked from `from` to before `to`, ms since 1970, part by part; and of the jobs that were corrected since, or counted by
     * lengths, all that was ever booked: a correction belongs to the hour in which the piece was made, a piece to that of its last length.
     */
    bookedOn: async (
      from: number,
      to: number,
      onPart: (booked: readonly BookedHour[]) => Promise<void>,
    ): Promise<void> => {
      const [first, before] = [Math.floor(from / hourMs), Math.floor(to / hourMs)]
      const entire = new Set<string>()
      const stretches = new Map<number, Stretch>()
      const newest = newestEvent.get() ?? 0
      for (let number = Math.ceil(newest / rowsAtOnce) - 1; number >= 0; number -= 1) {
        const known = kept.get(number)
        const stretch = known ?? stretchOf(number)
        stretches.set(number, stretch)
        for (const { jobId, pieceNo, hour, isCorrection } of stretch.rows)
          if (hour >= first && (isCorrection === 1 || lengthOfPiece(pieceNo) !== null)) entire.add(jobId)
        if (stretch.newestHour < Math.floor((from - clockSetBackMs) / hourMs)) break
        if (known === undefined) await onPart([])
      }
      kept = new Map([...stretches].filter(([number]) => (number + 1) * rowsAtOnce <= newest))
      for (const { rows } of stretches.values())
        await onPart(rows.filter(({ jobId, hour }) => hour >= first && hour < before && !entire.has(jobId)))
      const ids = [...entire]
      for (let at = 0; at < ids.length; at += jobsAtOnce)
        await onPart(ofJobs.all(JSON.stringify(ids.slice(at, at + jobsAtOnce))))
    },
    /** The lengths that a job was counted by; null: it was counted by the sheet's own pieces. */
    splitOfJob: (jobId: string): Split | null => {
      const job = jobBooked.get(jobId)
      return job === undefined ? null : splitOf(job.sheetId, job.drawingHash, job.lastAt)
    },
    /** Of a sheet whose drawing was kept here; null for any other. */
    orderOf: (sheetId: string): string | null => orderOf.get(sheetId) ?? null,
    /** Newest first, from `from` to before `to`, ms since 1970. */
    acts: (from: number, to: number, limit: number): ActOfPerson[] => acts.all({ from, to, limit }),
  }
}
