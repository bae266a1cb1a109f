// A batch that goes on at another station: giving a code freezes the job here, taking it books its pieces there, once. Each act is
// one commit; a refusal says why and changes nothing. Touches the outbox's file alone.
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import { blankAsNone, type At, type WorkRefusal, type WorkRefusalCode } from './counting.ts'
import { handOverText, readHandOver, workshopId, type HandOverCode } from './hand-over-code.ts'
import type { HandOvers } from './hand-overs.ts'
import { kept } from './kept.ts'
import type { Ledger } from './ledger.ts'
import type { Sheet } from './mark.ts'
import type { Operators } from './operators.ts'
import type { OnBoundary } from './watch.ts'
import type { Work, WorkBook } from './work.ts'

export type HandOverRefusalCode =
  | WorkRefusalCode
  | 'nothing_to_hand_over'
  | 'not_handed_over'
  /** Mistyped, cut or altered: its check does not fit. */
  | 'code_unreadable'
  | 'code_from_newer_program'
  | 'code_of_another_workshop'
  | 'code_of_another_sheet'
  /** Made to another drawing of the sheet, or before it was reworked. */
  | 'code_of_another_drawing'
  /** Given by this station: it takes its own back instead. */
  | 'code_of_this_station'
  | 'code_taken_already'
  /** Pieces in it are among this station's counts already. */
  | 'code_counts_twice'
  /** This station handed its own pieces over, and they are not in this code. */
  | 'code_lacks_ours'
export type HandOverRefusal = { ok: false; code: HandOverRefusalCode } | Extract<WorkRefusal, { code: 'not_stored' }>
export type HandedOver = { ok: true; work: Work } | HandOverRefusal

export interface HandingOverParts {
  db: Database
  ledger: Ledger
  work: WorkBook
  operators: Operators
  handOvers: HandOvers
  /** Told after the commit. */
  onChange: (sheetId: string) => void
  onBoundary: OnBoundary
}

export type HandingOver = ReturnType<typeof createHandingOver>

const refused = (code: HandOverRefusalCode): HandOverRefusal => ({ ok: false, code })

const read = (text: string, fingerprint: string): { ok: true; code: HandOverCode } | HandOverRefusal => {
  const told = readHandOver(text)
  if (!told.ok) return told
  return told.code.workshop === workshopId(fingerprint) ? told : refused('code_of_another_workshop')
}

export function createHandingOver(parts: HandingOverParts) {
  const { db, ledger, work, operators, handOvers, onChange, onBoundary } = parts

  const initials = (operatorId: string | null): string | null =>
    operatorId === null ? null : (operators.find(operatorId)?.initials ?? null)
  const isUnknown = (operatorId: string | null): boolean =>
    operatorId !== null && operators.find(operatorId)?.active !== true
  const committed = db.transaction((act: () => HandOverRefusal | null): HandOverRefusal | null => {
    const refusal = act()
    onBoundary('work_in_commit')
    return refusal
  })
  const acted = (sheet: Sheet, act: () => HandOverRefusal | null): HandedOver =>
    kept(() => {
      const refusal = committed.immediate(act)
      if (refusal !== null) return refusal
      onBoundary('work_committed')
      onChange(sheet.id)
      return { ok: true, work: work.workOf(sheet) }
    })

  /** Why these pieces may not be counted here; null: they may. */
  const wrongFor = (code: HandOverCode, { sheet }: At): HandOverRefusalCode | null => {
    const hash = drawingHash(sheet)
    if (code.sheetId !== sheet.id) return 'code_of_another_sheet'
    const known = handOvers.find(code.nonce)
    if (known?.direction === 'given' || code.station === handOvers.stationId) return 'code_of_this_station'
    if (known !== undefined) return 'code_taken_already'
    if (!hash.startsWith(code.drawingHash8) || code.reworkCount !== sheet.reworkCount) return 'code_of_another_drawing'
    if (!code.pieces.every(({ pieceNo }) => work.piecesOf(sheet, hash).some((piece) => piece.pieceNo === pieceNo)))
      return 'piece_unknown'
    const stop = work.stopOfWork(sheet, hash)
    if (stop !== null && stop !== 'handed_over') return stop
    const job = work.jobOf(sheet, hash)
    if (job === undefined) return null
    const away = handOvers.awayBy(job.id)
    const inCode = new Set([code.nonce, ...code.includes])
    if (away !== undefined) return inCode.has(away.nonce) ? null : 'code_lacks_ours'
    return handOvers.countedIn(job.id).some((nonce) => inCode.has(nonce)) ? 'code_counts_twice' : null
  }

  return {
    /** What a scanned text says, before it is taken. */
    read,

    /** Freezes the counts; nothing more is counted or marked here until they come back. */
    give: (at: At & { fingerprint: string }): HandedOver =>
      acted(at.sheet, () => {
        const { sheet, operatorId } = at
        if (isUnknown(operatorId)) return refused('operator_unknown')
        const stop = work.stopOfWork(sheet)
        if (stop !== null) return refused(stop)
        const job = work.jobOf(sheet)
        const pieces = job === undefined ? [] : ledger.countsOf(job.id).filter(({ done }) => done > 0)
        if (job === undefined || pieces.length === 0) return refused('nothing_to_hand_over')
        const by = initials(operatorId)
        const nonce = handOvers.newNonce()
        const includes = handOvers.countedIn(job.id)
        const code = handOverText({
          workshop: workshopId(at.fingerprint),
          sheetId: sheet.id,
          drawingHash8: job.drawingHash.slice(0, 8),
          reworkCount: job.reworkCount,
          station: handOvers.stationId,
          nonce,
          pieces: pieces.map(({ pieceNo, done }) => ({ pieceNo, done })),
          by,
          includes,
        })
        handOvers.put({ nonce, jobId: job.id, direction: 'given', code, by, operatorId }, includes)
        ledger.pause(job.id)
        return null
      }),

    /**
     * Books the code's pieces, once. Where this station had handed its own over and they come back in it, its old job is closed and
     * the code's counts are the whole.
     */
    take: (at: At & { text: string; fingerprint: string }): HandedOver =>
      acted(at.sheet, () => {
        const { sheet, operatorId, pressBrakeId, text } = at
        if (isUnknown(operatorId)) return refused('operator_unknown')
        const told = read(text, at.fingerprint)
        if (!told.ok) return told
        const { code } = told
        const wrong = wrongFor(code, at)
        if (wrong !== null) return refused(wrong)
        const before = work.jobOf(sheet)
        if (before !== undefined && handOvers.awayBy(before.id) !== undefined) ledger.close(before.id)
        const { id: jobId } = ledger.openJob(sheet, drawingHash(sheet), pressBrakeId)
        const { nonce, by, includes } = code
        handOvers.put({ nonce, jobId, direction: 'taken', code: text.trim(), by, operatorId }, includes)
        const booked = { kind: 'takeover', source: 'hand', jobId, operatorId, reason: nonce } as const
        const pieces = code.pieces.filter(({ done }) => done > 0)
        ledger.append(...pieces.map(({ pieceNo, done }) => ({ ...booked, pieceNo, delta: done })))
        return null
      }),

    /** Nobody took the code, says a person with a reason: the counting goes on here, and the code's pieces are this station's again. */
    takeBack: (at: At & { why: string }): HandedOver =>
      acted(at.sheet, () => {
        const { sheet, operatorId } = at
        if (isUnknown(operatorId)) return refused('operator_unknown')
        const why = blankAsNone(at.why)
        if (why === undefined) return refused('reason_missing')
        const job = work.jobOf(sheet)
        const away = job === undefined ? undefined : handOvers.awayBy(job.id)
        if (job === undefined || away === undefined) return refused('not_handed_over')
        handOvers.takeBack(away.nonce, initials(operatorId), why)
        ledger.openJob(sheet, job.drawingHash, job.pressBrakeId)
        return null
      }),
  }
}
