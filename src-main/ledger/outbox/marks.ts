// Inserts marks, undoes them, and reads them for the screen. Touches only the outbox's file. When a call returns a mark, the mark is on
// the disk.
import { setImmediate } from 'node:timers'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { MarkView } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { MarkEvent } from './mark-event.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { NotStored, Refusal } from '../store/index.ts'
import type { AlreadyRead, Job, JobRefusal, Jobs, Operators, WorkBook } from '../work/index.ts'
import { holdMs, isApprovedForMark, remainingHoldMs, undeliveredStates, viewOf } from '../marks/index.ts'
import type { Mark, MarkRows, Sheet } from '../marks/index.ts'
import type { MarkSteps } from './mark-steps.ts'
import type { OnBoundary } from '../test-hooks.ts'

export interface NewMark {
  /** The sheet as the screen showed it: the mark is pinned to its version, its drawing and its rework count. */
  sheet: Sheet
  by: string | null
  operatorId?: string | null
  pressBrakeId: string | null
  fingerprint: string
  /** The service's clock minus this computer's clock, in ms; null: not measured yet. */
  serviceOffsetMs: number | null
  /** Omitted: the sheet's quantity. Another number needs a person's choice and reason. */
  pieces?: { count: number; choice: 'close_short' | 'over'; reason: string }
}

export type RefusalCode =
  | JobRefusal
  | 'operator_unknown'
  /** The counted pieces are not the sheet's quantity: a person must choose, with a reason, or correct the counts. */
  | 'pieces_differ'
  /** The choice does not fit the number, or the reason is empty. */
  | 'bad_pieces'
  | 'mark_unknown'
  | 'too_late_to_undo'
export type Marked = Result<MarkView, Refusal<RefusalCode>>

/** The fields of a sheet from a pull: its rework and drawing (see `WorkBook.applyPull`), and its approval. */
export type PulledSheet = Parameters<WorkBook['applyPull']>[0] & { approval: string }

export interface MarkSummary {
  held: number
  undelivered: number
  needsPerson: number
  /** Milliseconds since 1970; null where nothing waits. */
  oldestMarkedAt: number | null
}

export interface MarksOptions {
  db: Database
  rows: MarkRows
  jobs: Jobs
  operators: Operators
  work: WorkBook
  steps: MarkSteps
  clock: Clock
  bootId: string
  newId: () => string
  /** Called after the commit. */
  onChange: (sheetIds: string[]) => void
  /** Called after a commit that changes nothing on a screen. */
  onStored: () => void
  /** Called when SQLite or the disk refuses a write. */
  onNotStored: (refusal: NotStored) => void
  onBoundary: OnBoundary
}

// each row is a commit; between two batches the event loop does other work
const rowsPerBatch = 5

export class Marks {
  readonly #options: MarksOptions
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #insertMark: { immediate: (mark: NewMark) => Mark | RefusalCode }

  constructor(options: MarksOptions) {
    this.#options = options
    this.#statements = prepareStatements(options.db)
    // the checks run in the transaction that inserts: one read of the file, and no change can come between
    this.#insertMark = options.db.transaction((mark: NewMark): Mark | RefusalCode => this.#checkAndInsert(mark))
  }

  /**
   * Stores the drawing of a sheet that is on a screen, after the current turn of the event loop, so that a later tap has less to write. Where
   * the disk refuses it, the tap reports the error, because its commit checks the drawing again.
   */
  storeDrawingAhead(sheet: Sheet): void {
    if (sheet.bent !== null || !isApprovedForMark(sheet.approval.state)) return
    const { db, jobs, onStored, onNotStored } = this.#options
    setImmediate(() => {
      // the station may have ended in the meantime
      if (!db.open) return
      const refusal = catchStorageError(() => {
        const hash = drawingHash(sheet)
        if (this.#statements.sheetRecord.get({ sheetId: sheet.id, hash }) !== 'nothing') return null
        jobs.keepDrawing(sheet, hash)
        onStored()
        return null
      })
      if (refusal !== null) onNotStored(refusal.error)
    })
  }

  /**
   * Returns only after the commit: `ok` means that the mark is on the disk, since `store-file.ts` opens the store with durability FULL, so
   * SQLite syncs each commit (`synchronous` in `platform/sqlite.ts`).
   */
  create(mark: NewMark): Marked {
    const { onBoundary, onChange, onNotStored } = this.#options
    const marked = catchStorageError<Marked>(() => {
      const stored = this.#insertMark.immediate(mark)
      if (typeof stored === 'string') return refused(stored)
      onBoundary('tick_committed')
      onChange([stored.sheetId])
      return ok(viewOf(stored))
    })
    if (!marked.ok && marked.error.code === 'not_stored') onNotStored(marked.error)
    return marked
  }

  /** Refused after the hold. */
  undo(operationId: string): Marked {
    const { rows, steps } = this.#options
    return catchStorageError(() => {
      const mark = rows.find(operationId)
      if (mark === undefined) return refused('mark_unknown')
      const undone = remainingHoldMs(mark, this.#time()) > 0 ? steps.apply(mark, { kind: 'undone' }) : null
      return undone === null ? refused('too_late_to_undo') : ok(viewOf(undone.mark))
    })
  }

  /**
   * Applies a sheet from a pull: moves each unsent row whose result the sheet decides, and pauses a job for another
   * drawing or from before a rework. `sheet.drawingHash` is called only where it decides something; it returns null where the sheet has not
   * been read yet.
   */
  readonly applyPull = (sheet: PulledSheet): void => {
    const { rows, steps, work } = this.#options
    const pulled: MarkEvent = {
      kind: 'pulled',
      reworkCount: sheet.reworkCount,
      approved: isApprovedForMark(sheet.approval),
    }
    for (const mark of rows.unsettledOfSheet(sheet.sheetId)) if (mark.state !== 'sending') steps.apply(mark, pulled)
    if (work.applyPull(sheet)) steps.realign(sheet.sheetId)
  }

  /** Whether `applyPull` could change anything of the sheet. Checks a whole day's sheets in a few milliseconds. */
  readonly canPullAffect = (sheetId: string): boolean => this.#statements.isPullRelevant.get({ sheetId }) === 1

  /**
   * The mark to show on the sheet: the newest one. An undone mark is returned only where there is no other, so that the operator sees
   * that it was undone. Null also for a mark that was settled before `reworkCount`, the sheet's present rework count.
   */
  markOnSheet(sheetId: string, reworkCount?: number): MarkView | null {
    const mark = this.#options.rows.newestOfSheet(sheetId)
    if (mark === undefined) return null
    const isSettled = mark.state === 'delivered' || mark.state === 'cancelled'
    const isOlder = isSettled && reworkCount !== undefined && reworkCount > mark.targetReworkCount
    return isOlder ? null : viewOf(mark)
  }

  /** Those of the sheets that may have a mark to show. Most sheets of a long list have none, so one query excludes them. */
  sheetsWithMarks(sheetIds: readonly string[]): ReadonlySet<string> {
    return new Set(this.#options.rows.sheetsWithRows(sheetIds))
  }

  /** Whether a mark is held, or is being sent at this moment. */
  readonly hasHeldOrSending = (): boolean => {
    const { rows } = this.#options
    return rows.rowsInState('held').length > 0 || rows.rowsInState('sending').length > 0
  }

  /**
   * Marks that are neither delivered nor cancelled, oldest first. With `limit`, at most that many, and those that need a person come
   * first. `summary` returns the totals.
   */
  marksNeedingAttention(limit?: number): MarkView[] {
    const { rows } = this.#options
    return (limit === undefined ? rows.unsettled() : rows.mostUrgent(limit)).map(viewOf)
  }

  /** `shopSlug/environment` of the oldest mark that is not settled; null where there is none. */
  readonly undeliveredFingerprint = (): string | null => this.#options.rows.oldestFingerprint()

  /**
   * The service was restored from a backup: verifies the marks that it accepted within the last days and those that are still to be
   * sent. Yields to the loop after every few rows, because each row is a commit. Rejects when `signal` is aborted.
   */
  async verifyAfterRestore(signal?: AbortSignal): Promise<void> {
    const { rows, steps } = this.#options
    for (const [index, id] of rows.deliveredOrToSend().entries()) {
      if (index > 0 && index % rowsPerBatch === 0) await nextImmediate(undefined, { signal })
      const mark = rows.find(id)
      if (mark !== undefined) steps.apply(mark, { kind: 'service_restored' })
    }
  }

  summary(): MarkSummary {
    const counts = this.#options.rows.countsByState()
    const sum = (includes: (state: string) => boolean): number =>
      counts.reduce((total, { state, rows }) => total + (includes(state) ? rows : 0), 0)
    const undelivered: readonly string[] = undeliveredStates
    const held = sum((state) => state === 'held')
    return {
      held,
      undelivered: sum((state) => undelivered.includes(state)) - held,
      // includes a state that only a later program knows: nobody else will handle it
      needsPerson: sum((state) => !undelivered.includes(state)),
      oldestMarkedAt: counts.length === 0 ? null : Math.min(...counts.map(({ oldest }) => oldest)),
    }
  }

  /** See `WorkBook.stopReader`. */
  stopReader(): ReturnType<WorkBook['stopReader']> {
    return this.#options.work.stopReader()
  }

  /** True for a sheet that must not leave the screen: it has an undelivered mark, or an open or paused job. */
  readonly mustStayListed = (sheetId: string): boolean => {
    const { rows, jobs } = this.#options
    return rows.unsettledOfSheet(sheetId).length > 0 || jobs.openOrPausedJobs(sheetId).length > 0
  }

  #checkAndInsert(mark: NewMark): Mark | RefusalCode {
    const { jobs, work } = this.#options
    const hash = drawingHash(mark.sheet)
    const record = this.#statements.sheetRecord.get({ sheetId: mark.sheet.id, hash })
    const isTouched = record === 'touched'
    const atWork = isTouched ? jobs.openOrPausedJobs(mark.sheet.id) : []
    const job = work.jobOf(mark.sheet, hash, atWork)
    const refusal = this.#refusalOf(mark, job, isTouched)
    return refusal ?? this.#insert(mark, hash, { atWork, hasDrawing: record === 'drawing' })
  }

  #refusalOf(mark: NewMark, job: Job | undefined, isTouched: boolean): RefusalCode | null {
    const { operators, work } = this.#options
    const { operatorId = null } = mark
    if (operatorId !== null && operators.find(operatorId)?.active !== true) return 'operator_unknown'
    return work.stopOfMark(mark.sheet, job, isTouched) ?? this.#refusalOfPieces(mark, job)
  }

  #refusalOfPieces({ sheet, pieces }: NewMark, job: Job | undefined): RefusalCode | null {
    const counted = this.#options.work.countedPieces(sheet, job)
    if (pieces === undefined) return counted === null || counted.complete ? null : 'pieces_differ'
    const { count, choice, reason } = pieces
    const fits = choice === 'over' ? count > sheet.quantity : count >= 1 && count < sheet.quantity
    if (!Number.isInteger(count) || !fits || reason.trim() === '') return 'bad_pieces'
    return counted === null || counted.done === count ? null : 'pieces_differ'
  }

  #insert(mark: NewMark, hash: string, facts: AlreadyRead): Mark {
    const { rows, jobs, newId, onBoundary } = this.#options
    const operationId = newId()
    const job = jobs.openJob(mark.sheet, hash, mark.pressBrakeId, { ...facts, id: operationId })
    const stored = rows.insert(this.#newRow(mark, { operationId, jobId: job.id, hash }))
    onBoundary('tick_in_commit')
    return stored
  }

  #newRow(mark: NewMark, { operationId, jobId, hash }: { operationId: string; jobId: string; hash: string }): NewRow {
    const { sheet } = mark
    const { now, monotonic, bootId } = this.#time()
    return {
      operationId,
      jobId,
      sheetId: sheet.id,
      sheetVersion: sheet.version,
      drawingVersion: sheet.drawingVersion,
      reworkCount: sheet.reworkCount,
      drawingHash: hash,
      operatorId: mark.operatorId ?? null,
      by: mark.by ?? this.#initialsOf(mark.operatorId ?? null),
      quantity: sheet.quantity,
      pieces: mark.pieces?.count ?? sheet.quantity,
      piecesChoice: mark.pieces?.choice ?? null,
      piecesReason: mark.pieces?.reason ?? null,
      pressBrakeId: mark.pressBrakeId,
      markedAt: now,
      serviceOffsetMs: mark.serviceOffsetMs === null ? null : Math.round(mark.serviceOffsetMs),
      bootId,
      monotonicMs: monotonic,
      heldUntil: now + holdMs,
      fingerprint: mark.fingerprint,
      targetDrawingVersion: sheet.drawingVersion,
      targetReworkCount: sheet.reworkCount,
      targetDrawingHash: hash,
      idempotencyKey: operationId,
      changedAt: now,
      ...notSentYet,
    }
  }

  #initialsOf(operatorId: string | null): string | null {
    return operatorId === null ? null : (this.#options.operators.find(operatorId)?.initials ?? null)
  }

  #time(): { now: number; monotonic: number; bootId: string } {
    const { clock, bootId } = this.#options
    return { now: clock.now(), monotonic: clock.monotonic(), bootId }
  }
}

type NewRow = Omit<Mark, 'seq'>

const notSentYet = {
  state: 'held',
  reason: null,
  detail: null,
  attempts: 0,
  failingSince: null,
  dueAt: null,
  ifMatchVersion: null,
  payload: 'whole',
  payloadVersion: null,
  request: null,
  bentAt: null,
  firstSentAt: null,
  lastSentAt: null,
  deliveredAt: null,
} as const satisfies Partial<NewRow>

function prepareStatements(db: Database) {
  const isPullRelevant = db
    .prepare<{ sheetId: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM mark WHERE sheet_id = @sheetId AND state <> 'cancelled' AND state <> 'delivered')
         OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'open')
         OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'paused')
         OR EXISTS (SELECT 1 FROM deviation WHERE sheet_id = @sheetId AND state = 'open')`,
    )
    .pluck()
  // for most sheets the store holds nothing before their mark, and this is the only query of a tap
  const sheetRecord = db
    .prepare<{ sheetId: string; hash: string }, 'touched' | 'drawing' | 'nothing'>(
      `SELECT CASE
         WHEN EXISTS (SELECT 1 FROM mark WHERE sheet_id = @sheetId AND state <> 'cancelled')
           OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'open')
           OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'paused')
           OR EXISTS (SELECT 1 FROM mark_history WHERE sheet_id = @sheetId)
           OR EXISTS (SELECT 1 FROM deviation WHERE sheet_id = @sheetId AND state = 'open') THEN 'touched'
         WHEN EXISTS (SELECT 1 FROM drawing WHERE sheet_id = @sheetId AND hash = @hash) THEN 'drawing'
         ELSE 'nothing' END`,
    )
    .pluck()
  return { isPullRelevant, sheetRecord }
}
