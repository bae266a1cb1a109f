// What a person decides about a mark that no rule can settle, and what they are shown to decide by. The decision and the step that
// follows are one commit. Touches the outbox's file alone.
import type { MarkView } from '../../shared/station-api/index.ts'
import { bendingSheet, reading } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import { blankAsNone } from './counting.ts'
import type { Deviations } from './deviations.ts'
import { factsOf, type Happening } from './happening.ts'
import { kept, type NotStored } from './kept.ts'
import type { Ledger, PieceCount } from './ledger.ts'
import type { MarkRows } from './mark-rows.ts'
import { mayBeMarked, viewOf, type Mark, type Sheet } from './mark.ts'
import type { Steps } from './steps.ts'
import { transition } from './transition.ts'

export const decisionKinds = [
  'send_all_the_same',
  'try_again',
  'park',
  'seen',
  'bend_anew',
  'dismiss',
  'call_back',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

export type Decision =
  /** `sheet`: as it is now and as the person saw it beside what was bent. */
  | { kind: 'send_all_the_same'; sheet: Sheet; why?: string }
  | { kind: 'try_again' | 'seen' | 'bend_anew'; why?: string }
  | { kind: 'park' | 'dismiss' | 'call_back'; why: string }

export interface Decided {
  kind: string
  why: string | null
  by: string | null
  /** Milliseconds since 1970. */
  at: number
  fromState: string
  fromReason: string | null
}

/** A mark with all that a person needs to decide about it. */
export interface MarkDetails {
  mark: MarkView
  /** What the service said last. */
  detail: string | null
  attempts: number
  /** Milliseconds since 1970; null: nothing of it was sent. */
  firstSentAt: number | null
  deliveredAt: number | null
  pressBrakeId: string | null
  piecesChoice: 'close_short' | 'over' | null
  piecesReason: string | null
  reworkCount: number
  drawingHash: string
  /** The sheet as it was bent; null where the store lost it. */
  bent: Sheet | null
  counts: PieceCount[]
  /** Oldest first. */
  decided: Decided[]
  /** What may be decided now. */
  may: DecisionKind[]
}

export type DecisionRefusal =
  | {
      ok: false
      code:
        | 'mark_unknown'
        /** Not in the mark's present state: somebody decided already, or it went on by itself. */
        | 'decision_not_possible'
        | 'reason_missing'
        | 'already_bent'
        | 'already_marked'
        | 'not_approved'
        | 'drawing_wrong'
        | 'sheet_unknown'
    }
  | NotStored

export interface DecisionsParts {
  db: Database
  rows: MarkRows
  steps: Steps
  ledger: Ledger
  deviations: Deviations
  now: () => number
  newId: () => string
}

export type Decisions = ReturnType<typeof createDecisions>

const needsWhy: readonly DecisionKind[] = ['park', 'dismiss', 'call_back']

const happeningOf = (decision: Decision): Happening => {
  const why = decision.why?.trim() ?? ''
  switch (decision.kind) {
    case 'send_all_the_same':
      return { kind: 'sent_all_the_same', sheet: factsOf(decision.sheet, { isOurs: () => false }) }
    case 'try_again':
      return { kind: 'tried_again' }
    case 'park':
      return { kind: 'put_aside', why }
    case 'seen':
      return { kind: 'seen' }
    case 'bend_anew':
      return { kind: 'bend_anew' }
    case 'dismiss':
      return { kind: 'dismissed', why }
    case 'call_back':
      return { kind: 'called_back', why }
  }
}

const mayDecide = (mark: Mark, bent: Sheet | null): DecisionKind[] => {
  const possible = (decision: Decision): boolean => transition(mark, happeningOf(decision)) !== null
  return decisionKinds.filter((kind) =>
    kind === 'send_all_the_same'
      ? bent !== null && possible({ kind, sheet: bent })
      : possible({ kind, why: 'asked only' }),
  )
}

export function createDecisions({ db, rows, steps, ledger, deviations, now, newId }: DecisionsParts) {
  const insert = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO decision (id, operation_id, kind, why, operator_id, by_name, from_state, from_reason, at)
     VALUES (@id, @operationId, @kind, @why, @operatorId, @by, @fromState, @fromReason, @at)`,
  )
  const ofMark = db.prepare<[string], Decided>(
    `SELECT kind, why, by_name AS "by", at, from_state AS fromState, from_reason AS fromReason
     FROM decision WHERE operation_id = ? ORDER BY seq`,
  )

  const mayNot = (mark: Mark, sheet: Sheet): DecisionRefusal | null => {
    if (sheet.id !== mark.sheetId) return { ok: false, code: 'sheet_unknown' }
    if (sheet.bent !== null) return { ok: false, code: 'already_bent' }
    const other = rows.ofBending(sheet.id, sheet.reworkCount)
    if (other !== undefined && other.operationId !== mark.operationId) return { ok: false, code: 'already_marked' }
    if (!mayBeMarked(sheet.approval.state)) return { ok: false, code: 'not_approved' }
    return deviations.isOpen(sheet.id) ? { ok: false, code: 'drawing_wrong' } : null
  }
  const bentSheet = ({ sheetId, drawingHash }: Mark): Sheet | null => {
    const stored = ledger.drawingOf(sheetId, drawingHash)
    return stored === undefined ? null : (reading(bendingSheet).safeParse(JSON.parse(stored)).data ?? null)
  }
  return {
    /** `by`: the name of whoever decides. Refused where the mark is no longer in a state in which it may be decided. */
    decide: (
      markId: string,
      decision: Decision,
      who: { by: string | null; operatorId: string | null },
    ): { ok: true; mark: MarkView } | DecisionRefusal =>
      kept(() => {
        const mark = rows.byId(markId)
        if (mark === undefined)
          return { ok: false, code: rows.inHistory(markId) === undefined ? 'mark_unknown' : 'decision_not_possible' }
        const why = blankAsNone(decision.why) ?? null
        if (why === null && needsWhy.includes(decision.kind)) return { ok: false, code: 'reason_missing' }
        const refusal = decision.kind === 'send_all_the_same' ? mayNot(mark, decision.sheet) : null
        if (refusal !== null) return refusal
        const inCommit = (): void =>
          void insert.run({
            id: newId(),
            operationId: markId,
            kind: decision.kind,
            why,
            operatorId: who.operatorId,
            by: who.by,
            fromState: mark.state,
            fromReason: mark.reason,
            at: now(),
          })
        const next = steps.happen(mark, happeningOf(decision), { inCommit })
        return next === null ? { ok: false, code: 'decision_not_possible' } : { ok: true, mark: viewOf(next.mark) }
      }),

    /** Of any mark, also one in history; null where there is none of that id. */
    detailsOf: (markId: string): MarkDetails | null => {
      const atWork = rows.byId(markId)
      const mark = atWork ?? rows.inHistory(markId)
      if (mark === undefined) return null
      const bent = bentSheet(mark)
      return {
        mark: viewOf(mark),
        detail: mark.detail,
        attempts: mark.attempts,
        firstSentAt: mark.firstSentAt,
        deliveredAt: mark.deliveredAt,
        pressBrakeId: mark.pressBrakeId,
        piecesChoice: mark.piecesChoice,
        piecesReason: mark.piecesReason,
        reworkCount: mark.reworkCount,
        drawingHash: mark.drawingHash,
        bent,
        counts: ledger.countsOf(mark.jobId),
        decided: ofMark.all(markId),
        may: atWork === undefined ? [] : mayDecide(atWork, bent),
      }
    },
  }
}
