// What the calls about counts, people, hand-overs and decisions do, on the outbox. A refusal is a CallError with its code.
import {
  CallError,
  type CallErrorCode,
  type DeviationView,
  type MarkDetailsView,
  type Station,
  type WorkView,
} from '../../shared/station-api/index.ts'
import type { Decision, DecisionKind, Deviation, MarkDetails, Outbox, Sheet, Work } from '../outbox/index.ts'

export interface WorkHandlerParts {
  outbox: Outbox
  /** Throws CallError where the sheet is not here or cannot be read. */
  sheetOf: (sheetId: string) => Sheet
  /** The same, and throws where the drawing is another than the one on the screen. */
  sheetShown: (sheetId: string, drawingVersion: number) => Sheet
  /** As the store has it now; null where it has it no longer. */
  sheetNow: (sheetId: string) => Sheet | null
  /** Throws CallError while the station does not know whose sheets these are. */
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

interface Asked {
  sheetId: string
  drawingVersion: number
  operatorId: string | null
}

export function createWorkHandlers(parts: WorkHandlerParts): Pick<Station['handlers'], WorkCall> {
  const { outbox, sheetOf, sheetShown } = parts
  const { counting, decisions, deviations, handingOver, operators } = outbox

  const at = ({ sheetId, drawingVersion, operatorId }: Asked) => {
    const sheet = sheetShown(sheetId, drawingVersion)
    return { sheet, operatorId, pressBrakeId: parts.ownBrakeId() ?? sheet.pressBrakeId }
  }
  const decisionOf = (sheetId: string, kind: DecisionKind, why: string, drawingVersion: number | null): Decision => {
    if (kind !== 'send_all_the_same') return { kind, why }
    if (drawingVersion === null) throw new CallError('bad_input', 'which drawing was shown as the present one?')
    return { kind, why, sheet: sheetShown(sheetId, drawingVersion) }
  }
  const detailsOf = (markId: string): MarkDetails => {
    const details = decisions.detailsOf(markId)
    if (details === null) throw new CallError('mark_unknown', `there is no mark ${markId}`)
    return details
  }

  const programsOf = ({ mark, drawingHash, reworkCount }: MarkDetails): MarkDetailsView['programs'] =>
    outbox.programs
      .ofBending(mark.sheetId, drawingHash, reworkCount)
      .map(({ id, pieceNo, version, sentAt, operatorId, link }) => ({
        id,
        pieceNo,
        version,
        sentAt: instantOf(sentAt),
        by: operatorId === null ? null : (operators.find(operatorId)?.initials ?? null),
        link,
        became: outbox.programs.eventsOf(id).map(({ kind, at: ms }) => ({ kind, at: instantOf(ms) })),
        counted: outbox.programs.counted(id),
      }))

  return {
    'operators.list': () => ({ operators: operators.list() }),
    'operator.add': ({ initials }) => orRefused(operators.add(initials)).operator,
    'operator.rename': ({ operatorId, initials }) => orRefused(operators.rename(operatorId, initials)).operator,
    'operator.activate': ({ operatorId, active }) => orRefused(operators.setActive(operatorId, active)).operator,
    'mark.details': ({ markId }) => {
      const details = detailsOf(markId)
      return detailsView(details, parts.sheetNow(details.mark.sheetId), programsOf(details))
    },
    'mark.decide': ({ markId, decision, why, by, operatorId, drawingVersion }) => {
      const { mark } = detailsOf(markId)
      const operator = operatorId === null ? undefined : operators.find(operatorId)
      if (operatorId !== null && operator?.active !== true)
        throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
      const decided = decisionOf(mark.sheetId, decision, why ?? '', drawingVersion)
      return orRefused(decisions.decide(markId, decided, { by: operator?.initials ?? by ?? null, operatorId })).mark
    },
    'work.read': ({ sheetId }) => workView(outbox.work.workOf(sheetOf(sheetId))),
    'count.book': ({ actId, pieceNo, kind, count, reason, ...asked }) => {
      const why = reason === null ? {} : { reason }
      return worked(counting.book({ ...at(asked), ...why, actId, pieceNo, kind, count, source: 'hand' }))
    },
    'count.last_was_scrap': ({ actId, pieceNo, ...asked }) =>
      worked(counting.lastWasScrap({ ...at(asked), actId, pieceNo })),
    'count.adjust': ({ actId, pieceNo, corrects, delta, reason, ...asked }) =>
      worked(counting.adjust({ ...at(asked), actId, pieceNo, corrects, delta, reason })),
    'deviation.report': ({ reason, text, ...asked }) =>
      worked(counting.reportDeviation({ ...at(asked), reason, text })),
    'deviations.list': () => ({ deviations: deviations.open().map(deviationView) }),
    'deviation.release': ({ deviationId, by, why }) => {
      orRefused(counting.releaseDeviation({ id: deviationId, by, why }))
      return {}
    },
    'approval.override': ({ by, why, ...asked }) => worked(counting.overrideApproval({ ...at(asked), by, why })),
    'job.close': ({ jobId }) => {
      orRefused(counting.closeJob(jobId))
      return {}
    },
    'handover.give': (asked) => worked(handingOver.give({ ...at(asked), fingerprint: parts.fingerprint() })),
    'handover.read': ({ text }) => {
      const { code } = orRefused(handingOver.read(text, parts.fingerprint()))
      const { sheetId, reworkCount, drawingHash8, pieces, by } = code
      return { sheetId, reworkCount, drawingHash8, pieces, by }
    },
    'handover.take': ({ text, drawingVersion, operatorId }) => {
      const fingerprint = parts.fingerprint()
      const { sheetId } = orRefused(handingOver.read(text, fingerprint)).code
      return worked(handingOver.take({ ...at({ sheetId, drawingVersion, operatorId }), text, fingerprint }))
    },
    'handover.take_back': ({ sheetId, why, operatorId }) => {
      const sheet = sheetOf(sheetId)
      const pressBrakeId = parts.ownBrakeId() ?? sheet.pressBrakeId
      return worked(handingOver.takeBack({ sheet, pressBrakeId, operatorId, why }))
    },
  }
}

type Refused = { ok: false; code: CallErrorCode; message?: string }

/** What the outbox did; throws CallError where it refused. */
export function orRefused<Result extends { ok: true } | Refused>(result: Result): Extract<Result, { ok: true }> {
  assertDone(result)
  return result
}

function assertDone<Result extends { ok: true } | Refused>(
  result: Result,
): asserts result is Extract<Result, { ok: true }> {
  if (!result.ok) throw new CallError(result.code, result.message ?? result.code)
}

const worked = (result: { ok: true; work: Work } | Refused): WorkView => workView(orRefused(result).work)

const instantOf = (ms: number): string => new Date(ms).toISOString()
const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instantOf(ms))

const workView = ({ handOver, deviations, ...work }: Work): WorkView => ({
  ...work,
  handOver: handOver === null ? null : { ...handOver, at: instantOf(handOver.at) },
  deviations: deviations.map(deviationView),
})

function deviationView(deviation: Deviation): DeviationView {
  const { id, sheetId, drawingVersion, reason, text, state, by, settledBy, settledWhy } = deviation
  const reportedAt = instantOf(deviation.reportedAt)
  const settledAt = maybeInstant(deviation.settledAt)
  return { id, sheetId, drawingVersion, reason, text, state, by, reportedAt, settledAt, settledBy, settledWhy }
}

const detailsView = (
  details: MarkDetails,
  now: Sheet | null,
  programs: MarkDetailsView['programs'],
): MarkDetailsView => ({
  ...details,
  now,
  programs,
  firstSentAt: maybeInstant(details.firstSentAt),
  deliveredAt: maybeInstant(details.deliveredAt),
  decided: details.decided.map((one) => ({ ...one, at: instantOf(one.at) })),
})
