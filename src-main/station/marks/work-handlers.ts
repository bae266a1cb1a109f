// The handlers of the calls about counts, operators, hand-overs and decisions. Reads and writes the ledger. A refusal is a CallError with
// its code.
import {
  CallError,
  type DeviationView,
  type MarkDetailsView,
  type Station,
  type WorkView,
} from '../../../shared/station-api/index.ts'
import type {
  Decision,
  DecisionKind,
  Deviation,
  HandOverResult,
  MarkDetails,
  Ledger,
  Sheet,
  Work,
} from '../../ledger/index.ts'
import { orRefused } from './or-refused.ts'

export interface WorkHandlerParts {
  ledger: Ledger
  /** Throws CallError where the sheet is not stored or cannot be read. */
  readableSheet: (sheetId: string) => Sheet
  /** The same, and throws where its drawing is not the one on the screen. */
  sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  /** Null for a sheet that is no longer stored. */
  sheetNow: (sheetId: string) => Sheet | null
  /** Throws CallError while the station has never been connected. */
  fingerprint: () => string
  ownBrakeId: () => string | null
}

type WorkCall =
  | `operator${'s.list' | '.add' | '.rename' | '.activate'}`
  | `count.${'book' | 'last_was_scrap' | 'adjust'}`
  | `deviation${'.report' | '.release' | 's.list'}`
  | `handover.${'give' | 'read' | 'take' | 'take_back'}`
  | `mark.${'details' | 'decide'}`
  | 'work.read'
  | 'approval.override'
  | 'job.close'

interface SheetRequest {
  sheetId: string
  drawingVersion: number
  operatorId: string | null
}

export function createWorkHandlers(parts: WorkHandlerParts): Pick<Station['handlers'], WorkCall> {
  const { ledger, readableSheet, sheetAsShown } = parts
  const { counting, decisions, deviations, operators } = ledger

  const contextOf = ({ sheetId, drawingVersion, operatorId }: SheetRequest) => {
    const sheet = sheetAsShown(sheetId, drawingVersion)
    return { sheet, operatorId, pressBrakeId: parts.ownBrakeId() ?? sheet.pressBrakeId }
  }
  const decisionOf = (sheetId: string, kind: DecisionKind, why: string, drawingVersion: number | null): Decision => {
    if (kind !== 'send_all_the_same') return { kind, why }
    if (drawingVersion === null) throw new CallError('bad_input', 'which drawing was shown as the present one?')
    return { kind, why, sheet: sheetAsShown(sheetId, drawingVersion) }
  }
  const detailsOf = (markId: string): MarkDetails => {
    const details = decisions.detailsOf(markId)
    if (details === null) throw new CallError('mark_unknown', `there is no mark ${markId}`)
    return details
  }

  const programsOf = ({ mark, drawingHash, reworkCount }: MarkDetails): MarkDetailsView['programs'] =>
    ledger.programs
      .ofBending(mark.sheetId, drawingHash, reworkCount)
      .map(({ id, pieceNo, version, sentAt, operatorId, link }) => ({
        id,
        pieceNo,
        version,
        sentAt: instantOf(sentAt),
        by: operatorId === null ? null : (operators.find(operatorId)?.initials ?? null),
        link,
        events: ledger.programs
          .eventsOf(id)
          .map(({ kind, occurredAtMs }) => ({ kind, occurredAt: instantOf(occurredAtMs) })),
        countedPieces: ledger.programs.counted(id),
      }))

  return {
    'operators.list': () => ({ operators: operators.list() }),
    'operator.add': ({ initials }) => orRefused(operators.add(initials)),
    'operator.rename': ({ operatorId, initials }) => orRefused(operators.rename(operatorId, initials)),
    'operator.activate': ({ operatorId, active }) => orRefused(operators.setActive(operatorId, active)),
    'mark.details': ({ markId }) => {
      const details = detailsOf(markId)
      return detailsView(details, parts.sheetNow(details.mark.sheetId), programsOf(details))
    },
    'mark.decide': ({ markId, decision, reason, by, operatorId, drawingVersion }) => {
      const { mark } = detailsOf(markId)
      const operator = operatorId === null ? undefined : operators.find(operatorId)
      if (operatorId !== null && operator?.active !== true)
        throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
      const decisionToStore = decisionOf(mark.sheetId, decision, reason ?? '', drawingVersion)
      return orRefused(decisions.decide(markId, decisionToStore, { by: operator?.initials ?? by ?? null, operatorId }))
    },
    'work.read': ({ sheetId }) => workView(ledger.work.workOf(readableSheet(sheetId))),
    'count.book': ({ actId, pieceNo, kind, count, reason, ...request }) => {
      const why = reason === null ? {} : { reason }
      return workAfter(counting.book({ ...contextOf(request), ...why, actId, pieceNo, kind, count, source: 'hand' }))
    },
    'count.last_was_scrap': ({ actId, pieceNo, ...request }) =>
      workAfter(counting.lastWasScrap({ ...contextOf(request), actId, pieceNo })),
    'count.adjust': ({ actId, pieceNo, kind, delta, reason, ...request }) =>
      workAfter(counting.adjust({ ...contextOf(request), actId, pieceNo, corrects: kind, delta, reason })),
    'deviation.report': ({ reason, text, ...request }) =>
      workAfter(counting.reportDeviation({ ...contextOf(request), reason, text })),
    'deviations.list': () => ({ deviations: deviations.open().map(deviationView) }),
    'deviation.release': ({ deviationId, by, reason }) => {
      orRefused(counting.releaseDeviation({ id: deviationId, by, why: reason }))
      return {}
    },
    'approval.override': ({ by, reason, ...request }) =>
      workAfter(counting.overrideApproval({ ...contextOf(request), by, why: reason })),
    'job.close': ({ jobId }) => {
      orRefused(counting.closeJob(jobId))
      return {}
    },
    ...createHandOverHandlers(parts, contextOf),
  }
}

type HandOverCall = Extract<WorkCall, `handover.${string}`>

function createHandOverHandlers(
  parts: WorkHandlerParts,
  contextOf: (request: SheetRequest) => { sheet: Sheet; operatorId: string | null; pressBrakeId: string | null },
): Pick<Station['handlers'], HandOverCall> {
  const { readableSheet } = parts
  const { handingOver } = parts.ledger
  return {
    'handover.give': ({ to: toStation = null, ...request }) =>
      workAfter(handingOver.give({ ...contextOf(request), fingerprint: parts.fingerprint(), toStation })),
    'handover.read': ({ text }) => {
      const code = orRefused(handingOver.read(text, parts.fingerprint()))
      const { sheetId, reworkCount, drawingHash8, pieces, by } = code
      return { sheetId, reworkCount, drawingHash8, pieces, by }
    },
    'handover.take': ({ text, drawingVersion, operatorId }) => {
      const fingerprint = parts.fingerprint()
      const { sheetId } = orRefused(handingOver.read(text, fingerprint))
      return workAfter(handingOver.accept({ ...contextOf({ sheetId, drawingVersion, operatorId }), text, fingerprint }))
    },
    'handover.take_back': ({ sheetId, reason, operatorId }) => {
      const sheet = readableSheet(sheetId)
      const pressBrakeId = parts.ownBrakeId() ?? sheet.pressBrakeId
      return workAfter(handingOver.takeBack({ sheet, pressBrakeId, operatorId, why: reason }))
    },
  }
}

const workAfter = (result: HandOverResult): WorkView => workView(orRefused(result))

const instantOf = (ms: number): string => new Date(ms).toISOString()
const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instantOf(ms))

const workView = (work: Work): WorkView => ({
  sheetId: work.sheetId,
  job: work.job,
  pieces: work.pieces.map(({ wanted, ...piece }) => ({ ...piece, wantedPieces: wanted })),
  done: work.done,
  isCounted: work.counted,
  isComplete: work.complete,
  stop: work.stop,
  handOver: work.handOver && {
    code: work.handOver.code,
    by: work.handOver.by,
    givenAt: instantOf(work.handOver.givenAtMs),
    to: work.handOver.toStation,
    isTaken: work.handOver.isTaken,
  },
  olderJobs: work.older,
  deviations: work.deviations.map(deviationView),
  isApprovalOverridden: work.overridden,
})

function deviationView(deviation: Deviation): DeviationView {
  const { id, sheetId, drawingVersion, reason, text, state, by, settledBy, settledWhy: settledReason } = deviation
  const reportedAt = instantOf(deviation.reportedAt)
  const settledAt = maybeInstant(deviation.settledAt)
  return { id, sheetId, drawingVersion, reason, text, state, by, reportedAt, settledAt, settledBy, settledReason }
}

const detailsView = (
  { decisions, ...details }: MarkDetails,
  currentSheet: Sheet | null,
  programs: MarkDetailsView['programs'],
): MarkDetailsView => ({
  ...details,
  currentSheet,
  programs,
  firstSentAt: maybeInstant(details.firstSentAt),
  deliveredAt: maybeInstant(details.deliveredAt),
  decisions: decisions.map(({ why, decidedAtMs, ...decision }) => ({
    ...decision,
    reason: why,
    decidedAt: instantOf(decidedAtMs),
  })),
})
