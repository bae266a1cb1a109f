// What operators and supervisors change: they book and correct pieces, report and release a wrong drawing, override an approval and
// close a job. Each act is one commit. A refusal names its reason and changes nothing. Touches only the outbox's file.
import { ok, type Result } from '../../../shared/base/result.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { ApprovalOverrides } from './approval-overrides.ts'
import type { DeviationReason, Deviations, ReportElsewhere } from './deviations.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { Elsewhere, NotStored, Refusal } from '../store/index.ts'
import { BelowZeroError, type Counted, type Jobs, type PieceKind } from './jobs.ts'
import { isApprovedForMark } from '../marks/index.ts'
import type { Sheet } from '../marks/index.ts'
import { countId, type Programs } from './programs.ts'
import type { Operators } from './operators.ts'
import type { OnBoundary } from '../test-hooks.ts'
import type { JobRefusal, Work, WorkBook } from './work.ts'

/** The sheet as the screen shows it, and who works on it. */
export interface WorkTarget {
  sheet: Sheet
  pressBrakeId: string | null
  operatorId: string | null
}
interface Booking extends WorkTarget {
  /** The screen's id of this act. An act that is sent twice is booked once. */
  actId: string
  pieceNo: number
}

export type WorkRefusalCode =
  | JobRefusal
  | 'drawing_changed'
  | 'operator_unknown'
  | 'piece_unknown'
  | 'bad_count'
  | 'below_zero'
  | 'reason_missing'
  | 'deviation_unknown'
export type WorkRefusal = Refusal<WorkRefusalCode>
export type Worked = Result<Work, WorkRefusal>

/** The reason stored with both rows of 'last piece was scrap', so that they can be recognised as one act. */
const lastWasScrapReason = 'last piece was scrap'
const maxCount = 100_000

export interface CountingParts {
  db: Database
  jobs: Jobs
  work: WorkBook
  operators: Operators
  deviations: Deviations
  overrides: ApprovalOverrides
  programs: Programs
  elsewhere: Pick<Elsewhere, 'releaseOf'>
  /** Called after the commit, so that marks of the sheet are stopped or released. */
  onChange: (sheetId: string) => void
  onBoundary: OnBoundary
}

const isCount = (delta: number): boolean => Number.isInteger(delta) && Math.abs(delta) <= maxCount && delta !== 0

export class Counting {
  readonly #options: CountingParts
  readonly #inTransaction: { immediate: (act: () => WorkRefusalCode | null) => WorkRefusalCode | null }

  constructor(options: CountingParts) {
    this.#options = options
    this.#inTransaction = options.db.transaction((act: () => WorkRefusalCode | null): WorkRefusalCode | null => {
      const refusal = act()
      options.onBoundary('work_in_commit')
      return refusal
    })
  }

  /** Books `count` pieces, at least 1. */
  book(booking: Booking & { kind: PieceKind; count: number; source: 'controller' | 'hand'; reason?: string }): Worked {
    return isCount(booking.count) && booking.count > 0
      ? this.#book(booking, [
          { kind: booking.kind, source: booking.source, delta: booking.count, reason: trimmedOrNone(booking.reason) },
        ])
      : refused('bad_count')
  }

  /**
   * Books the pieces that raise the controller's count of a program to `total`. No total is booked twice. Refused for another drawing
   * or bending than the program's.
   */
  countByController(reading: { sheet: Sheet; programId: string; total: number; operatorId: string | null }): Worked {
    return this.#commit(reading.sheet, () => {
      const { sheet, programId, total, operatorId } = reading
      const program = this.#options.programs.find(programId)
      const added = total - this.#options.programs.counted(programId)
      if (added <= 0) return null
      if (!isCount(added)) return 'bad_count'
      const hash = drawingHash(sheet)
      const isOfProgram = program?.drawingHash === hash && program.reworkCount === sheet.reworkCount
      if (program === undefined || program.sheetId !== sheet.id || !isOfProgram) return 'drawing_changed'
      const stop = this.#options.work.stopOfWork(sheet, hash)
      if (stop !== null) return stop
      const { pieceNo } = program
      // the program was sent for a length into which the sheet is no longer split
      if (!this.#options.work.piecesOf(sheet, hash).some((piece) => piece.pieceNo === pieceNo)) return 'piece_unknown'
      const { id: jobId } = this.#options.jobs.openJob(sheet, hash, program.pressBrakeId)
      const id = countId(programId, total)
      this.#options.jobs.append({ id, jobId, pieceNo, kind: 'good', source: 'controller', delta: added, operatorId })
      return null
    })
  }

  /**
   * Books two rows in one act: an adjustment with its reason takes one good piece back, and one piece is booked as scrap. The sum of
   * all bent pieces does not change.
   */
  lastWasScrap(booking: Booking): Worked {
    return this.#book(booking, [
      { kind: 'adjust', source: 'hand', delta: -1, reason: lastWasScrapReason },
      { kind: 'scrap', source: 'hand', delta: 1, reason: lastWasScrapReason },
    ])
  }

  /** Corrects one of the counts by hand, up or down. */
  adjust(booking: Booking & { corrects: PieceKind; delta: number; reason: string }): Worked {
    if (!isCount(booking.delta)) return refused('bad_count')
    const reason = trimmedOrNone(booking.reason)
    if (reason === undefined) return refused('reason_missing')
    return this.#book(booking, [
      { kind: 'adjust', source: 'hand', delta: booking.delta, corrects: booking.corrects, reason },
    ])
  }

  /** Stops the sheet at this station until a supervisor releases it or a new drawing arrives. The reason `other` needs a text. */
  reportDeviation(target: WorkTarget & { reason: DeviationReason; text: string | null }): Worked {
    return this.#commit(target.sheet, () => {
      if (this.#isUnknownOperator(target)) return 'operator_unknown'
      const text = trimmedOrNone(target.text ?? '') ?? null
      if (target.reason === 'other' && text === null) return 'reason_missing'
      const { sheet, reason, operatorId } = target
      const by = this.#initialsOf(operatorId)
      this.#options.deviations.report({ sheet, drawingHash: drawingHash(sheet), reason, text, by, operatorId })
      return null
    })
  }

  /** A supervisor confirms that the drawing is right. The stopped work continues. */
  releaseDeviation(release: { id: string; by: string; why: string }): Result<undefined, WorkRefusal> {
    return catchStorageError(() => {
      const by = trimmedOrNone(release.by)
      const why = trimmedOrNone(release.why)
      if (by === undefined || why === undefined) return refused('reason_missing')
      const deviation = this.#options.deviations.find(release.id)
      if (deviation === undefined || !this.#options.deviations.release(release.id, by, why))
        return refused('deviation_unknown')
      this.#options.onChange(deviation.sheetId)
      return ok(undefined)
    })
  }

  /** A supervisor here releases a drawing that another station reported. */
  releaseElsewhere(reported: ReportElsewhere, release: { by: string; why: string }): Result<undefined, WorkRefusal> {
    return catchStorageError(() => {
      const by = trimmedOrNone(release.by)
      const why = trimmedOrNone(release.why)
      if (by === undefined || why === undefined) return refused('reason_missing')
      if (!this.#options.deviations.releaseElsewhere(reported, by, why)) return refused('deviation_unknown')
      this.#options.onChange(reported.sheetId)
      return ok(undefined)
    })
  }

  /**
   * Settles the reports of this station that another station released. A report with an unsettled mark here stays open, because another
   * station moves no mark of this one. Throws the error of a disk that refuses it.
   */
  mergeReleases(): void {
    const { deviations, elsewhere, work, onChange } = this.#options
    for (const { id, sheetId } of deviations.open()) {
      const release = elsewhere.releaseOf(id)
      if (release === null || work.hasUnsettledMark(sheetId)) continue
      deviations.release(id, release.by, release.why)
      onChange(sheetId)
    }
  }

  /** A supervisor permits work on a sheet before the customer has answered. Its mark still waits for the answer. */
  overrideApproval(target: WorkTarget & { by: string; why: string }): Worked {
    return this.#commit(target.sheet, () => {
      if (this.#isUnknownOperator(target)) return 'operator_unknown'
      const by = trimmedOrNone(target.by)
      const why = trimmedOrNone(target.why)
      if (by === undefined || why === undefined) return 'reason_missing'
      if (isApprovedForMark(target.sheet.approval.state)) return null
      const { sheet, operatorId } = target
      this.#options.overrides.give({ sheetId: sheet.id, drawingHash: drawingHash(sheet), by, why, operatorId })
      return null
    })
  }

  /** Ends the counting on a job, for a drawing that is no longer wanted or an order that no longer exists. Its counts stay stored. */
  closeJob(jobId: string): Result<undefined, NotStored> {
    return catchStorageError(() => {
      const job = this.#options.jobs.find(jobId)
      if (job !== undefined && job.state !== 'closed') this.#options.jobs.close(jobId)
      if (job !== undefined) this.#options.onChange(job.sheetId)
      return ok(undefined)
    })
  }

  #isUnknownOperator({ operatorId }: Pick<WorkTarget, 'operatorId'>): boolean {
    return operatorId !== null && this.#options.operators.find(operatorId)?.active !== true
  }

  #initialsOf(operatorId: string | null): string | null {
    return operatorId === null ? null : (this.#options.operators.find(operatorId)?.initials ?? null)
  }

  #commit(sheet: Sheet, act: () => WorkRefusalCode | null): Worked {
    return catchStorageError(() => {
      const refusal = belowZeroAsRefusal(() => this.#inTransaction.immediate(act))
      if (refusal !== null) return refused(refusal)
      this.#options.onBoundary('work_committed')
      this.#options.onChange(sheet.id)
      return ok(this.#options.work.workOf(sheet))
    })
  }

  #book(booking: Booking, events: readonly (Counted & { delta: number })[]): Worked {
    return this.#commit(booking.sheet, () => {
      if (this.#options.jobs.isBooked(`${booking.actId}.0`)) return null
      if (this.#isUnknownOperator(booking)) return 'operator_unknown'
      const stop = this.#options.work.stopOfWork(booking.sheet)
      if (stop !== null) return stop
      if (!this.#options.work.piecesOf(booking.sheet).some(({ pieceNo }) => pieceNo === booking.pieceNo))
        return 'piece_unknown'
      const hash = drawingHash(booking.sheet)
      const { id: jobId } = this.#options.jobs.openJob(booking.sheet, hash, booking.pressBrakeId)
      const { pieceNo, operatorId } = booking
      this.#options.jobs.append(
        ...events.map((event, no) => ({ ...event, id: `${booking.actId}.${no}`, jobId, pieceNo, operatorId })),
      )
      return null
    })
  }
}

export const trimmedOrNone = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}

function belowZeroAsRefusal<T>(act: () => T): T | 'below_zero' {
  try {
    return act()
  } catch (error) {
    if (error instanceof BelowZeroError) return 'below_zero'
    throw error
  }
}
