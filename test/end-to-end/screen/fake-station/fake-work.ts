// The calls of the fake station about counts, operators, deviations and details of marks, on data in memory. Taking hand-overs and
// the rules of decisions need the outbox, so they are tested on a real station.
import {
  CallError,
  type BendPlanView,
  type CallName,
  type DeviationView,
  type MarkDetailsView,
  type MarkView,
  type OperatorView,
  type SheetView,
  type Station,
  type WorkView,
  type workCalls,
} from '../../../../shared/station-api/index.ts'

type Sheet = NonNullable<SheetView['sheet']>

export interface FakeWork {
  /** The bend plan of each sheet, by the sheet's id; absent: no machine. */
  bendPlans: Map<string, BendPlanView>
  operators: OperatorView[]
  /** The work on a sheet, by its id; a test may set it. */
  work: Map<string, WorkView>
  details: Map<string, MarkDetailsView>
  decided: { markId: string; decision: string; reason: string | null }[]
}

export interface FakeWorkParts {
  sheetOf: (sheetId: string) => Sheet
  marks: MarkView[]
  admit: (name: CallName) => void
  pushChanges: () => void
  acknowledged: () => void
}

type WorkCall = keyof typeof workCalls | 'mark.details' | 'mark.decide' | 'outbox.acknowledge'

export function fakeWork(data: FakeWork, parts: FakeWorkParts): Pick<Station['handlers'], WorkCall> {
  const { admit, acknowledged } = parts
  return {
    ...operatorHandlers(data, parts),
    ...decisionHandlers(data, parts),
    ...countHandlers(data, parts),
    ...deviationHandlers(data, parts),
    'deviation.release': notFaked,
    'approval.override': notFaked,
    'job.close': notFaked,
    'handover.give': ({ sheetId, to = null }) => {
      admit('handover.give')
      const handOver = { code: 'KH1', by: null, givenAt: new Date().toISOString(), to, isTaken: false }
      const given: WorkView = { ...workOf(data, parts, sheetId), stop: 'handed_over', handOver }
      data.work.set(sheetId, given)
      parts.pushChanges()
      return given
    },
    'handover.read': notFaked,
    'handover.take': notFaked,
    'handover.take_back': notFaked,
    'outbox.acknowledge': () => {
      admit('outbox.acknowledge')
      acknowledged()
      return {}
    },
  }
}

function operatorHandlers(
  data: FakeWork,
  { admit }: FakeWorkParts,
): Pick<Station['handlers'], 'operators.list' | 'operator.add' | 'operator.rename' | 'operator.activate'> {
  const store = (operator: OperatorView): OperatorView => {
    data.operators = [...data.operators.filter(({ id }) => id !== operator.id), operator]
    return operator
  }
  const operatorOf = (id: string): OperatorView => {
    const operator = data.operators.find((each) => each.id === id)
    if (operator === undefined) throw new CallError('operator_unknown', id)
    return operator
  }
  return {
    'operators.list': () => ({ operators: data.operators }),
    'operator.add': ({ initials }) => {
      admit('operator.add')
      return store({ id: `operator-${data.operators.length + 1}`, initials, active: true })
    },
    'operator.rename': ({ operatorId, initials }) => store({ ...operatorOf(operatorId), initials }),
    'operator.activate': ({ operatorId, active }) => store({ ...operatorOf(operatorId), active }),
  }
}

function decisionHandlers(
  data: FakeWork,
  { admit, marks, pushChanges }: FakeWorkParts,
): Pick<Station['handlers'], 'mark.details' | 'mark.decide'> {
  return {
    'mark.details': ({ markId }) => {
      const details = data.details.get(markId)
      if (details === undefined) throw new CallError('mark_unknown', markId)
      const mark = marks.find(({ id }) => id === markId) ?? details.mark
      return { ...details, mark, possibleDecisions: mark.state === details.mark.state ? details.possibleDecisions : [] }
    },
    'mark.decide': ({ markId, decision, reason }) => {
      admit('mark.decide')
      data.decided.push({ markId, decision, reason })
      const index = marks.findIndex(({ id }) => id === markId)
      const mark = marks[index]
      if (mark === undefined) throw new CallError('mark_unknown', markId)
      const decided: MarkView = { ...mark, state: decision === 'send_all_the_same' ? 'queued' : 'cancelled' }
      marks[index] = decided
      pushChanges()
      return decided
    },
  }
}

function countHandlers(
  data: FakeWork,
  parts: FakeWorkParts,
): Pick<Station['handlers'], 'work.read' | 'count.book' | 'count.last_was_scrap' | 'count.adjust'> {
  const { admit, pushChanges } = parts
  const count = (sheetId: string, pieceNo: number, change: (piece: WorkView['pieces'][number]) => object): WorkView => {
    const work = workOf(data, parts, sheetId)
    const pieces = work.pieces.map((piece) => (piece.pieceNo === pieceNo ? { ...piece, ...change(piece) } : piece))
    const isComplete = pieces.every(({ done, wantedPieces }) => done === wantedPieces)
    const done = pieces.reduce((sum, piece) => sum + piece.done, 0)
    const next: WorkView = { ...work, pieces, done, isCounted: true, isComplete }
    data.work.set(sheetId, next)
    pushChanges()
    return next
  }
  return {
    'work.read': ({ sheetId }) => workOf(data, parts, sheetId),
    'count.book': ({ sheetId, pieceNo, kind, count: added }) => {
      admit('count.book')
      const name = kind === 'good' ? 'done' : kind
      return count(sheetId, pieceNo, (piece) => ({ [name]: piece[name] + added }))
    },
    'count.last_was_scrap': ({ sheetId, pieceNo }) => {
      admit('count.last_was_scrap')
      return count(sheetId, pieceNo, ({ done, scrap }) => ({ done: done - 1, scrap: scrap + 1 }))
    },
    'count.adjust': ({ sheetId, pieceNo, kind, delta }) => {
      admit('count.adjust')
      const name = kind === 'good' ? 'done' : kind
      return count(sheetId, pieceNo, (piece) => ({ [name]: piece[name] + delta }))
    },
  }
}

function deviationHandlers(
  data: FakeWork,
  parts: FakeWorkParts,
): Pick<Station['handlers'], 'deviation.report' | 'deviations.list'> {
  const { admit, pushChanges } = parts
  return {
    'deviation.report': ({ sheetId, drawingVersion, reason, text }) => {
      admit('deviation.report')
      const deviation: DeviationView = {
        id: `deviation-${sheetId}`,
        sheetId,
        drawingVersion,
        reason,
        text,
        state: 'open',
        by: null,
        reportedAt: new Date().toISOString(),
        settledAt: null,
        settledBy: null,
        settledReason: null,
      }
      const work: WorkView = { ...workOf(data, parts, sheetId), stop: 'drawing_wrong', deviations: [deviation] }
      data.work.set(sheetId, work)
      pushChanges()
      return work
    },
    'deviations.list': () => ({ deviations: [...data.work.values()].flatMap(({ deviations }) => deviations) }),
  }
}

/** The work on a sheet: as a test has set it, or none yet. */
function workOf(data: FakeWork, { sheetOf }: FakeWorkParts, sheetId: string): WorkView {
  const stored = data.work.get(sheetId)
  if (stored !== undefined) return stored
  return {
    sheetId,
    job: null,
    pieces: sheetOf(sheetId).pieces.map(({ pieceNo, quantity, lengthMm }) => ({
      pieceNo,
      done: 0,
      test: 0,
      scrap: 0,
      rebend: 0,
      wantedPieces: quantity,
      lengthMm,
    })),
    done: 0,
    isCounted: false,
    isComplete: false,
    stop: null,
    handOver: null,
    olderJobs: [],
    deviations: [],
    isApprovalOverridden: false,
  }
}

function notFaked(): never {
  throw new CallError('failed', 'the fake station does not answer this call')
}
