// The hand-over codes that this station gave or took: whether a job is handed over, and which codes its counts include. Accesses the
// outbox's file only.
import { hash } from 'node:crypto'
import type { Database } from '../../platform/sqlite.ts'
import { idBytes } from './hand-over-code.ts'

export interface HandOver {
  nonce: string
  jobId: string
  direction: 'given' | 'taken'
  /** The text of the QR code. */
  code: string
  by: string | null
  operatorId: string | null
  /** When this station gave or took it, ms since 1970. */
  handedOverAtMs: number
  takenBackAt: number | null
  /** The station to which it was handed over; null: by a code that a person carries. */
  toStation: string | null
  /** When this station learnt that `toStation` took it over, also after it was taken back here. */
  takenAt: number | null
}

type NewHandOver = Omit<HandOver, 'takenBackAt' | 'takenAt' | 'handedOverAtMs'>

/** A bending of a sheet whose counts were handed over. */
export interface HandedOverBending {
  sheetId: string
  drawingVersion: number
  reworkCount: number
}

export type HandOvers = ReturnType<typeof openHandOvers>

/** Writes an id of the station to the file if it has none. */
export function openHandOvers(db: Database, { now, newId }: { now: () => number; newId: () => string }) {
  const columns = `nonce, job_id AS jobId, direction, code, by_name AS "by", operator_id AS operatorId,
    at AS handedOverAtMs, taken_back_at AS takenBackAt, to_station AS toStation, taken_at AS takenAt`
  // a take-over wins over a take-back
  const isAway = `hand_over.direction = 'given' AND (hand_over.taken_back_at IS NULL OR hand_over.taken_at IS NOT NULL)`
  const insert = db.prepare<NewHandOver & { handedOverAtMs: number; includes: string }>(
    `INSERT INTO hand_over (nonce, job_id, direction, code, includes, operator_id, by_name, at, to_station)
     VALUES (@nonce, @jobId, @direction, @code, @includes, @operatorId, @by, @handedOverAtMs, @toStation)`,
  )
  const byNonce = db.prepare<[string], HandOver>(`SELECT ${columns} FROM hand_over WHERE nonce = ?`)
  const openCode = db.prepare<[string], HandOver>(
    `SELECT ${columns} FROM hand_over WHERE job_id = ? AND ${isAway} LIMIT 1`,
  )
  const handedOverBendings = db.prepare<[], HandedOverBending>(
    `SELECT job.sheet_id AS sheetId, job.drawing_version AS drawingVersion, job.rework_count AS reworkCount
     FROM hand_over JOIN job ON job.id = hand_over.job_id
     WHERE ${isAway} AND job.state <> 'closed'`,
  )
  const takeBack = db.prepare<{ nonce: string; takenBackAt: number; by: string | null; why: string }>(
    `UPDATE hand_over SET taken_back_at = @takenBackAt, taken_back_by = @by, taken_back_why = @why
     WHERE nonce = @nonce`,
  )
  const setTaken = db.prepare<[number, string]>(`UPDATE hand_over SET taken_at = ? WHERE nonce = ?`)
  const counted = db
    .prepare<{ jobId: string }, string>(
      `SELECT nonce FROM hand_over WHERE job_id = @jobId
       UNION SELECT j.value FROM hand_over AS h, json_each(h.includes) AS j WHERE h.job_id = @jobId`,
    )
    .pluck()
  const station = db.prepare<[], string>(`SELECT value FROM meta WHERE name = 'station_id'`).pluck()
  const shortId = (): string => hash('sha256', newId(), 'hex').slice(0, idBytes * 2)
  const stationId =
    station.get() ??
    db
      .prepare<[string], string>(`INSERT INTO meta (name, value) VALUES ('station_id', ?) RETURNING value`)
      .pluck()
      .get(shortId())

  return {
    /** The id of this store, created when it is first opened. */
    stationId: stationId ?? '',
    newNonce: shortId,
    put: (handOver: NewHandOver, includes: readonly string[]): void =>
      void insert.run({ ...handOver, includes: JSON.stringify(includes), handedOverAtMs: now() }),
    find: (nonce: string): HandOver | undefined => byNonce.get(nonce),
    /** The code with which the job's counts were handed over, while they have not come back. */
    openCodeOf: (jobId: string): HandOver | undefined => openCode.get(jobId),
    /** All bendings that are handed over. */
    handedOverBendings: (): HandedOverBending[] => handedOverBendings.all(),
    /** Nonces of the codes that the job's counts include, and of the codes made from them. */
    countedIn: (jobId: string): string[] => counted.all({ jobId }),
    /** The station to which it was handed over took it. */
    setTaken: (nonce: string): void => void setTaken.run(now(), nonce),
    takeBack: (nonce: string, by: string | null, why: string): void =>
      void takeBack.run({ nonce, takenBackAt: now(), by, why }),
  }
}
