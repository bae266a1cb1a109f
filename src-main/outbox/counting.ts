// What people at the brake do to the counts and to the work: book, correct, report a wrong drawing, hand over and take over. Each
// act is one commit; a refusal says why and changes nothing. Touches the outbox's file alone.
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import type { ApprovalOverrides } from './approval-overrides.ts'
import type { DeviationReason, Deviations } from './deviations.ts'
import { kept, type NotStored } from './kept.ts'
import { BelowZeroError, type Counted, type Ledger, type PieceKind } from './ledger.ts'
import { mayBeMarked, type Sheet } from './mark.ts'
import { countId, type Programs } from './programs.ts'
import type { Operators } from './operators.ts'
import type { OnBoundary } from './watch.ts'
import type { Stop, Work, WorkBook } from './work.ts'

/** Who acts on which sheet, as it stands on the screen. */
export interface At {
  sheet: Sheet
  pressBrakeId: string | null
  operatorId: string | null
}
interface Booking extends At {
  /** The screen's own id of this act: one that comes twice is booked once. */
  actId: string
  pieceNo: number
}

export type WorkRefusalCode =
  | Stop
  | 'drawing_changed'
  | 'operator_unknown'
  | 'piece_unknown'
  | 'bad_count'
  | 'below_zero'
  | 'reason_missing'
  | 'deviation_unknown'
export type WorkRefusal = { ok: false; code: WorkRefusalCode } | NotStored
export type Worked = { ok: true; work: Work } | WorkRefusal

/** The reason kept with 'last piece was scrap': the good one taken back and the scrap that it became belong together. */
export const lastWasScrapReason = 'last piece was scrap'
const mostAtOnce = 100_000

export interface CountingParts {
  db: Database
  ledger: Ledger
  work: WorkBook
  operators: Operators
  deviations: Deviations
  overrides: ApprovalOverrides
  programs: Programs
  /** Told after the commit: marks of the sheet are stopped, or let go. */
  onChange: (sheetId: string) => void
  onBoundary: OnBoundary
}

export type Counting = ReturnType<typeof createCounting>

const isCount = (delta: number): boolean => Number.isInteger(delta) && Math.abs(delta) <= mostAtOnce && delta !== 0
const refused = (code: WorkRefusalCode): WorkRefusal => ({ ok: false, code })

export function createCounting(parts: CountingParts) {
  const { db, ledger, work, operators, deviations, overrides, programs, onChange, onBoundary } = parts

  const unknownOperator = ({ operatorId }: Pick<At, 'operatorId'>): boolean =>
    operatorId !== null && operators.find(operatorId)?.active !== true
  const initialsOf = (operatorId: string | null): string | null =>
    operatorId === null ? null : (operators.find(operatorId)?.initials ?? null)
  const committed = db.transaction((act: () => WorkRefusal | null): WorkRefusal | null => {
    const refusal = act()
    onBoundary('work_in_commit')
    return refusal
  })
  const acted = (sheet: Sheet, act: () => WorkRefusal | null): Worked =>
    kept(() => {
      const refusal = belowZeroAsRefusal(() => committed.immediate(act))
      if (refusal !== null) return refusal
      onBoundary('work_committed')
      onChange(sheet.id)
      return { ok: true, work: work.workOf(sheet) }
    })

  const book = (at: Booking, events: readonly (Counted & { delta: number })[]): Worked =>
    acted(at.sheet, () => {
      if (ledger.isBooked(`${at.actId}.0`)) return null
      if (unknownOperator(at)) return refused('operator_unknown')
      const stop = work.stopOfWork(at.sheet)
      if (stop !== null) return refused(stop)
      if (!work.piecesOf(at.sheet).some(({ pieceNo }) => pieceNo === at.pieceNo)) return refused('piece_unknown')
      const hash = drawingHash(at.sheet)
      const { id: jobId } = ledger.openJob(at.sheet, hash, at.pressBrakeId)
      const { pieceNo, operatorId } = at
      ledger.append(...events.map((event, no) => ({ ...event, id: `${at.actId}.${no}`, jobId, pieceNo, operatorId })))
      return null
    })

  return {
    /** Pieces made: as many as `count`, from 1. */
    book: (at: Booking & { kind: PieceKind; count: number; source: 'controller' | 'hand'; reason?: string }): Worked =>
      isCount(at.count) && at.count > 0
        ? book(at, [{ kind: at.kind, source: at.source, delta: at.count, reason: blankAsNone(at.reason) }])
        : refused('bad_count'),

    /**
     * Books so many that the controller's count of a program is `total`; no total is booked twice. Only for the drawing and the
     * bending that the program was made for.
     */
    countByController: (at: { sheet: Sheet; programId: string; total: number; operatorId: string | null }): Worked =>
      acted(at.sheet, () => {
        const { sheet, programId, total, operatorId } = at
        const program = programs.find(programId)
        const more = total - programs.counted(programId)
        if (more <= 0) return null
        if (!isCount(more)) return refused('bad_count')
        const hash = drawingHash(sheet)
        const isOfProgram = program?.drawingHash === hash && program.reworkCount === sheet.reworkCount
        if (program === undefined || program.sheetId !== sheet.id || !isOfProgram) return refused('drawing_changed')
        const stop = work.stopOfWork(sheet, hash)
        if (stop !== null) return refused(stop)
        const { pieceNo } = program
        // it was sent for a length that the sheet is no longer made in
        if (!work.piecesOf(sheet, hash).some((piece) => piece.pieceNo === pieceNo)) return refused('piece_unknown')
        const { id: jobId } = ledger.openJob(sheet, hash, program.pressBrakeId)
        const id = countId(programId, total)
        ledger.append({ id, jobId, pieceNo, kind: 'good', source: 'controller', delta: more, operatorId })
        return null
      }),

    /**
     * One act of two rows: the good one is taken back by an adjustment that says why, and booked as scrap. Nothing is subtracted in
     * silence, and the sum of all that was bent stays as it was.
     */
    lastWasScrap: (at: Booking): Worked =>
      book(at, [
        { kind: 'adjust', source: 'hand', delta: -1, reason: lastWasScrapReason },
        { kind: 'scrap', source: 'hand', delta: 1, reason: lastWasScrapReason },
      ]),

    /** A correction by hand, up or down, of one of the counts. */
    adjust: (at: Booking & { corrects: PieceKind; delta: number; reason: string }): Worked => {
      if (!isCount(at.delta)) return refused('bad_count')
      const reason = blankAsNone(at.reason)
      if (reason === undefined) return refused('reason_missing')
      return book(at, [{ kind: 'adjust', source: 'hand', delta: at.delta, corrects: at.corrects, reason }])
    },

    /** Stops the sheet at this station until it is released or another drawing comes. `other` says what in words. */
    reportDeviation: (at: At & { reason: DeviationReason; text: string | null }): Worked =>
      acted(at.sheet, () => {
        if (unknownOperator(at)) return refused('operator_unknown')
        const text = blankAsNone(at.text ?? '') ?? null
        if (at.reason === 'other' && text === null) return refused('reason_missing')
        const { sheet, reason, operatorId } = at
        const by = initialsOf(operatorId)
        deviations.report({ sheet, drawingHash: drawingHash(sheet), reason, text, by, operatorId })
        return null
      }),

    /** A supervisor says that the drawing is right: what was stopped goes on. */
    releaseDeviation: (release: { id: string; by: string; why: string }): { ok: true } | WorkRefusal =>
      kept(() => {
        const by = blankAsNone(release.by)
        const why = blankAsNone(release.why)
        if (by === undefined || why === undefined) return refused('reason_missing')
        const deviation = deviations.find(release.id)
        if (deviation === undefined || !deviations.release(release.id, by, why)) return refused('deviation_unknown')
        onChange(deviation.sheetId)
        return { ok: true }
      }),

    /** A supervisor lets a sheet be worked on before the customer has answered. Its mark waits for the answer all the same. */
    overrideApproval: (at: At & { by: string; why: string }): Worked =>
      acted(at.sheet, () => {
        if (unknownOperator(at)) return refused('operator_unknown')
        const by = blankAsNone(at.by)
        const why = blankAsNone(at.why)
        if (by === undefined || why === undefined) return refused('reason_missing')
        if (mayBeMarked(at.sheet.approval.state)) return null
        const { sheet, operatorId } = at
        overrides.give({ sheetId: sheet.id, drawingHash: drawingHash(sheet), by, why, operatorId })
        return null
      }),

    /** No more is counted on it: pieces of a drawing that is no longer wanted, or of an order that is gone. Counts are kept. */
    closeJob: (jobId: string): { ok: true } | NotStored =>
      kept(() => {
        const job = ledger.jobOf(jobId)
        if (job !== undefined && job.state !== 'closed') ledger.close(jobId)
        if (job !== undefined) onChange(job.sheetId)
        return { ok: true }
      }),
  }
}

export const blankAsNone = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}

export function belowZeroAsRefusal<T>(act: () => T): T | WorkRefusal {
  try {
    return act()
  } catch (error) {
    if (error instanceof BelowZeroError) return refused('below_zero')
    throw error
  }
}
