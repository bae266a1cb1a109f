// Hands a batch over to another station: giving a code freezes the job here, and taking the code books its pieces there, once. Each act
// is one commit. A refusal names its reason and changes nothing. Touches only the outbox's file.
import { ok, type Result } from '../../../shared/base/result.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Database } from '../../platform/sqlite.ts'
import { trimmedOrNone, type WorkTarget, type WorkRefusalCode } from './counting.ts'
import { handOverText, readHandOver, workshopId, type HandOverCode } from './hand-over-code.ts'
import type { HandOver, HandOvers } from './hand-over-rows.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { Refusal } from '../store/index.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Sheet } from '../marks/index.ts'
import type { Operators } from './operators.ts'
import type { OnBoundary } from '../test-hooks.ts'
import type { Work, WorkBook } from './work.ts'

export type HandOverRefusalCode =
  | WorkRefusalCode
  | 'nothing_to_hand_over'
  | 'not_handed_over'
  /** The other station took it over, so it cannot be taken back. */
  | 'hand_over_taken'
  /** Mistyped, cut or altered: its checksum does not match. */
  | 'code_unreadable'
  | 'code_from_newer_program'
  | 'code_of_another_workshop'
  | 'code_of_another_sheet'
  /** Made to another drawing of the sheet, or before it was reworked. */
  | 'code_of_another_drawing'
  /** Given by this station, which uses `takeBack` instead. */
  | 'code_of_this_station'
  | 'code_taken_already'
  /** Some of its pieces are already in this station's counts. */
  | 'code_counts_twice'
  /** This station handed pieces over, and this code does not include them. */
  | 'code_lacks_ours'
export type HandOverResult = Result<Work, Refusal<HandOverRefusalCode>>

export interface HandingOverParts {
  db: Database
  jobs: Jobs
  work: WorkBook
  operators: Operators
  handOvers: HandOvers
  /** Called after the commit. */
  onChange: (sheetId: string) => void
  onBoundary: OnBoundary
}

const readForWorkshop = (text: string, fingerprint: string): Result<HandOverCode, { code: HandOverRefusalCode }> => {
  const reading = readHandOver(text)
  if (!reading.ok) return reading
  return reading.value.workshop === workshopId(fingerprint) ? reading : refused('code_of_another_workshop')
}

export class HandingOver {
  readonly #options: HandingOverParts
  readonly #inTransaction: { immediate: (act: () => HandOverRefusalCode | null) => HandOverRefusalCode | null }

  constructor(options: HandingOverParts) {
    this.#options = options
    this.#inTransaction = options.db.transaction(
      (act: () => HandOverRefusalCode | null): HandOverRefusalCode | null => {
        const refusal = act()
        options.onBoundary('work_in_commit')
        return refusal
      },
    )
  }

  /** Reads a scanned text without taking it. */
  read(text: string, fingerprint: string): ReturnType<typeof readForWorkshop> {
    return readForWorkshop(text, fingerprint)
  }

  /** Freezes the counts: nothing more is counted or marked here until they come back. */
  give(target: WorkTarget & { fingerprint: string; toStation?: string | null }): HandOverResult {
    return this.#commit(target.sheet, () => {
      const { sheet, operatorId, toStation = null } = target
      if (this.#isUnknownOperator(operatorId)) return 'operator_unknown'
      const stop = this.#options.work.stopOfWork(sheet)
      if (stop !== null) return stop
      const job = this.#options.work.jobOf(sheet)
      const pieces = job === undefined ? [] : this.#options.jobs.countsOf(job.id).filter(({ done }) => done > 0)
      if (job === undefined || pieces.length === 0) return 'nothing_to_hand_over'
      const by = this.#initialsOf(operatorId)
      const nonce = this.#options.handOvers.newNonce()
      const includes = this.#options.handOvers.countedIn(job.id)
      const code = handOverText({
        workshop: workshopId(target.fingerprint),
        sheetId: sheet.id,
        drawingHash8: job.drawingHash.slice(0, 8),
        reworkCount: job.reworkCount,
        station: this.#options.handOvers.stationId,
        nonce,
        pieces: pieces.map(({ pieceNo, done }) => ({ pieceNo, done })),
        by,
        includes,
      })
      this.#options.handOvers.put(
        { nonce, jobId: job.id, direction: 'given', code, by, operatorId, toStation },
        includes,
      )
      this.#options.jobs.pause(job.id)
      return null
    })
  }

  /**
   * Books the code's pieces, once. Where the code includes pieces that this station handed over before, its old job is closed and the
   * code's counts replace it. `toStation`: this station, where another one sent the code to it.
   */
  accept(target: WorkTarget & { text: string; fingerprint: string; toStation?: string | null }): HandOverResult {
    return this.#commit(target.sheet, () => {
      const { sheet, operatorId, pressBrakeId, text, toStation = null } = target
      if (this.#isUnknownOperator(operatorId)) return 'operator_unknown'
      const reading = readForWorkshop(text, target.fingerprint)
      if (!reading.ok) return reading.error.code
      const code = reading.value
      const refusal = this.#refusalOfCode(code, target)
      if (refusal !== null) return refusal
      const before = this.#options.work.jobOf(sheet)
      if (before !== undefined && this.#options.handOvers.openCodeOf(before.id) !== undefined)
        this.#options.jobs.close(before.id)
      const { id: jobId } = this.#options.jobs.openJob(sheet, drawingHash(sheet), pressBrakeId)
      const { nonce, by, includes } = code
      const row = { nonce, jobId, direction: 'taken', code: text.trim(), by, operatorId, toStation } as const
      this.#options.handOvers.put(row, includes)
      const booked = { kind: 'takeover', source: 'hand', jobId, operatorId, reason: nonce } as const
      const pieces = code.pieces.filter(({ done }) => done > 0)
      this.#options.jobs.append(...pieces.map(({ pieceNo, done }) => ({ ...booked, pieceNo, delta: done })))
      return null
    })
  }

  /** A person states, with a reason, that nobody took the code. The counting continues here with the code's pieces. */
  takeBack(target: WorkTarget & { why: string }): HandOverResult {
    return this.#commit(target.sheet, () => {
      const { sheet, operatorId } = target
      if (this.#isUnknownOperator(operatorId)) return 'operator_unknown'
      const why = trimmedOrNone(target.why)
      if (why === undefined) return 'reason_missing'
      const job = this.#options.work.jobOf(sheet)
      const given = job === undefined ? undefined : this.#options.handOvers.openCodeOf(job.id)
      if (job === undefined || given === undefined) return 'not_handed_over'
      if (given.takenAt !== null) return 'hand_over_taken'
      this.#options.handOvers.takeBack(given.nonce, this.#initialsOf(operatorId), why)
      this.#options.jobs.openJob(sheet, job.drawingHash, job.pressBrakeId)
      return null
    })
  }

  /**
   * The station to which a sheet was handed over took it. If it was taken back here in the meantime, the other station has the pieces of
   * the code. A job that has counted nothing since then is handed over again. A job that has counted pieces since then is replaced by a
   * new job with only those pieces. If the sheet was marked here since, nothing changes until the mark is delivered or undone. Returns
   * whether anything changed. Throws the error of a disk that refuses it.
   */
  recordTaken(nonce: string, byStation: string): boolean {
    const given = this.#options.handOvers.find(nonce)
    if (given?.direction !== 'given' || given.toStation !== byStation || given.takenAt !== null) return false
    const job = this.#options.jobs.find(given.jobId)
    if (job === undefined) return false
    const isTakenBackHere = given.takenBackAt !== null && job.state !== 'closed'
    if (isTakenBackHere && this.#options.work.isMarked(job)) return false
    this.#inTransaction.immediate(() => {
      if (isTakenBackHere) this.#giveUp(given, job)
      this.#options.handOvers.setTaken(nonce)
      return null
    })
    this.#options.onChange(job.sheetId)
    return true
  }

  /** Whether this station gave or took over a hand-over with this nonce. */
  isKnown(nonce: string): boolean {
    return this.#options.handOvers.find(nonce) !== undefined
  }

  #giveUp(given: HandOver, job: Job): void {
    // handed over once more since: that hand-over decides
    if (this.#options.handOvers.openCodeOf(job.id) !== undefined) return
    const reading = readHandOver(given.code)
    const handed = reading.ok ? reading.value.pieces : []
    const since = this.#options.jobs.countsOf(job.id).flatMap(({ pieceNo, done }) => {
      const delta = done - (handed.find((piece) => piece.pieceNo === pieceNo)?.done ?? 0)
      return delta > 0 ? [{ pieceNo, delta }] : []
    })
    if (since.length === 0) return this.#options.jobs.pause(job.id)
    const jobId = this.#options.jobs.replace(job)
    const booked = { kind: 'takeover', source: 'hand', jobId, operatorId: null, reason: given.nonce } as const
    this.#options.jobs.append(...since.map((piece) => ({ ...booked, ...piece })))
  }

  #initialsOf(operatorId: string | null): string | null {
    return operatorId === null ? null : (this.#options.operators.find(operatorId)?.initials ?? null)
  }

  #isUnknownOperator(operatorId: string | null): boolean {
    return operatorId !== null && this.#options.operators.find(operatorId)?.active !== true
  }

  #commit(sheet: Sheet, act: () => HandOverRefusalCode | null): HandOverResult {
    return catchStorageError(() => {
      const refusal = this.#inTransaction.immediate(act)
      if (refusal !== null) return refused(refusal)
      this.#options.onBoundary('work_committed')
      this.#options.onChange(sheet.id)
      return ok(this.#options.work.workOf(sheet))
    })
  }

  /** Why these pieces may not be counted here; null: they may. */
  #refusalOfCode(code: HandOverCode, { sheet }: WorkTarget): HandOverRefusalCode | null {
    const hash = drawingHash(sheet)
    if (code.sheetId !== sheet.id) return 'code_of_another_sheet'
    const storedHandOver = this.#options.handOvers.find(code.nonce)
    if (storedHandOver?.direction === 'given' || code.station === this.#options.handOvers.stationId)
      return 'code_of_this_station'
    if (storedHandOver !== undefined) return 'code_taken_already'
    if (!hash.startsWith(code.drawingHash8) || code.reworkCount !== sheet.reworkCount) return 'code_of_another_drawing'
    if (
      !code.pieces.every(({ pieceNo }) =>
        this.#options.work.piecesOf(sheet, hash).some((piece) => piece.pieceNo === pieceNo),
      )
    )
      return 'piece_unknown'
    const stop = this.#options.work.stopOfWork(sheet, hash)
    if (stop !== null && stop !== 'handed_over') return stop
    const job = this.#options.work.jobOf(sheet, hash)
    if (job === undefined) return null
    const given = this.#options.handOvers.openCodeOf(job.id)
    const inCode = new Set([code.nonce, ...code.includes])
    if (given !== undefined) return inCode.has(given.nonce) ? null : 'code_lacks_ours'
    return this.#options.handOvers.countedIn(job.id).some((nonce) => inCode.has(nonce)) ? 'code_counts_twice' : null
  }
}
