// How the work on a sheet stands at this station: its job, its counts against what is wanted, what stops it, and what a pull means
// for it. Touches the outbox's file alone.
import { wholePieces, type Split } from '../../shared/planning/split.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import type { ApprovalOverrides } from './approval-overrides.ts'
import type { Deviation, Deviations } from './deviations.ts'
import type { HandOvers } from './hand-overs.ts'
import { isAnything, type Job, type Ledger, type PieceCount } from './ledger.ts'
import type { MarkRows } from './mark-rows.ts'
import { mayBeMarked, type Sheet } from './mark.ts'

/** Why nothing of a sheet may be counted, sent to a machine or marked. */
export type Stop = 'already_bent' | 'already_marked' | 'drawing_wrong' | 'handed_over' | 'not_approved'

/** What is counted: a piece of a sheet, or a length of one. */
type MadePiece = Pick<Sheet['pieces'][number], 'pieceNo' | 'quantity' | 'lengthMm'>

export interface Work {
  sheetId: string
  /** The one for this drawing of the sheet; null where none was begun, and once its mark is delivered. */
  job: { id: string; drawingVersion: number; state: 'open' | 'paused' | 'handed_over' } | null
  /** Each of the sheet's pieces, or of the lengths that a planner split them into, counted or not. */
  pieces: (PieceCount & { wanted: number; lengthMm: number })[]
  /** Pieces of the sheet that are done: one in lengths with the last of them. */
  done: number
  /** Something was counted; and of each piece exactly as many as are wanted. */
  counted: boolean
  complete: boolean
  /** Nothing may be counted or sent to a machine; null: it may. */
  stop: Stop | null
  /** The code that took the counts away. */
  handOver: { code: string; by: string | null; at: number } | null
  /** What was made to another drawing of the sheet, or before it was reworked, and not closed. No piece done: lengths of none that is whole. */
  older: { jobId: string; drawingVersion: number; reworkCount: number; done: number }[]
  deviations: Deviation[]
  /** A supervisor lets it be worked on before the customer has answered. */
  overridden: boolean
}

export interface WorkParts {
  rows: MarkRows
  ledger: Ledger
  deviations: Deviations
  overrides: ApprovalOverrides
  handOvers: HandOvers
  /** The lengths that this drawing of the sheet is made in; null: its own pieces. */
  splitOf: (sheetId: string, drawingHash: string) => Split | null
}

export type WorkBook = ReturnType<typeof createWorkBook>

const sameBending = (sheet: Sheet, hash: string) => (job: Job) =>
  job.drawingHash === hash && job.reworkCount === sheet.reworkCount

const total = (counts: readonly PieceCount[]): number => counts.reduce((sum, { done }) => sum + done, 0)

export function createWorkBook({ rows, ledger, deviations, overrides, handOvers, splitOf }: WorkParts) {
  const jobOf = (sheet: Sheet, hash = drawingHash(sheet), jobs = ledger.jobsAtWork(sheet.id)): Job | undefined =>
    jobs.find(sameBending(sheet, hash))
  /** What a mark was made of, where it is over: its counts stay to be seen. */
  const markedJob = (sheet: Sheet): Job | undefined => {
    const mark = rows.ofBending(sheet.id, sheet.reworkCount)
    const job = mark === undefined ? undefined : ledger.jobOf(mark.jobId)
    return job?.state === 'closed' ? job : undefined
  }
  const isAway = (job: Job | undefined): boolean => job !== undefined && handOvers.awayBy(job.id) !== undefined
  /** Besides what the customer says. */
  const stopOf = (sheet: Sheet, job: Job | undefined, isTouched = true): Stop | null => {
    if (sheet.bent !== null) return 'already_bent'
    if (!isTouched) return null
    if (rows.isMarked(sheet.id, sheet.reworkCount)) return 'already_marked'
    if (deviations.isOpen(sheet.id)) return 'drawing_wrong'
    return isAway(job) ? 'handed_over' : null
  }
  const stopOfWork = (sheet: Sheet, hash = drawingHash(sheet)): Stop | null => {
    const waits = !mayBeMarked(sheet.approval.state) && !overrides.isGiven(sheet.id, hash)
    return stopOf(sheet, jobOf(sheet, hash)) ?? (waits ? 'not_approved' : null)
  }
  const piecesOf = (sheet: Sheet, hash = drawingHash(sheet)): readonly MadePiece[] =>
    splitOf(sheet.id, hash)?.pieces ??
    sheet.pieces.map(({ lengthMm, endLengthMm, ...piece }) => ({
      ...piece,
      lengthMm: Math.max(lengthMm, endLengthMm ?? lengthMm),
    }))
  const countsOf = (sheet: Sheet, job: Job | undefined): Work['pieces'] => {
    const counts = job === undefined ? [] : ledger.countsOf(job.id)
    return piecesOf(sheet, job?.drawingHash).map(({ pieceNo, quantity, lengthMm }) => {
      const none = { pieceNo, done: 0, test: 0, scrap: 0, rebend: 0 }
      return { ...(counts.find((count) => count.pieceNo === pieceNo) ?? none), wanted: quantity, lengthMm }
    })
  }
  const wholeOf = (sheet: Sheet, pieces: readonly PieceCount[], hash = drawingHash(sheet)): number => {
    const split = splitOf(sheet.id, hash)
    const doneOf = (pieceNo: number): number => pieces.find((piece) => piece.pieceNo === pieceNo)?.done ?? 0
    return split === null ? total(pieces) : wholePieces(split, doneOf)
  }

  return {
    jobOf,
    /** What was handed over of every sheet and has not come back. */
    away: handOvers.sheetsAway,
    /** What was done here that keeps a sheet as it is listed from being worked on. Read once for all lines of a list. */
    stopped: () => {
      const wrong = new Set(deviations.open().map(({ sheetId }) => sheetId))
      const away = new Map(handOvers.sheetsAway().map((bending) => [bending.sheetId, bending]))
      return (listed: Pick<Sheet, 'drawingVersion' | 'reworkCount'> & { sheetId: string }) => {
        if (wrong.has(listed.sheetId)) return 'drawing_wrong'
        const gone = away.get(listed.sheetId)
        const isSame = gone?.drawingVersion === listed.drawingVersion && gone.reworkCount === listed.reworkCount
        return isSame ? 'handed_over' : undefined
      }
    },
    /** What is counted: the sheet's pieces, or the lengths that they are made in. */
    piecesOf,
    /** For counting and for sending to a machine: a supervisor's override counts. */
    stopOfWork,
    /**
     * For a mark: the service takes none before the customer's yes, whatever a supervisor says. `isTouched`: false where the store is known
     * to have neither mark, job nor report of the sheet, so that it need not be asked.
     */
    stopOfMark: (sheet: Sheet, job: Job | undefined, isTouched: boolean): Stop | null =>
      stopOf(sheet, job, isTouched) ?? (mayBeMarked(sheet.approval.state) ? null : 'not_approved'),
    /**
     * A job for another drawing, or of before a rework, is paused; one whose pieces finished elsewhere is closed; what was reported of
     * an earlier drawing is settled. `drawingHash` is asked for only where it decides something; null: not known yet. Returns
     * whether a report was settled.
     */
    notice: (pulled: {
      sheetId: string
      reworkCount: number
      bent?: boolean
      drawingHash?: () => string | null
    }): boolean => {
      const jobs = ledger.jobsAtWork(pulled.sheetId)
      const reported = deviations.isOpen(pulled.sheetId)
      if (jobs.length === 0 && !reported) return false
      const hash = pulled.drawingHash?.() ?? null
      for (const job of jobs) {
        const past = job.reworkCount < pulled.reworkCount || (hash !== null && hash !== job.drawingHash)
        if (pulled.bent === true && job.reworkCount === pulled.reworkCount && isAway(job)) ledger.close(job.id)
        else if (past && job.state === 'open') ledger.pause(job.id)
      }
      return reported && hash !== null && deviations.replaceOlder(pulled.sheetId, hash)
    },
    /** Pieces that are counted as done, for a mark: null where none are, so that the sheet's own number is meant. */
    counted: (sheet: Sheet, job: Job | undefined): { done: number; complete: boolean } | null => {
      if (job === undefined) return null
      const pieces = countsOf(sheet, job)
      const done = wholeOf(sheet, pieces, job.drawingHash)
      return total(pieces) === 0 ? null : { done, complete: pieces.every(({ done, wanted }) => done === wanted) }
    },
    workOf: (sheet: Sheet): Work => {
      const hash = drawingHash(sheet)
      const job = jobOf(sheet, hash)
      const marked = markedJob(sheet)
      const pieces = countsOf(sheet, job ?? marked)
      const away = job === undefined ? undefined : handOvers.awayBy(job.id)
      const counted = pieces.some(isAnything)
      return {
        sheetId: sheet.id,
        job:
          job === undefined || job.state === 'closed'
            ? null
            : { id: job.id, drawingVersion: job.drawingVersion, state: away === undefined ? job.state : 'handed_over' },
        pieces,
        done: wholeOf(sheet, pieces, (job ?? marked)?.drawingHash),
        counted,
        complete: counted && pieces.every(({ done, wanted }) => done === wanted),
        stop: stopOfWork(sheet, hash),
        handOver: away === undefined ? null : { code: away.code, by: away.by, at: away.at },
        older: ledger
          .jobsAtWork(sheet.id)
          .filter((other) => !sameBending(sheet, hash)(other))
          .flatMap(({ id, drawingVersion, reworkCount, drawingHash: made }) => {
            const counts = ledger.countsOf(id)
            const done = wholeOf(sheet, counts, made)
            return total(counts) > 0 ? [{ jobId: id, drawingVersion, reworkCount, done }] : []
          }),
        deviations: deviations.ofSheet(sheet.id).filter(({ state }) => state === 'open'),
        overridden: overrides.isGiven(sheet.id, hash),
      }
    },
  }
}
