// Decisions of a person about a mark that no rule can settle, and the details that the person sees. The decision and its step are one
// commit. Touches only the outbox's file.
import { ok, type Result } from '../../../shared/base/result.ts'
import type { MarkView } from '../../../shared/station-api/index.ts'
import { bendingSheet, reading } from '../../../shared/workshop-api/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import { trimmedOrNone } from '../work/index.ts'
import type { Deviations, Jobs, PieceCount } from '../work/index.ts'
import { sheetFactsOf, type MarkEvent } from './mark-event.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { Refusal } from '../store/index.ts'
import { isApprovedForMark, viewOf } from '../marks/index.ts'
import type { Mark, MarkRows, Sheet } from '../marks/index.ts'
import type { MarkSteps } from './mark-steps.ts'
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
  /** `sheet`: the current sheet, as the person saw it next to the bent one. */
  | { kind: 'send_all_the_same'; sheet: Sheet; why?: string }
  | { kind: 'try_again' | 'seen' | 'bend_anew'; why?: string }
  | { kind: 'park' | 'dismiss' | 'call_back'; why: string }

interface DecisionRecord {
  kind: string
  why: string | null
  by: string | null
  /** Milliseconds since 1970. */
  decidedAtMs: number
  fromState: string
  fromReason: string | null
}

/** A mark with everything that a person needs for a decision. */
export interface MarkDetails {
  mark: MarkView
  /** The last response of the service. */
  detail: string | null
  attempts: number
  /** Milliseconds since 1970; null: never sent. */
  firstSentAt: number | null
  deliveredAt: number | null
  pressBrakeId: string | null
  piecesChoice: 'close_short' | 'over' | null
  piecesReason: string | null
  reworkCount: number
  drawingHash: string
  /** The sheet as it was bent; null where the store has lost it. */
  markedSheet: Sheet | null
  counts: PieceCount[]
  /** Oldest first. */
  decisions: DecisionRecord[]
  /** The decisions that are possible now. */
  possibleDecisions: DecisionKind[]
}

export type DecisionRefusalCode =
  | 'mark_unknown'
  /** Not in the mark's present state: somebody has decided already, or the state has changed. */
  | 'decision_not_possible'
  | 'reason_missing'
  | 'already_bent'
  | 'already_marked'
  | 'not_approved'
  | 'drawing_wrong'
  | 'sheet_unknown'

export interface DecisionsParts {
  db: Database
  rows: MarkRows
  steps: MarkSteps
  jobs: Jobs
  deviations: Deviations
  now: () => number
  newId: () => string
}

const needsReason: readonly DecisionKind[] = ['park', 'dismiss', 'call_back']

const eventOfDecision = (decision: Decision): MarkEvent => {
  const why = decision.why?.trim() ?? ''
  switch (decision.kind) {
    case 'send_all_the_same':
      return { kind: 'sent_all_the_same', sheet: sheetFactsOf(decision.sheet, { isOurs: () => false }) }
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

const possibleDecisionsOf = (mark: Mark, markedSheet: Sheet | null): DecisionKind[] => {
  const possible = (decision: Decision): boolean => transition(mark, eventOfDecision(decision)) !== null
  return decisionKinds.filter((kind) =>
    kind === 'send_all_the_same'
      ? markedSheet !== null && possible({ kind, sheet: markedSheet })
      : possible({ kind, why: 'not stored' }),
  )
}
export class Decisions {
  readonly #options: DecisionsParts
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(options: DecisionsParts) {
    this.#options = options
    this.#sql = prepareStatements(options.db)
  }

  /** `by`: the name of the person. Refused where the decision is not possible in the mark's present state. */
  decide(
    markId: string,
    decision: Decision,
    who: { by: string | null; operatorId: string | null },
  ): Result<MarkView, Refusal<DecisionRefusalCode>> {
    return catchStorageError(() => {
      const mark = this.#options.rows.find(markId)
      if (mark === undefined)
        return refused(
          this.#options.rows.findInHistory(markId) === undefined ? 'mark_unknown' : 'decision_not_possible',
        )
      const why = trimmedOrNone(decision.why) ?? null
      if (why === null && needsReason.includes(decision.kind)) return refused('reason_missing')
      const refusal = decision.kind === 'send_all_the_same' ? this.#refusalToSend(mark, decision.sheet) : null
      if (refusal !== null) return refused(refusal)
      const inCommit = (): void =>
        void this.#sql.insert.run({
          id: this.#options.newId(),
          operationId: markId,
          kind: decision.kind,
          why,
          operatorId: who.operatorId,
          by: who.by,
          fromState: mark.state,
          fromReason: mark.reason,
          decidedAtMs: this.#options.now(),
        })
      const next = this.#options.steps.apply(mark, eventOfDecision(decision), { inCommit })
      return next === null ? refused('decision_not_possible') : ok(viewOf(next.mark))
    })
  }

  /** The details of any mark, including history; null where no mark has this id. */
  detailsOf(markId: string): MarkDetails | null {
    const current = this.#options.rows.find(markId)
    const mark = current ?? this.#options.rows.findInHistory(markId)
    if (mark === undefined) return null
    const markedSheet = this.#markedSheet(mark)
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
      markedSheet,
      counts: this.#options.jobs.countsOf(mark.jobId),
      decisions: this.#sql.ofMark.all(markId),
      possibleDecisions: current === undefined ? [] : possibleDecisionsOf(current, markedSheet),
    }
  }

  #refusalToSend(mark: Mark, sheet: Sheet): DecisionRefusalCode | null {
    if (sheet.id !== mark.sheetId) return 'sheet_unknown'
    if (sheet.bent !== null) return 'already_bent'
    const other = this.#options.rows.markOfBending(sheet.id, sheet.reworkCount)
    if (other !== undefined && other.operationId !== mark.operationId) return 'already_marked'
    if (!isApprovedForMark(sheet.approval.state)) return 'not_approved'
    return this.#options.deviations.isOpen(sheet.id) ? 'drawing_wrong' : null
  }

  #markedSheet({ sheetId, drawingHash }: Mark): Sheet | null {
    const stored = this.#options.jobs.drawingOf(sheetId, drawingHash)
    return stored === undefined ? null : (reading(bendingSheet).safeParse(JSON.parse(stored)).data ?? null)
  }
}

function prepareStatements(db: Database) {
  const insert = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO decision (id, operation_id, kind, why, operator_id, by_name, from_state, from_reason, at)
     VALUES (@id, @operationId, @kind, @why, @operatorId, @by, @fromState, @fromReason, @decidedAtMs)`,
  )
  const ofMark = db.prepare<[string], DecisionRecord>(
    `SELECT kind, why, by_name AS "by", at AS decidedAtMs, from_state AS fromState, from_reason AS fromReason
     FROM decision WHERE operation_id = ? ORDER BY seq`,
  )
  return { insert, ofMark }
}
