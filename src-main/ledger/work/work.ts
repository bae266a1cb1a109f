// The state of the work on a sheet at this station: its job, its counts against the wanted pieces, what stops it, and what a pull
// changes. Touches only the outbox's file.
import { wholePieces, type Split } from '../../../shared/planning/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { ApprovalOverrides } from './approval-overrides.ts'
import type { Deviation, Deviations } from './deviations.ts'
import type { HandedOverBending, HandOver, HandOvers } from './hand-over-rows.ts'
import { isAnything, type Job, type Jobs, type PieceCount } from './jobs.ts'
import { isApprovedForMark } from '../marks/index.ts'
import type { MarkRows, Sheet } from '../marks/index.ts'
import type { Elsewhere } from '../store/index.ts'

/** Why a sheet may not be counted, sent to a machine or marked. */
export type JobRefusal = 'already_bent' | 'already_marked' | 'drawing_wrong' | 'handed_over' | 'not_approved'

/** What is counted: a piece of a sheet, or a length of a piece. */
type MadePiece = Pick<Sheet['pieces'][number], 'pieceNo' | 'quantity' | 'lengthMm'>

interface HandedOverNow {
  code: string
  by: string | null
  givenAtMs: number
  /** The station that may take it over; null: any that gets the code. */
  toStation: string | null
  /** `toStation` took it over. */
  isTaken: boolean
}

export interface Work {
  sheetId: string
  /** The job for this drawing of the sheet; null where there is none, and after its mark is delivered. */
  job: { id: string; drawingVersion: number; state: 'open' | 'paused' | 'handed_over' } | null
  /** All pieces of the sheet, or the lengths into which a planner split them, counted or not. */
  pieces: (PieceCount & { wanted: number; lengthMm: number })[]
  /** Finished pieces of the sheet. A piece that is made in lengths is finished with its last length. */
  done: number
  /** Something was counted. `complete`: and of each piece exactly the wanted number. */
  counted: boolean
  complete: boolean
  /** Why nothing may be counted or sent to a machine; null: it may. */
  stop: JobRefusal | null
  /** The code that handed the counts over, and when, in milliseconds since 1970. */
  handOver: HandedOverNow | null
  /** Jobs that are not closed, for another drawing of the sheet or from before a rework. `done` 0: only lengths of unfinished pieces. */
  older: { jobId: string; drawingVersion: number; reworkCount: number; done: number }[]
  deviations: Deviation[]
  /** A supervisor permits work on it before the customer has answered. */
  overridden: boolean
}

export interface WorkBookOptions {
  rows: MarkRows
  jobs: Jobs
  deviations: Deviations
  overrides: ApprovalOverrides
  handOvers: HandOvers
  /** The lengths into which this drawing of the sheet is split; null: the sheet's own pieces. */
  splitOf: (sheetId: string, drawingHash: string) => Split | null
  elsewhere: Pick<Elsewhere, 'isStopped' | 'releaseOf' | 'isOverridden'>
}

const handedOverNow = ({ code, by, handedOverAtMs: givenAtMs, toStation, takenAt }: HandOver): HandedOverNow => ({
  code,
  by,
  givenAtMs,
  toStation,
  isTaken: takenAt !== null,
})

const isSameBending = (sheet: Sheet, hash: string) => (job: Job) =>
  job.drawingHash === hash && job.reworkCount === sheet.reworkCount

const total = (counts: readonly PieceCount[]): number => counts.reduce((sum, { done }) => sum + done, 0)
export class WorkBook {
  readonly #options: WorkBookOptions

  constructor(options: WorkBookOptions) {
    this.#options = options
  }

  /** The open or paused job for this drawing and rework count of the sheet. */
  jobOf(
    sheet: Sheet,
    hash = drawingHash(sheet),
    atWork = this.#options.jobs.openOrPausedJobs(sheet.id),
  ): Job | undefined {
    return atWork.find(isSameBending(sheet, hash))
  }

  /** What stops counting and sending to a machine. A supervisor's override of the approval counts here. */
  stopOfWork(sheet: Sheet, hash = drawingHash(sheet)): JobRefusal | null {
    const isUnapproved = !isApprovedForMark(sheet.approval.state) && !this.#isOverridden(sheet.id, hash)
    return this.#stopOf(sheet, this.jobOf(sheet, hash)) ?? (isUnapproved ? 'not_approved' : null)
  }

  /** What is counted: the sheet's pieces, or the lengths into which a planner split them. */
  piecesOf(sheet: Sheet, hash = drawingHash(sheet)): readonly MadePiece[] {
    return (
      this.#options.splitOf(sheet.id, hash)?.pieces ??
      sheet.pieces.map(({ lengthMm, endLengthMm, ...piece }) => ({
        ...piece,
        lengthMm: Math.max(lengthMm, endLengthMm ?? lengthMm),
      }))
    )
  }

  /** The job's bending has a mark that was not taken back. */
  isMarked(job: Job): boolean {
    return this.#options.rows.isMarked(job.sheetId, job.reworkCount)
  }

  /** A mark of the sheet is neither delivered nor cancelled. */
  hasUnsettledMark(sheetId: string): boolean {
    return this.#options.rows.unsettledOfSheet(sheetId).length > 0
  }

  /** Bendings whose counts were handed over and have not come back. */
  sheetsHandedOver(): HandedOverBending[] {
    return this.#options.handOvers.handedOverBendings()
  }

  /** Returns a function that says what stops the work on a listed sheet. Reads the store once for all lines of a list. */
  stopReader() {
    const { deviations, elsewhere } = this.#options
    const open = deviations.open().filter(({ id }) => elsewhere.releaseOf(id) === null)
    const wrong = new Set(open.map(({ sheetId }) => sheetId))
    const handedOver = new Map(
      this.#options.handOvers.handedOverBendings().map((bending) => [bending.sheetId, bending]),
    )
    return (listed: Pick<Sheet, 'drawingVersion' | 'reworkCount'> & { sheetId: string }) => {
      if (wrong.has(listed.sheetId) || elsewhere.isStopped(listed.sheetId, listed.drawingVersion))
        return 'drawing_wrong'
      const bending = handedOver.get(listed.sheetId)
      const isSame = bending?.drawingVersion === listed.drawingVersion && bending.reworkCount === listed.reworkCount
      return isSame ? 'handed_over' : undefined
    }
  }

  /**
   * What stops a mark. The service accepts none before the customer approves, so a supervisor's override does not count. `isTouched`:
   * false where the store is known to have neither mark, job nor deviation of the sheet, so that no query is needed.
   */
  stopOfMark(sheet: Sheet, job: Job | undefined, isTouched: boolean): JobRefusal | null {
    return this.#stopOf(sheet, job, isTouched) ?? (isApprovedForMark(sheet.approval.state) ? null : 'not_approved')
  }

  /**
   * Pauses a job for another drawing or from before a rework, closes a job whose pieces were finished at another station, and settles
   * deviations of an earlier drawing. Calls `drawingHash` only where it decides something; null: not known yet. Returns whether a
   * deviation was settled.
   */
  applyPull(pulled: {
    sheetId: string
    reworkCount: number
    bent?: boolean
    drawingHash?: () => string | null
  }): boolean {
    const atWork = this.#options.jobs.openOrPausedJobs(pulled.sheetId)
    const isReported = this.#options.deviations.isOpen(pulled.sheetId)
    if (atWork.length === 0 && !isReported) return false
    const hash = pulled.drawingHash?.() ?? null
    for (const job of atWork) {
      const isOutdated = job.reworkCount < pulled.reworkCount || (hash !== null && hash !== job.drawingHash)
      if (pulled.bent === true && job.reworkCount === pulled.reworkCount && this.#isHandedOver(job))
        this.#options.jobs.close(job.id)
      else if (isOutdated && job.state === 'open') this.#options.jobs.pause(job.id)
    }
    return isReported && hash !== null && this.#options.deviations.replaceOlder(pulled.sheetId, hash)
  }

  /** Pieces that are counted as done, for a mark; null where none are, so that the sheet's quantity applies. */
  countedPieces(sheet: Sheet, job: Job | undefined): { done: number; complete: boolean } | null {
    if (job === undefined) return null
    const pieces = this.#countsOf(sheet, job)
    const done = this.#wholeOf(sheet, pieces, job.drawingHash)
    return total(pieces) === 0 ? null : { done, complete: pieces.every(({ done, wanted }) => done === wanted) }
  }

  workOf(sheet: Sheet): Work {
    const hash = drawingHash(sheet)
    const job = this.jobOf(sheet, hash)
    const marked = this.#markedJob(sheet)
    const pieces = this.#countsOf(sheet, job ?? marked)
    const handOver = job === undefined ? undefined : this.#options.handOvers.openCodeOf(job.id)
    const counted = pieces.some(isAnything)
    return {
      sheetId: sheet.id,
      job:
        job === undefined || job.state === 'closed'
          ? null
          : {
              id: job.id,
              drawingVersion: job.drawingVersion,
              state: handOver === undefined ? job.state : 'handed_over',
            },
      pieces,
      done: this.#wholeOf(sheet, pieces, (job ?? marked)?.drawingHash),
      counted,
      complete: counted && pieces.every(({ done, wanted }) => done === wanted),
      stop: this.stopOfWork(sheet, hash),
      handOver: handOver === undefined ? null : handedOverNow(handOver),
      older: this.#options.jobs
        .openOrPausedJobs(sheet.id)
        .filter((other) => !isSameBending(sheet, hash)(other))
        .flatMap(({ id, drawingVersion, reworkCount, drawingHash: jobHash }) => {
          const counts = this.#options.jobs.countsOf(id)
          const done = this.#wholeOf(sheet, counts, jobHash)
          return total(counts) > 0 ? [{ jobId: id, drawingVersion, reworkCount, done }] : []
        }),
      deviations: this.#options.deviations.ofSheet(sheet.id).filter(({ state }) => state === 'open'),
      overridden: this.#isOverridden(sheet.id, hash),
    }
  }

  /** The closed job of the sheet's mark: its counts stay visible. */
  #markedJob(sheet: Sheet): Job | undefined {
    const mark = this.#options.rows.markOfBending(sheet.id, sheet.reworkCount)
    const job = mark === undefined ? undefined : this.#options.jobs.find(mark.jobId)
    return job?.state === 'closed' ? job : undefined
  }

  #isOverridden(sheetId: string, hash: string): boolean {
    const { overrides, elsewhere } = this.#options
    return overrides.isGiven(sheetId, hash) || elsewhere.isOverridden(sheetId, hash)
  }

  /** A report of this station that no station released. Its marks wait until it is settled here. */
  #isReportedHere(sheetId: string): boolean {
    const { deviations, elsewhere } = this.#options
    if (!deviations.isOpen(sheetId)) return false
    return deviations.ofSheet(sheetId).some(({ id, state }) => state === 'open' && elsewhere.releaseOf(id) === null)
  }

  #isHandedOver(job: Job | undefined): boolean {
    return job !== undefined && this.#options.handOvers.openCodeOf(job.id) !== undefined
  }

  /** The reason why the job cannot continue; null: none. Does not check the customer's approval, which the callers check. */
  #stopOf(sheet: Sheet, job: Job | undefined, isTouched = true): JobRefusal | null {
    if (sheet.bent !== null) return 'already_bent'
    if (this.#options.elsewhere.isStopped(sheet.id, sheet.drawingVersion)) return 'drawing_wrong'
    if (!isTouched) return null
    if (this.#options.rows.isMarked(sheet.id, sheet.reworkCount)) return 'already_marked'
    if (this.#isReportedHere(sheet.id)) return 'drawing_wrong'
    return this.#isHandedOver(job) ? 'handed_over' : null
  }

  #countsOf(sheet: Sheet, job: Job | undefined): Work['pieces'] {
    const counts = job === undefined ? [] : this.#options.jobs.countsOf(job.id)
    return this.piecesOf(sheet, job?.drawingHash).map(({ pieceNo, quantity, lengthMm }) => {
      const none = { pieceNo, done: 0, test: 0, scrap: 0, rebend: 0 }
      return { ...(counts.find((count) => count.pieceNo === pieceNo) ?? none), wanted: quantity, lengthMm }
    })
  }

  #wholeOf(sheet: Sheet, pieces: readonly PieceCount[], hash = drawingHash(sheet)): number {
    const split = this.#options.splitOf(sheet.id, hash)
    const doneOf = (pieceNo: number): number => pieces.find((piece) => piece.pieceNo === pieceNo)?.done ?? 0
    return split === null ? total(pieces) : wholePieces(split, doneOf)
  }
}
