// Reads what was counted and handed over from a station's outbox, with its own SQL.
import type { Database } from 'better-sqlite3'

interface Sum {
  jobId: string
  sheetId: string
  pieceNo: number
  /** Good pieces and pieces taken over count together. */
  counted: 'done' | 'test' | 'scrap' | 'rebend'
  pieces: number
}

export interface BookedRow {
  id: string
  jobId: string
  pieceNo: number
  kind: string
  delta: number
  /** The code's nonce, for a takeover. */
  reason: string | null
}

export interface HandOverRow {
  nonce: string
  jobId: string
  direction: 'given' | 'taken'
  code: string
  takenBack: 0 | 1
}

export interface CountReader {
  booked: () => BookedRow[]
  sums: () => Sum[]
  handOvers: () => HandOverRow[]
  /** Sheets on which an open job counts good pieces, without a mark for that job. */
  atWork: () => string[]
  /** Valid marks, with the good pieces and those taken over that their job counts. */
  marked: () => { id: string; pieces: number; quantity: number; done: number }[]
}

export function readCounts(db: Database): CountReader {
  const selectBookings = db.prepare<[], BookedRow>(
    `SELECT id, job_id AS jobId, piece_no AS pieceNo, kind, delta, reason FROM piece_event ORDER BY seq`,
  )
  const sums = db.prepare<[], Sum>(
    `SELECT e.job_id AS jobId, j.sheet_id AS sheetId, e.piece_no AS pieceNo,
       CASE CASE e.kind WHEN 'adjust' THEN coalesce(e.corrects, 'good') ELSE e.kind END
         WHEN 'test' THEN 'test' WHEN 'scrap' THEN 'scrap' WHEN 'rebend' THEN 'rebend' ELSE 'done' END AS counted,
       sum(e.delta) AS pieces
     FROM piece_event AS e JOIN job AS j ON j.id = e.job_id GROUP BY 1, 3, 4`,
  )
  const handOvers = db.prepare<[], HandOverRow>(
    `SELECT nonce, job_id AS jobId, direction, code, taken_back_at IS NOT NULL AS takenBack FROM hand_over`,
  )
  const atWork = db
    .prepare<[], string>(
      `SELECT DISTINCT j.sheet_id FROM job AS j JOIN piece_event AS e ON e.job_id = j.id AND e.kind IN ('good', 'takeover')
       WHERE j.state <> 'closed' AND NOT EXISTS (SELECT 1 FROM mark AS m WHERE m.job_id = j.id AND m.state <> 'cancelled')`,
    )
    .pluck()
  const selectMarked = db.prepare<[], { id: string; pieces: number; quantity: number; done: number }>(
    `SELECT m.operation_id AS id, m.pieces, m.quantity, coalesce((
         SELECT sum(e.delta) FROM piece_event AS e WHERE e.job_id = m.job_id
           AND (e.kind IN ('good', 'takeover') OR (e.kind = 'adjust' AND coalesce(e.corrects, 'good') = 'good'))), 0) AS done
     FROM (SELECT operation_id, pieces, quantity, job_id FROM mark WHERE state <> 'cancelled'
           UNION ALL SELECT operation_id, pieces, quantity, job_id FROM mark_history WHERE state <> 'cancelled') AS m`,
  )
  return {
    booked: () => selectBookings.all(),
    sums: () => sums.all(),
    handOvers: () => handOvers.all(),
    atWork: () => atWork.all(),
    marked: () => selectMarked.all(),
  }
}
