// Jobs and what was counted on them. A job is one bending of one drawing; piece events are only ever added; a count is a sum,
// never stored. Touches the outbox's file alone.
import { once } from '../platform/once.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Sheet } from './mark.ts'

export interface Job {
  id: string
  sheetId: string
  sheetVersion: number
  drawingVersion: number
  reworkCount: number
  drawingHash: string
  pressBrakeId: string | null
  state: 'open' | 'paused' | 'closed'
  openedAt: number
}

/** What pieces are counted as by those who make them. */
export const pieceKinds = ['good', 'test', 'scrap', 'rebend'] as const
export type PieceKind = (typeof pieceKinds)[number]

/** An adjustment is made by hand, may count down, and says why and which count; everything else counts up. */
export type Counted =
  | { kind: PieceKind | 'takeover'; source: 'controller' | 'hand'; reason?: string | undefined }
  | { kind: 'adjust'; source: 'hand'; reason: string; corrects?: PieceKind }

export type NewPieceEvent = Counted & {
  /** The counter's own, where a call may come twice. */
  id?: string
  jobId: string
  pieceNo: number
  delta: number
  operatorId: string | null
}

/** Pieces of one piece number, adjustments included. `done`: good ones, and those taken over from another station. */
export interface PieceCount {
  pieceNo: number
  done: number
  test: number
  scrap: number
  rebend: number
}

/** Of what was booked and taken back again nothing is left. */
export const isAnything = ({ done, test, scrap, rebend }: PieceCount): boolean => done + test + scrap + rebend > 0

/** A count would fall below zero: nothing was booked. */
export class BelowZeroError extends RangeError {
  constructor({ pieceNo }: NewPieceEvent) {
    super(`piece ${pieceNo} would be counted below zero`)
    this.name = 'BelowZeroError'
  }
}

export interface LedgerOptions {
  now: () => number
  monotonic: () => number
  bootId: string
  newId: () => string
}

/** What was asked of the store in the same transaction. */
export interface Known {
  /** The sheet's jobs, open and paused. */
  atWork?: Job[]
  /** The drawing is kept. */
  hasDrawing?: boolean
  /** For a job that has to be made. */
  id?: string
}

/** As it is kept with the first job for it. */
export const sheetText = once((sheet: Sheet): string => JSON.stringify(sheet))

export type Ledger = ReturnType<typeof openLedger>

export function openLedger(db: Database, { now, monotonic, bootId, newId }: LedgerOptions) {
  const jobColumns = `id, sheet_id AS sheetId, sheet_version AS sheetVersion, drawing_version AS drawingVersion,
    rework_count AS reworkCount, drawing_hash AS drawingHash, press_brake_id AS pressBrakeId, state, opened_at AS openedAt`
  const insertDrawing = db.prepare<[string, string, string, number]>(
    `INSERT INTO drawing (sheet_id, hash, sheet, stored_at) VALUES (?, ?, ?, ?) ON CONFLICT (sheet_id, hash) DO NOTHING`,
  )
  const drawing = db
    .prepare<[string, string], string>(`SELECT sheet FROM drawing WHERE sheet_id = ? AND hash = ?`)
    .pluck()
  const notClosed = db.prepare<[string, string], Job>(
    `SELECT ${jobColumns} FROM job WHERE sheet_id = ? AND state = 'paused'
     UNION ALL SELECT ${jobColumns} FROM job WHERE sheet_id = ? AND state = 'open'`,
  )
  // SQLite's own sorting takes a tap longer than all else that it asks
  const atWork = (sheetId: string): Job[] => notClosed.all(sheetId, sheetId).toSorted((a, b) => a.openedAt - b.openedAt)
  const byId = db.prepare<[string], Job>(`SELECT ${jobColumns} FROM job WHERE id = ?`)
  // by place, as a mark
  const insertJob = db.prepare<Job[keyof Job][]>(
    `INSERT INTO job (id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash, press_brake_id, state,
       opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setState = db.prepare<{ id: string; state: Job['state']; closedAt: number | null }>(
    `UPDATE job SET state = @state, closed_at = @closedAt WHERE id = @id`,
  )
  const insertEvent = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO piece_event (id, job_id, piece_no, kind, delta, source, reason, corrects, operator_id, at, boot_id,
       monotonic_ms)
     VALUES (@id, @jobId, @pieceNo, @kind, @delta, @source, @reason, @corrects, @operatorId, @at, @bootId, @monotonicMs)`,
  )
  const booked = db.prepare<[string], number>(`SELECT EXISTS (SELECT 1 FROM piece_event WHERE id = ?)`).pluck()
  const sums = db.prepare<[string], PieceCount>(
    `SELECT piece_no AS pieceNo,
       coalesce(sum(delta) FILTER (WHERE counted IN ('good', 'takeover')), 0) AS done,
       coalesce(sum(delta) FILTER (WHERE counted = 'test'), 0) AS test,
       coalesce(sum(delta) FILTER (WHERE counted = 'scrap'), 0) AS scrap,
       coalesce(sum(delta) FILTER (WHERE counted = 'rebend'), 0) AS rebend
     FROM (SELECT piece_no, delta, CASE kind WHEN 'adjust' THEN coalesce(corrects, 'good') ELSE kind END AS counted
       FROM piece_event WHERE job_id = ?) GROUP BY piece_no ORDER BY piece_no`,
  )

  const keepDrawing = (sheet: Sheet, drawingHash: string): void =>
    void insertDrawing.run(sheet.id, drawingHash, sheetText(sheet), now())

  const open = (
    sheet: Sheet,
    drawingHash: string,
    pressBrakeId: string | null,
    { atWork: others = atWork(sheet.id), hasDrawing = false, id = newId() }: Known = {},
  ): Job => {
    const same = others.find((job) => job.drawingHash === drawingHash && job.reworkCount === sheet.reworkCount)
    for (const job of others)
      if (job !== same && job.state === 'open') setState.run({ id: job.id, state: 'paused', closedAt: null })
    if (same !== undefined) {
      if (same.state !== 'open') setState.run({ id: same.id, state: 'open', closedAt: null })
      return { ...same, state: 'open' }
    }
    if (!hasDrawing) keepDrawing(sheet, drawingHash)
    const job: Job = {
      id,
      sheetId: sheet.id,
      sheetVersion: sheet.version,
      drawingVersion: sheet.drawingVersion,
      reworkCount: sheet.reworkCount,
      drawingHash,
      pressBrakeId,
      state: 'open',
      openedAt: now(),
    }
    const { sheetId, sheetVersion, drawingVersion, reworkCount, state, openedAt } = job
    const pinned = [id, sheetId, sheetVersion, drawingVersion, reworkCount, drawingHash]
    insertJob.run(...pinned, pressBrakeId, state, openedAt)
    return job
  }
  const openAlone = db.transaction(open)

  const insert = (event: NewPieceEvent): void => {
    insertEvent.run({
      id: event.id ?? newId(),
      jobId: event.jobId,
      pieceNo: event.pieceNo,
      kind: event.kind,
      delta: event.delta,
      source: event.source,
      reason: event.reason ?? null,
      corrects: event.kind === 'adjust' ? (event.corrects ?? null) : null,
      operatorId: event.operatorId,
      at: now(),
      bootId,
      monotonicMs: monotonic(),
    })
    const counts = sums.all(event.jobId).find(({ pieceNo }) => pieceNo === event.pieceNo)
    if (counts !== undefined && Math.min(counts.done, counts.test, counts.scrap, counts.rebend) < 0)
      throw new BelowZeroError(event)
  }
  const append = db.transaction((events: readonly NewPieceEvent[]): void => events.forEach(insert))

  return {
    /**
     * The open job for this drawing of the sheet at its rework count, made where there is none. A job for another drawing is
     * paused: its pieces were made to something else.
     */
    openJob: (sheet: Sheet, drawingHash: string, pressBrakeId: string | null, known?: Known): Job =>
      // a savepoint within the caller's transaction would guard nothing and cost a tap time
      db.inTransaction
        ? open(sheet, drawingHash, pressBrakeId, known)
        : openAlone.immediate(sheet, drawingHash, pressBrakeId),
    /** The sheet as it is, with its drawing: nothing where that drawing is kept already. */
    keepDrawing,
    jobOf: (id: string): Job | undefined => byId.get(id),
    /** Open and paused ones, oldest first. */
    jobsAtWork: atWork,
    pause: (jobId: string): void => void setState.run({ id: jobId, state: 'paused', closedAt: null }),
    close: (jobId: string): void => void setState.run({ id: jobId, state: 'closed', closedAt: now() }),
    /** Adds all or none. Throws BelowZeroError where a count would fall below zero, SQLite's error for a bad event. */
    append: (...events: NewPieceEvent[]): void => append.immediate(events),
    isBooked: (eventId: string): boolean => booked.get(eventId) === 1,
    countsOf: (jobId: string): PieceCount[] => sums.all(jobId),
    /** The sheet as it was bent, as JSON text. */
    drawingOf: (sheetId: string, hash: string): string | undefined => drawing.get(sheetId, hash),
  }
}
