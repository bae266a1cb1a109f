// Taking marks, undoing them, and what the screen is told of them. Touches the outbox's file alone; a mark that is answered is on
// the disk.
import type { MarkView } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Happening } from './happening.ts'
import type { Ledger } from './ledger.ts'
import type { MarkRows } from './mark-rows.ts'
import { holdLeft, holdMs, mayBeMarked, needsPersonStates, undeliveredStates, viewOf } from './mark.ts'
import type { Mark, Sheet } from './mark.ts'
import { after, type Step } from './step.ts'
import { transition } from './transition.ts'
import type { OnBoundary } from './watch.ts'

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

export type Refusal =
  | { ok: false; code: 'already_marked' | 'already_bent' | 'not_approved' | 'mark_unknown' | 'too_late_to_undo' }
  /** The disk did not take it: there is no tick, and somebody must be told loudly. */
  | { ok: false; code: 'not_stored'; message: string }
export type Marked = { ok: true; mark: MarkView } | Refusal

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
  clock: Clock
  bootId: string
  newId: () => string
  /** Told after the commit. */
  onChange: (sheetIds: string[]) => void
  onLine: (line: string) => void
  onBoundary: OnBoundary
}

export type Marks = ReturnType<typeof createMarks>

export function createMarks(options: MarksOptions) {
  const { db, rows, ledger, clock, bootId, newId, onChange, onLine, onBoundary } = options

  const at = () => ({ now: clock.now(), monotonic: clock.monotonic(), bootId })

  const insert = db.transaction((mark: NewMark): Mark => {
    const { sheet } = mark
    const hash = drawingHash(sheet)
    const job = ledger.openJob(sheet, hash, mark.pressBrakeId)
    const operationId = newId()
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
      by: mark.by,
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
  })

  const settleJob = (mark: Mark): void => {
    if (mark.state === 'delivered') ledger.close(mark.jobId)
    if (mark.state === 'cancelled' && ledger.countsOf(mark.jobId).length === 0) ledger.close(mark.jobId)
  }
  const write = db.transaction((from: Mark, to: Mark): void => {
    rows.move(from, to)
    settleJob(to)
    onBoundary(`${to.state}_in_commit`)
  })

  /** One step of one row, committed; what it changes in the request beyond the step goes through `also`. */
  const move = (mark: Mark, step: Step, also: Partial<Mark> = {}): Mark => {
    const next = { ...after(mark, step, { now: clock.now(), newKey: newId() }), ...also }
    write.immediate(mark, next)
    onBoundary(`${next.state}_committed`)
    onChange([mark.sheetId])
    return next
  }
  /** Null where the table has no line for it in the row's state. */
  const happen = (mark: Mark, happening: Happening): { mark: Mark; line: string; step: Step } | null => {
    const found = transition(mark, happening)
    if (found === null) return null
    onLine(found.line)
    return { ...found, mark: move(mark, found.step) }
  }

  const refuse = (mark: NewMark): Refusal | null => {
    if (mark.sheet.bent !== null) return { ok: false, code: 'already_bent' }
    if (rows.ofBending(mark.sheet.id, mark.sheet.reworkCount) !== undefined)
      return { ok: false, code: 'already_marked' }
    return mayBeMarked(mark.sheet.approval.state) ? null : { ok: false, code: 'not_approved' }
  }

  return {
    move,
    happen,

    /** Returns only after the commit: `ok` means that it is on the disk. */
    create: (mark: NewMark): Marked =>
      guarded(() => {
        const refusal = refuse(mark)
        if (refusal !== null) return refusal
        const stored = insert.immediate(mark)
        onBoundary('tick_committed')
        onChange([stored.sheetId])
        return { ok: true, mark: viewOf(stored) }
      }),

    undo: (operationId: string): Marked =>
      guarded(() => {
        const mark = rows.byId(operationId)
        if (mark === undefined) return { ok: false, code: 'mark_unknown' }
        const undone = holdLeft(mark, at()) > 0 ? happen(mark, { kind: 'undone' }) : null
        return undone === null ? { ok: false, code: 'too_late_to_undo' } : { ok: true, mark: viewOf(undone.mark) }
      }),

    /** What a pull said of a sheet: a row whose fate it decides is moved before it is sent. */
    notice: (sheet: { sheetId: string; reworkCount: number; approval: string }): void => {
      const pulled: Happening = {
        kind: 'pulled',
        reworkCount: sheet.reworkCount,
        approved: mayBeMarked(sheet.approval),
      }
      for (const mark of rows.unsettledOfSheet(sheet.sheetId)) if (mark.state !== 'sending') happen(mark, pulled)
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

    /** Every mark that is neither delivered nor cancelled, oldest first. */
    marksNeedingAttention: (): MarkView[] => rows.unsettled().map(viewOf),

    /** `shopSlug/environment` for which marks are under way here; null where none are. */
    madeFor: (): string | null => rows.unsettled()[0]?.fingerprint ?? null,

    summary: (): MarkSummary => {
      const counted = rows.counted()
      const sum = (states: readonly string[]): number =>
        counted.reduce((total, { state, rows: count }) => total + (states.includes(state) ? count : 0), 0)
      return {
        held: sum(['held']),
        undelivered: sum(undeliveredStates) - sum(['held']),
        needsPerson: sum(needsPersonStates),
        oldestMarkedAt: counted.length === 0 ? null : Math.min(...counted.map(({ oldest }) => oldest)),
      }
    },

    /** True for a sheet that must not leave the screen: it has a mark under way or a job at work. */
    keeps: (sheetId: string): boolean =>
      rows.unsettledOfSheet(sheetId).length > 0 || ledger.jobsAtWork(sheetId).length > 0,
  }
}

/** What the disk would not take is a refusal with its reason, not an exception: the operator must see that there is no tick. */
function guarded(act: () => Marked): Marked {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      return { ok: false, code: 'not_stored', message: `${String(error.code)}: ${error.message}` }
    throw error
  }
}
