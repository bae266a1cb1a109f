// Taking marks, undoing them, and what the screen is told of them. Touches the outbox's file alone; a mark that is answered is on
// the disk.
import { setImmediate as afterThis } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import type { MarkView } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Happening } from './happening.ts'
import { kept, type NotStored } from './kept.ts'
import type { Job, Known, Ledger } from './ledger.ts'
import type { MarkRows } from './mark-rows.ts'
import { holdLeft, holdMs, mayBeMarked, undeliveredStates, viewOf } from './mark.ts'
import type { Mark, Sheet } from './mark.ts'
import type { Operators } from './operators.ts'
import type { Steps } from './steps.ts'
import type { OnBoundary } from './watch.ts'
import type { Stop, WorkBook } from './work.ts'

export interface NewMark {
  /** As the screen showed it: the mark is pinned to its version, its drawing and its rework count. */
  sheet: Sheet
  by: string | null
  operatorId?: string | null
  pressBrakeId: string | null
  fingerprint: string
  /** Service's clock less this computer's, milliseconds; null: not measured yet. */
  serviceOffsetMs: number | null
  /** Left out: as many as the sheet says. Another number is sent only with a person's choice and reason. */
  pieces?: { count: number; choice: 'close_short' | 'over'; reason: string }
}

export type RefusalCode =
  | Stop
  | 'operator_unknown'
  /** The pieces that were counted are not the sheet's: a person must choose, with a reason, or correct the counts. */
  | 'pieces_differ'
  /** The choice does not fit the number, or says no reason. */
  | 'bad_pieces'
  | 'mark_unknown'
  | 'too_late_to_undo'
export type Refusal = { ok: false; code: RefusalCode } | NotStored
export type Marked = { ok: true; mark: MarkView } | Refusal

export type Noticed = Parameters<WorkBook['notice']>[0] & { approval: string }

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
  ledger: Ledger
  operators: Operators
  work: WorkBook
  steps: Steps
  clock: Clock
  bootId: string
  newId: () => string
  /** Told after the commit. */
  onChange: (sheetIds: string[]) => void
  /** Told after a commit that nobody needs to hear of. */
  onStored: () => void
  /** Told what the disk would not take. */
  onNotStored: (refusal: NotStored) => void
  onBoundary: OnBoundary
}

// each is a commit of its own
const rowsAtOnce = 5

export type Marks = ReturnType<typeof createMarks>

export function createMarks(options: MarksOptions) {
  const { db, rows, ledger, operators, work, steps, clock, bootId, newId, onChange, onBoundary } = options
  const { onStored, onNotStored } = options

  const at = () => ({ now: clock.now(), monotonic: clock.monotonic(), bootId })

  const insert = (mark: NewMark, hash: string, known: Known): Mark => {
    const { sheet } = mark
    const operationId = newId()
    const job = ledger.openJob(sheet, hash, mark.pressBrakeId, { ...known, id: operationId })
    const { now, monotonic } = at()
    const stored = rows.insert({
      operationId,
      jobId: job.id,
      sheetId: sheet.id,
      sheetVersion: sheet.version,
      drawingVersion: sheet.drawingVersion,
      reworkCount: sheet.reworkCount,
      drawingHash: hash,
      operatorId: mark.operatorId ?? null,
      by: mark.by ?? initials(mark.operatorId),
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
      state: 'held',
      reason: null,
      detail: null,
      attempts: 0,
      failingSince: null,
      dueAt: null,
      targetDrawingVersion: sheet.drawingVersion,
      targetReworkCount: sheet.reworkCount,
      targetDrawingHash: hash,
      ifMatchVersion: null,
      payload: 'whole',
      payloadVersion: null,
      idempotencyKey: operationId,
      request: null,
      bentAt: null,
      firstSentAt: null,
      lastSentAt: null,
      deliveredAt: null,
      changedAt: now,
    })
    onBoundary('tick_in_commit')
    return stored
  }

  const refusePieces = ({ sheet, pieces }: NewMark, job: Job | undefined): RefusalCode | null => {
    const counted = work.counted(sheet, job)
    if (pieces === undefined) return counted === null || counted.complete ? null : 'pieces_differ'
    const { count, choice, reason } = pieces
    const fits = choice === 'over' ? count > sheet.quantity : count >= 1 && count < sheet.quantity
    if (!Number.isInteger(count) || !fits || reason.trim() === '') return 'bad_pieces'
    return counted === null || counted.done === count ? null : 'pieces_differ'
  }
  const refuse = (mark: NewMark, job: Job | undefined, isTouched: boolean): RefusalCode | null => {
    const { operatorId = null } = mark
    if (operatorId !== null && operators.find(operatorId)?.active !== true) return 'operator_unknown'
    return work.stopOfMark(mark.sheet, job, isTouched) ?? refusePieces(mark, job)
  }
  const initials = (operatorId: string | null | undefined): string | null =>
    operatorId === null || operatorId === undefined ? null : (operators.find(operatorId)?.initials ?? null)
  const concerned = db
    .prepare<{ sheetId: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM mark WHERE sheet_id = @sheetId AND state <> 'cancelled' AND state <> 'delivered')
         OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'open')
         OR EXISTS (SELECT 1 FROM job WHERE sheet_id = @sheetId AND state = 'paused')
         OR EXISTS (SELECT 1 FROM deviation WHERE sheet_id = @sheetId AND state = 'open')`,
    )
    .pluck()

  // of most sheets the store has nothing before their mark, and a tap asks no more than that
  const found = db
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

  // what refuses it is read in the transaction that takes it: one look at the file, and nothing can come between
  const take = db.transaction((mark: NewMark): Mark | RefusalCode => {
    const hash = drawingHash(mark.sheet)
    const has = found.get({ sheetId: mark.sheet.id, hash })
    const isTouched = has === 'touched'
    const atWork = isTouched ? ledger.jobsAtWork(mark.sheet.id) : []
    const job = work.jobOf(mark.sheet, hash, atWork)
    return refuse(mark, job, isTouched) ?? insert(mark, hash, { atWork, hasDrawing: has === 'drawing' })
  })

  return {
    /**
     * It is on a screen: its drawing is kept once that has its answer, and not while somebody waits for a tick. Where the disk will not
     * have it the tap itself says so, since its commit makes sure of the drawing.
     */
    expect: (sheet: Sheet): void => {
      if (sheet.bent !== null || !mayBeMarked(sheet.approval.state)) return
      afterThis(() => {
        // the station may have ended meanwhile
        if (!db.open) return
        const refusal = kept(() => {
          const hash = drawingHash(sheet)
          if (found.get({ sheetId: sheet.id, hash }) !== 'nothing') return null
          ledger.keepDrawing(sheet, hash)
          onStored()
          return null
        })
        if (refusal !== null) onNotStored(refusal)
      })
    },

    /** Returns only after the commit: `ok` means that it is on the disk. */
    create: (mark: NewMark): Marked => {
      const marked = kept<Marked>(() => {
        const stored = take.immediate(mark)
        if (typeof stored === 'string') return { ok: false, code: stored }
        onBoundary('tick_committed')
        onChange([stored.sheetId])
        return { ok: true, mark: viewOf(stored) }
      })
      if (!marked.ok && marked.code === 'not_stored') onNotStored(marked)
      return marked
    },

    undo: (operationId: string): Marked =>
      kept(() => {
        const mark = rows.byId(operationId)
        if (mark === undefined) return { ok: false, code: 'mark_unknown' }
        const undone = holdLeft(mark, at()) > 0 ? steps.happen(mark, { kind: 'undone' }) : null
        return undone === null ? { ok: false, code: 'too_late_to_undo' } : { ok: true, mark: viewOf(undone.mark) }
      }),

    /**
     * What a pull said of a sheet: a row whose fate it decides is moved before it is sent, and a job for another drawing, or of
     * before a rework, is paused. `drawingHash`: asked for only where it decides something; null: the sheet is not read yet.
     */
    notice: (sheet: Noticed): void => {
      const pulled: Happening = {
        kind: 'pulled',
        reworkCount: sheet.reworkCount,
        approved: mayBeMarked(sheet.approval),
      }
      for (const mark of rows.unsettledOfSheet(sheet.sheetId)) if (mark.state !== 'sending') steps.happen(mark, pulled)
      if (work.notice(sheet)) steps.realign(sheet.sheetId)
    },

    /**
     * The sheet's mark to lay over its line: the newest; one that was undone where there is no other, so that the operator sees
     * that it was. With the sheet's present rework count, one that was settled for an earlier bending is none.
     */
    markOf: (sheetId: string, reworkCount?: number): MarkView | null => {
      const mark = rows.newestOfSheet(sheetId)
      if (mark === undefined) return null
      const settled = mark.state === 'delivered' || mark.state === 'cancelled'
      const past = settled && reworkCount !== undefined && reworkCount > mark.targetReworkCount
      return past ? null : viewOf(mark)
    },

    /** Those of the sheets that may have a mark to lay over them: most of a long list have none, and need not be asked one by one. */
    marked: (sheetIds: readonly string[]): ReadonlySet<string> => new Set(rows.marked(sheetIds)),

    /**
     * Marks that are neither delivered nor cancelled, oldest first. At most `limit`: then those that need a person come before all
     * others. `summary` says how many there are.
     */
    /** Held, or on the line at this moment. */
    inHand: (): boolean => rows.inHand('held').length > 0 || rows.inHand('sending').length > 0,
    marksNeedingAttention: (limit?: number): MarkView[] =>
      (limit === undefined ? rows.unsettled() : rows.mostUrgent(limit)).map(viewOf),

    /** `shopSlug/environment` for which marks are under way here; null where none are. */
    madeFor: rows.oldestFingerprint,

    /**
     * The service was restored from a copy: what it had taken within the last days, and what it is still to be sent, is looked up. The
     * first few at once, the rest as the loop comes round, since each is a commit; resolves when all are. Rejects once `signal` is aborted.
     */
    serviceRestored: async (signal?: AbortSignal): Promise<void> => {
      for (const [index, id] of rows.takenOrToSend().entries()) {
        if (index > 0 && index % rowsAtOnce === 0) await setImmediate(undefined, { signal })
        const mark = rows.byId(id)
        if (mark !== undefined) steps.happen(mark, { kind: 'service_restored' })
      }
    },

    summary: (): MarkSummary => {
      const counted = rows.counted()
      const sum = (belongs: (state: string) => boolean): number =>
        counted.reduce((total, { state, rows: count }) => total + (belongs(state) ? count : 0), 0)
      const underWay: readonly string[] = undeliveredStates
      const held = sum((state) => state === 'held')
      return {
        held,
        undelivered: sum((state) => underWay.includes(state)) - held,
        // a state of a later program, too: nobody else will look after it
        needsPerson: sum((state) => !underWay.includes(state)),
        oldestMarkedAt: counted.length === 0 ? null : Math.min(...counted.map(({ oldest }) => oldest)),
      }
    },

    /** Whether `notice` could change anything of the sheet: a whole day is asked through in a few milliseconds. */
    concerns: (sheetId: string): boolean => concerned.get({ sheetId }) === 1,

    stopped: work.stopped,
    /** True for a sheet that must not leave the screen: it has a mark under way or a job at work. */
    keeps: (sheetId: string): boolean =>
      rows.unsettledOfSheet(sheetId).length > 0 || ledger.jobsAtWork(sheetId).length > 0,
  }
}
