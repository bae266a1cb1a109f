// A minimal station for tests: it answers from memory, records the calls that reach its handlers, and pushes what a test wants.
import {
  CallError,
  noBrake,
  noShell,
  defaultShell,
  type CallIn,
  type CallName,
  type ExportView,
  type Push,
  type Snapshot,
  type Station,
  type StatusView,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import { brakeHandlers } from './small-brake.ts'
import { orderHandlers } from './small-orders.ts'
import { oversightHandlers } from './small-oversight.ts'
import { setUpHandlers } from './small-set-up.ts'
import { planHandlers } from './small-plan.ts'
import { stationHandlers } from './small-stations.ts'
import { workHandlers } from './small-work.ts'

export interface SmallStation extends Station {
  /** Every call that reached a handler. */
  reached: { name: CallName; input: unknown }[]
  push: (push: Push) => void
  /** Sets the number of undelivered marks in the next snapshot. */
  setUndelivered: (count: number) => void
  listeners: () => number
  /** Resolves all pending `sync.now` calls. */
  letSyncEnd: () => void
  /** How many pending `sync.now` calls their screens have dropped. */
  droppedSyncs: () => number
  /** Replaces the answer of a call. */
  answerWith: (name: CallName, answer: (input: unknown) => unknown) => void
}

export function smallStation(): SmallStation {
  const listeners = new Set<(push: Push) => void>()
  const reached: SmallStation['reached'] = []
  const answers = new Map<CallName, (input: unknown) => unknown>()
  let undelivered = 0
  const syncs: (() => void)[] = []
  let droppedSyncs = 0

  /** An answer from a test may violate the contract, to test the dispatcher. */
  const answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>): Out | Promise<Out> => {
    reached.push({ name, input })
    const other = answers.get(name)
    return other === undefined ? usual() : fromTest<Out>(other(input))
  }
  return {
    reached,
    push: (push) => listeners.forEach((listener) => listener(push)),
    setUndelivered: (count) => {
      undelivered = count
    },
    listeners: () => listeners.size,
    letSyncEnd: () => syncs.splice(0).forEach((end) => end()),
    droppedSyncs: () => droppedSyncs,
    answerWith: (name, other) => void answers.set(name, other),
    snapshot: (): Snapshot => ({ status: statusWith(undelivered), exports: [], brake: noBrake, shell: defaultShell }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    handlers: {
      'list.read': (input) =>
        answer('list.read', input, () => ({ date: input.date, readAt: null, entries: [], malformed: [] })),
      'list.details': (input) =>
        answer('list.details', input, () => ({
          rows: input.sheetIds.map((sheetId) => ({ sheetId, details: null })),
        })),
      'sheet.read': (input) =>
        answer('sheet.read', input, () => ({
          sheetId: input.sheetId,
          state: 'fetching' as const,
          sheet: null,
          problems: [],
          mark: null,
          readAt: null,
        })),
      'mark.create': (input) => answer('mark.create', input, () => markOf(input)),
      'mark.undo': (input) => answer('mark.undo', input, refuseUndo),
      'marks.list': (input) => answer('marks.list', input, () => ({ marks: [], total: 0 })),
      ...brakeHandlers(answer),
      'brake.choose': (input) => answer('brake.choose', input, () => ({})),
      'shell.choose_folder': (input) => answer('shell.choose_folder', input, noShell['shell.choose_folder']),
      'shell.print': (input) => answer('shell.print', input, noShell['shell.print']),
      'shell.update_read': (input) => answer('shell.update_read', input, noShell['shell.update_read']),
      'shell.update_look': (input) => answer('shell.update_look', input, noShell['shell.update_look']),
      'shell.update_agree': (input) => answer('shell.update_agree', input, noShell['shell.update_agree']),
      'sync.now': (input, _, signal) => {
        signal?.onCancel(() => (droppedSyncs += 1))
        return answer('sync.now', input, () => new Promise<Record<string, never>>((end) => syncs.push(() => end({}))))
      },
      'workshop.read': (input) => answer('workshop.read', input, () => emptyWorkshop),
      'export.start': (input) => answer('export.start', input, () => exportOf(input)),
      'export.cancel': (input) => answer('export.cancel', input, () => ({})),
      ...orderHandlers(answer),
      'language.choose': (input) => answer('language.choose', input, () => ({})),
      ...workHandlers(answer),
      ...setUpHandlers(answer),
      ...stationHandlers(answer),
      ...oversightHandlers(answer),
      ...planHandlers(answer),
    },
  }
}

function fromTest<Out>(value: unknown): Out {
  const parsed: Out = JSON.parse(JSON.stringify(value))
  return parsed
}

function refuseUndo(): never {
  throw new CallError('too_late_to_undo', 'the mark has left the station')
}

const markOf = (input: CallIn<'mark.create'>) => ({
  id: '01J0000000000000000000MARK',
  sheetId: input.sheetId,
  state: 'held' as const,
  reason: null,
  markedAt: '2026-08-03T08:00:00.000Z',
  heldUntil: '2026-08-03T08:00:10.000Z',
  by: input.by,
  quantity: 1,
  drawingVersion: input.drawingVersion,
})

const emptyWorkshop: WorkshopView = {
  toleranceMm: 0.3,
  dxfPreset: 'inventor',
  allowances: { bends: [], hems: [] },
  machines: [],
  tools: null,
  materials: null,
  hemForces: null,
  wrong: [],
  folder: '/kant/workshop',
}

const exportOf = ({ order }: CallIn<'export.start'>): ExportView => ({
  exportId: 'export',
  state: 'running',
  summary:
    order.kind === 'sheets'
      ? { kind: 'sheets', sheets: order.sheetIds.length, name: null, formats: order.formats }
      : { ...order, sheets: 1 },
  startedAt: '2026-08-03T08:00:00.000Z',
  done: 0,
  total: 1,
  folder: '/exports',
  files: [],
  refusals: [],
  failure: null,
})

export const statusWith = (undelivered: number): StatusView => ({
  workshop: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag', environment: 'test' },
  connection: { state: 'online', problem: null },
  upToDateAt: '2026-08-03T08:00:00.000Z',
  pull: null,
  queue: { state: 'running', problem: null, held: 0, undelivered, needsPerson: 0, oldestMarkedAt: null },
  today: '2026-08-03',
  days: [{ date: '2026-08-03', label: 'today', readAt: null, entries: 0, bent: 0 }],
  brakes: [],
  ownBrakeId: null,
  stoppedSheets: 0,
  warnings: [],
})
