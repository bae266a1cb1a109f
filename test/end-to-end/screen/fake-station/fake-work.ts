// Counts, people, reports and details of marks for the held station, in memory. What only the outbox can judge, hand-overs and
// what may be decided, is tested on the real one.
import {
  CallError,
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

export interface HeldWork {
  operators: OperatorView[]
  /** What stands in the way of the work on a sheet, as a test likes it. */
  work: Map<string, WorkView>
  details: Map<string, MarkDetailsView>
  decided: { markId: string; decision: string; why: string | null }[]
}

export interface HeldWorkParts {
  sheetOf: (sheetId: string) => Sheet
  marks: MarkView[]
  take: (name: CallName) => void
  changed: () => void
  acknowledged: () => void
}

type WorkCall = keyof typeof workCalls | 'mark.details' | 'mark.decide' | 'outbox.acknowledge'

export function heldWork(held: HeldWork, parts: HeldWorkParts): Pick<Station['handlers'], WorkCall> {
  const { take, sheetOf, marks, changed, acknowledged } = parts
  const workOf = (sheetId: string): WorkView => {
    const known = held.work.get(sheetId)
    if (known !== undefined) return known
    return {
      sheetId,
      job: null,
      pieces: sheetOf(sheetId).pieces.map(({ pieceNo, quantity, lengthMm }) => ({
        pieceNo,
        done: 0,
        test: 0,
        scrap: 0,
        rebend: 0,
        wanted: quantity,
        lengthMm,
      })),
      done: 0,
      counted: false,
      complete: false,
      stop: null,
      handOver: null,
      older: [],
      deviations: [],
      overridden: false,
    }
  }
  const count = (sheetId: string, pieceNo: number, change: (piece: WorkView['pieces'][number]) => object): WorkView => {
    const work = workOf(sheetId)
    const pieces = work.pieces.map((piece) => (piece.pieceNo === pieceNo ? { ...piece, ...change(piece) } : piece))
    const complete = pieces.every(({ done, wanted }) => done === wanted)
    const done = pieces.reduce((sum, piece) => sum + piece.done, 0)
    const next: WorkView = { ...work, pieces, done, counted: true, complete }
    held.work.set(sheetId, next)
    changed()
    return next
  }
  const keep = (operator: OperatorView): OperatorView => {
    held.operators = [...held.operators.filter(({ id }) => id !== operator.id), operator]
    return operator
  }
  const operatorOf = (id: string): OperatorView => {
    const operator = held.operators.find((one) => one.id === id)
    if (operator === undefined) throw new CallError('operator_unknown', id)
    return operator
  }

  return {
    'operators.list': () => ({ operators: held.operators }),
    'operator.add': ({ initials }) => {
      take('operator.add')
      return keep({ id: `operator-${held.operators.length + 1}`, initials, active: true })
    },
    'operator.rename': ({ operatorId, initials }) => keep({ ...operatorOf(operatorId), initials }),
    'operator.activate': ({ operatorId, active }) => keep({ ...operatorOf(operatorId), active }),
    'mark.details': ({ markId }) => {
      const details = held.details.get(markId)
      if (details === undefined) throw new CallError('mark_unknown', markId)
      const mark = marks.find(({ id }) => id === markId) ?? details.mark
      return { ...details, mark, may: mark.state === details.mark.state ? details.may : [] }
    },
    'mark.decide': ({ markId, decision, why }) => {
      take('mark.decide')
      held.decided.push({ markId, decision, why })
      const at = marks.findIndex(({ id }) => id === markId)
      const mark = marks[at]
      if (mark === undefined) throw new CallError('mark_unknown', markId)
      const decided: MarkView = { ...mark, state: decision === 'send_all_the_same' ? 'queued' : 'cancelled' }
      marks[at] = decided
      changed()
      return decided
    },
    'work.read': ({ sheetId }) => workOf(sheetId),
    'count.book': ({ sheetId, pieceNo, kind, count: more }) => {
      take('count.book')
      const name = kind === 'good' ? 'done' : kind
      return count(sheetId, pieceNo, (piece) => ({ [name]: piece[name] + more }))
    },
    'count.last_was_scrap': ({ sheetId, pieceNo }) => {
      take('count.last_was_scrap')
      return count(sheetId, pieceNo, ({ done, scrap }) => ({ done: done - 1, scrap: scrap + 1 }))
    },
    'count.adjust': ({ sheetId, pieceNo, corrects, delta }) => {
      take('count.adjust')
      const name = corrects === 'good' ? 'done' : corrects
      return count(sheetId, pieceNo, (piece) => ({ [name]: piece[name] + delta }))
    },
    'deviation.report': ({ sheetId, drawingVersion, reason, text }) => {
      take('deviation.report')
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
        settledWhy: null,
      }
      const work: WorkView = { ...workOf(sheetId), stop: 'drawing_wrong', deviations: [deviation] }
      held.work.set(sheetId, work)
      changed()
      return work
    },
    'deviations.list': () => ({ deviations: [...held.work.values()].flatMap(({ deviations }) => deviations) }),
    'deviation.release': notHeld,
    'approval.override': notHeld,
    'job.close': notHeld,
    'handover.give': notHeld,
    'handover.read': notHeld,
    'handover.take': notHeld,
    'handover.take_back': notHeld,
    'outbox.acknowledge': () => {
      take('outbox.acknowledge')
      acknowledged()
      return {}
    },
  }
}

function notHeld(): never {
  throw new CallError('failed', 'the held station does not do this')
}
