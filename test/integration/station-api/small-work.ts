// The calls about counts, operators, hand-overs and decisions of the small station: one valid input and one answer each.
import type { CallIn, CallName, CallOut, Station } from '../../../shared/station-api/index.ts'

const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
const shown = { sheetId, drawingVersion: 1, operatorId: null }
const piece = { ...shown, actId: '01J00000000000000000000ACT', pieceNo: 1 }

/** One valid input per call. */
export const workInputs = {
  'operators.list': {},
  'operator.add': { initials: 'KN' },
  'operator.rename': { operatorId: 'kn', initials: 'KNO' },
  'operator.activate': { operatorId: 'kn', active: false },
  'mark.details': { markId: 'mark' },
  'mark.decide': { markId: 'mark', decision: 'seen', reason: null, operatorId: null, drawingVersion: null },
  'work.read': { sheetId },
  'count.book': { ...piece, kind: 'good', count: 1, reason: null },
  'count.last_was_scrap': piece,
  'count.adjust': { ...piece, kind: 'good', delta: -1, reason: 'counted twice' },
  'deviation.report': { ...shown, reason: 'measure', text: null },
  'deviations.list': {},
  'deviation.release': { deviationId: 'deviation', by: 'OL', reason: 'measured again' },
  'approval.override': { ...shown, by: 'OL', reason: 'agreed by telephone' },
  'job.close': { jobId: 'job' },
  'handover.give': shown,
  'handover.read': { text: 'KH1' },
  'handover.take': { text: 'KH1', drawingVersion: 1, operatorId: null },
  'handover.take_back': { sheetId, reason: 'nobody took it', operatorId: null },
  'outbox.acknowledge': {},
} satisfies { [Name in CallName]?: CallIn<Name> }

type WorkCall = keyof typeof workInputs
type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

const operator = { id: 'kn', initials: 'KN', active: true }
const work: CallOut<'work.read'> = {
  sheetId,
  job: null,
  pieces: [{ pieceNo: 1, done: 0, test: 0, scrap: 0, rebend: 0, wantedPieces: 1, lengthMm: 2_000 }],
  done: 0,
  isCounted: false,
  isComplete: false,
  stop: null,
  handOver: null,
  olderJobs: [],
  deviations: [],
  isApprovalOverridden: false,
}
const mark: CallOut<'mark.decide'> = {
  id: 'mark',
  sheetId,
  state: 'cancelled',
  reason: 'bent_by_another',
  markedAt: '2026-08-03T08:00:00.000Z',
  heldUntil: null,
  by: null,
  quantity: 1,
  drawingVersion: 1,
}
const details: CallOut<'mark.details'> = {
  mark,
  detail: null,
  attempts: 0,
  firstSentAt: null,
  deliveredAt: null,
  pressBrakeId: null,
  piecesChoice: null,
  piecesReason: null,
  programs: [],
  reworkCount: 0,
  drawingHash: '',
  markedSheet: null,
  currentSheet: null,
  counts: [],
  decisions: [],
  possibleDecisions: [],
}

export const workHandlers = (answer: Answer): Pick<Station['handlers'], WorkCall> => ({
  'operators.list': (input) => answer('operators.list', input, () => ({ operators: [operator] })),
  'operator.add': (input) => answer('operator.add', input, () => operator),
  'operator.rename': (input) => answer('operator.rename', input, () => operator),
  'operator.activate': (input) => answer('operator.activate', input, () => operator),
  'mark.details': (input) => answer('mark.details', input, () => details),
  'mark.decide': (input) => answer('mark.decide', input, () => mark),
  'work.read': (input) => answer('work.read', input, () => work),
  'count.book': (input) => answer('count.book', input, () => work),
  'count.last_was_scrap': (input) => answer('count.last_was_scrap', input, () => work),
  'count.adjust': (input) => answer('count.adjust', input, () => work),
  'deviation.report': (input) => answer('deviation.report', input, () => work),
  'deviations.list': (input) => answer('deviations.list', input, () => ({ deviations: [] })),
  'deviation.release': (input) => answer('deviation.release', input, () => ({})),
  'approval.override': (input) => answer('approval.override', input, () => work),
  'job.close': (input) => answer('job.close', input, () => ({})),
  'handover.give': (input) => answer('handover.give', input, () => work),
  'handover.read': (input) =>
    answer('handover.read', input, () => ({ sheetId, reworkCount: 0, drawingHash8: '', pieces: [], by: null })),
  'handover.take': (input) => answer('handover.take', input, () => work),
  'handover.take_back': (input) => answer('handover.take_back', input, () => work),
  'outbox.acknowledge': (input) => answer('outbox.acknowledge', input, () => ({})),
})
