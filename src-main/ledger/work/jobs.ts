// Jobs and the pieces counted on them. A job is one bending of one drawing. Piece events are append-only, and a count is their sum and
// never stored. Touches only the outbox's file.
import { once } from '../../platform/once.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { Sheet } from '../marks/index.ts'

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

/** The kinds of pieces that an operator counts. */
const pieceKinds = ['good', 'test', 'scrap', 'rebend'] as const
export type PieceKind = (typeof pieceKinds)[number]

/** An adjustment is made by hand, may be negative, and names its reason and the count that it corrects. All other kinds are positive. */
export type Counted =
  | { kind: PieceKind | 'takeover'; source: 'controller' | 'hand'; reason?: string | undefined }
  | { kind: 'adjust'; source: 'hand'; reason: string; corrects?: PieceKind }

export type NewPieceEvent = Counted & {
  /** The caller's own id, where a call may be repeated. */
  id?: string
  jobId: string
  pieceNo: number
  delta: number
  operatorId: string | null
}

/** Pieces of one piece number, with adjustments. `done`: good pieces, and those taken over from another station. */
export interface PieceCount {
  pieceNo: number
  done: number
  test: number
  scrap: number
  rebend: number
}

/** Whether any count is above zero. Pieces that were booked and taken back do not count. */
export const isAnything = ({ done, test, scrap, rebend }: PieceCount): boolean => done + test + scrap + rebend > 0

/** A count would fall below zero. Nothing was booked. */
export class BelowZeroError extends RangeError {
  constructor({ pieceNo }: NewPieceEvent) {
    super(`piece ${pieceNo} would be counted below zero`)
    this.name = 'BelowZeroError'
  }
}

export interface JobsOptions {
  now: () => number
  monotonic: () => number
  bootId: string
  newId: () => string
}

/** What the caller has already read in the same transaction. */
export interface AlreadyRead {
  /** The sheet's jobs, open and paused. */
  atWork?: Job[]
  /** The drawing is stored. */
  hasDrawing?: boolean
  /** The id of a new job. */
  id?: string
}

/** The sheet as JSON, as it is stored with the first job for it. */
const sheetText = once((sheet: Sheet): string => JSON.stringify(sheet))

export class Jobs {
  readonly #db: Database
  readonly #options: JobsOptions
  readonly #sql: ReturnType<typeof prepareStatements>
  readonly #openInTransaction: { immediate: (sheet: Sheet, drawingHash: string, pressBrakeId: string | null) => Job }
  readonly #insertAll: { immediate: (events: readonly NewPieceEvent[]) => void }

  constructor(db: Database, options: JobsOptions) {
    this.#db = db
    this.#options = options
    this.#sql = prepareStatements(db)
    this.#openInTransaction = db.transaction((sheet: Sheet, drawingHash: string, pressBrakeId: string | null) =>
      this.#open(sheet, drawingHash, pressBrakeId),
    )
    this.#insertAll = db.transaction((events: readonly NewPieceEvent[]): void =>
      events.forEach((event) => this.#insert(event)),
    )
  }

  /** Open and paused ones, oldest first. */
  openOrPausedJobs(sheetId: string): Job[] {
    // sorting in SQLite takes longer than all other queries of a tap
    return this.#sql.notClosed.all(sheetId, sheetId).toSorted((a, b) => a.openedAt - b.openedAt)
  }

  /** The sheets with an open or a paused job. */
  sheetsAtWork(): ReadonlySet<string> {
    return new Set(this.#sql.sheetsAtWork.all())
  }

  /** Stores the sheet with its drawing. Does nothing where that drawing is stored already. */
  keepDrawing(sheet: Sheet, drawingHash: string): void {
    this.#sql.insertDrawing.run(sheet.id, drawingHash, sheetText(sheet), this.#options.now())
  }

  /**
   * The open job for this drawing of the sheet at its rework count, created where there is none. Pauses a job for another drawing,
   * because its pieces were made to that drawing.
   */
  openJob(sheet: Sheet, drawingHash: string, pressBrakeId: string | null, facts?: AlreadyRead): Job {
    // a savepoint within the caller's transaction protects nothing and costs a tap time
    return this.#db.inTransaction
      ? this.#open(sheet, drawingHash, pressBrakeId, facts)
      : this.#openInTransaction.immediate(sheet, drawingHash, pressBrakeId)
  }

  find(id: string): Job | undefined {
    return this.#sql.byId.get(id)
  }

  pause(jobId: string): void {
    this.#sql.setState.run({ id: jobId, state: 'paused', closedAt: null })
  }

  close(jobId: string): void {
    this.#sql.setState.run({ id: jobId, state: 'closed', closedAt: this.#options.now() })
  }

  /** Closes a job and opens an empty one for the same drawing. Returns its id. Call it in a transaction. */
  replace(job: Job): string {
    this.close(job.id)
    const id = this.#options.newId()
    this.#insertJob({ ...job, id, state: 'open', openedAt: this.#options.now() })
    return id
  }

  /** Adds all events or none. Throws BelowZeroError where a count would fall below zero, and SQLite's error for an invalid event. */
  append(...events: NewPieceEvent[]): void {
    this.#insertAll.immediate(events)
  }

  isBooked(eventId: string): boolean {
    return this.#sql.booked.get(eventId) === 1
  }

  countsOf(jobId: string): PieceCount[] {
    return this.#sql.sums.all(jobId)
  }

  /** The sheet as it was bent, as JSON text. */
  drawingOf(sheetId: string, hash: string): string | undefined {
    return this.#sql.drawing.get(sheetId, hash)
  }

  #open(
    sheet: Sheet,
    drawingHash: string,
    pressBrakeId: string | null,
    {
      atWork: others = this.openOrPausedJobs(sheet.id),
      hasDrawing = false,
      id = this.#options.newId(),
    }: AlreadyRead = {},
  ): Job {
    const same = others.find((job) => job.drawingHash === drawingHash && job.reworkCount === sheet.reworkCount)
    for (const job of others)
      if (job !== same && job.state === 'open') this.#sql.setState.run({ id: job.id, state: 'paused', closedAt: null })
    if (same !== undefined) {
      if (same.state !== 'open') this.#sql.setState.run({ id: same.id, state: 'open', closedAt: null })
      return { ...same, state: 'open' }
    }
    if (!hasDrawing) this.keepDrawing(sheet, drawingHash)
    const job: Job = {
      id,
      sheetId: sheet.id,
      sheetVersion: sheet.version,
      drawingVersion: sheet.drawingVersion,
      reworkCount: sheet.reworkCount,
      drawingHash,
      pressBrakeId,
      state: 'open',
      openedAt: this.#options.now(),
    }
    this.#insertJob(job)
    return job
  }

  #insertJob(job: Job): void {
    const { id, sheetId, sheetVersion, drawingVersion, reworkCount, drawingHash, pressBrakeId, state, openedAt } = job
    const pinned = [id, sheetId, sheetVersion, drawingVersion, reworkCount, drawingHash]
    this.#sql.insertJob.run(...pinned, pressBrakeId, state, openedAt)
  }

  #insert(event: NewPieceEvent): void {
    this.#sql.insertEvent.run({
      id: event.id ?? this.#options.newId(),
      jobId: event.jobId,
      pieceNo: event.pieceNo,
      kind: event.kind,
      delta: event.delta,
      source: event.source,
      reason: event.reason ?? null,
      corrects: event.kind === 'adjust' ? (event.corrects ?? null) : null,
      operatorId: event.operatorId,
      bookedAtMs: this.#options.now(),
      bootId: this.#options.bootId,
      monotonicMs: this.#options.monotonic(),
    })
    const counts = this.#sql.sums.all(event.jobId).find(({ pieceNo }) => pieceNo === event.pieceNo)
    if (counts !== undefined && Math.min(counts.done, counts.test, counts.scrap, counts.rebend) < 0)
      throw new BelowZeroError(event)
  }
}

function prepareStatements(db: Database) {
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
  const sheetsAtWork = db
    .prepare<[], string>(
      `SELECT sheet_id FROM job WHERE state = 'open' UNION SELECT sheet_id FROM job WHERE state = 'paused'`,
    )
    .pluck()
  const byId = db.prepare<[string], Job>(`SELECT ${jobColumns} FROM job WHERE id = ?`)
  // by position, as for a mark
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
     VALUES (@id, @jobId, @pieceNo, @kind, @delta, @source, @reason, @corrects, @operatorId, @bookedAtMs, @bootId,
       @monotonicMs)`,
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
  return { insertDrawing, drawing, notClosed, sheetsAtWork, byId, insertJob, setState, insertEvent, booked, sums }
}
