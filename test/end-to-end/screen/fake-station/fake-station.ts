// A station that a test holds in its hand: the whole contract over data in memory, every state of it one call away. The screen
// reaches it through the real browser shell.
import {
  CallError,
  listPart,
  noBrake,
  noShell,
  defaultScanner,
  defaultShell,
  withExport,
  type BrakePreview,
  type BrakeView,
  type CallIn,
  type EntryView,
  type ExportView,
  type ListView,
  type MarkView,
  type Push,
  type SheetView,
  type ScannerSettings,
  type ShellView,
  type Station,
  type StatusView,
  type WorkshopView,
} from '../../../../shared/station-api/index.ts'
import { heldBrake } from './fake-brake.ts'
import { heldOversight, oversightOf, type HeldOversight } from './fake-oversight.ts'
import { heldPlan } from './fake-plan.ts'
import { heldScanner } from './fake-scanner.ts'
import { heldSetUp, newHeldSetUp, type HeldSetUp } from './fake-set-up.ts'
import { heldWork, type HeldWork } from './fake-work.ts'
import { shippedWorkshop } from './shipped-workshop.ts'
import { brakes, entryOf, sandboxSheets } from './sandbox-day.ts'

export const today = '2026-11-23'
export const tomorrow = '2026-11-24'

type Sheet = NonNullable<SheetView['sheet']>

export interface HeldStation extends Station {
  lists: Map<string, ListView>
  sheets: Map<string, SheetView>
  marks: MarkView[]
  /** Calls that came in, by name, in order. */
  called: string[]
  /** What the next call of a name is refused with. */
  refuse: Map<string, CallError>
  /** What every call of a name is refused with, until it is taken out. */
  refuseAll: Map<string, CallError>
  /** What the next list, read already, waits for before it is given. */
  lateList: Promise<void> | null
  /** What every part of a list but its first waits for. */
  lateRest: Promise<void> | null
  /** What the workshop's own files say; `workshopChanged` tells the screen. */
  workshop: WorkshopView
  workshopChanged: () => void
  work: HeldWork
  setUp: HeldSetUp
  oversight: HeldOversight
  /** What exports were asked for. None goes on by itself: a test tells how it stands. */
  ordered: CallIn<'export.start'>[]
  exports: readonly ExportView[]
  tellExport: (view: ExportView) => void
  brake: BrakeView
  /** What a preview answers, whatever piece is asked for; null: no brake is linked. */
  program: BrakePreview | null
  sentPrograms: CallIn<'brake.send'>[]
  corrected: CallIn<'brake.correct'>[]
  tellBrake: (view: BrakeView) => void
  shell: ShellView
  scanner: ScannerSettings
  tellShell: (change: Partial<ShellView>) => void
  say: (change: Partial<StatusView>) => void
  /** Lays marks over lists and sheets anew and tells the screen. */
  changed: () => void
}

const readAt = (): string => new Date(Date.now() - 4 * 60_000).toISOString()

export function heldStation(): HeldStation {
  const lists = new Map<string, ListView>()
  const sheets = new Map<string, SheetView>()
  const marks: MarkView[] = []
  const called: string[] = []
  const refuse = new Map<string, CallError>()
  const refuseAll = new Map<string, CallError>()
  const listeners = new Set<(push: Push) => void>()
  const setUp = newHeldSetUp()
  const work: HeldWork = { operators: [], work: new Map(), details: new Map(), decided: [] }

  for (const [label, date] of [
    ['today', today],
    ['next', tomorrow],
  ] as const) {
    const made = sandboxSheets(label, date)
    for (const sheet of made)
      sheets.set(sheet.id, { sheetId: sheet.id, state: 'ready', sheet, problems: [], mark: null, readAt: readAt() })
    lists.set(date, {
      date,
      readAt: readAt(),
      malformed: [],
      entries: made.map((sheet, index): EntryView => ({
        entry: entryOf(sheet, index + 1),
        sheetState: 'ready',
        mark: null,
      })),
    })
  }

  let status: StatusView = {
    workshop: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag', environment: 'test' },
    connection: { state: 'online', problem: null },
    freshAt: readAt(),
    pull: null,
    queue: { state: 'running', problem: null, held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null },
    today,
    days: [],
    brakes,
    ownBrakeId: null,
    stopped: 0,
    warnings: [],
  }
  const tell = (push: Push): void => {
    for (const listener of listeners) listener(push)
  }
  const say = (change: Partial<StatusView>): void => {
    status = { ...status, ...change, days: change.days ?? daysOf(lists) }
    tell({ name: 'status', data: status })
  }
  const changed = (): void => {
    const markOf = (sheetId: string): MarkView | null => marks.findLast((mark) => mark.sheetId === sheetId) ?? null
    for (const [date, list] of lists)
      lists.set(date, {
        ...list,
        entries: list.entries.map((view) => ({ ...view, mark: markOf(view.entry.sheetId) })),
      })
    for (const [id, view] of sheets) sheets.set(id, { ...view, mark: markOf(id) })
    tell({ name: 'changed', data: { dates: [...lists.keys()], sheetIds: [...sheets.keys()] } })
    const stopped = [...work.work.values()].filter(({ stop }) => stop === 'drawing_wrong').length
    say({ queue: queueOf(status.queue, marks), stopped })
  }
  const take = (name: string): void => {
    called.push(name)
    const refusal = refuseAll.get(name) ?? refuse.get(name)
    refuse.delete(name)
    if (refusal !== undefined) throw refusal
  }
  const sheetOf = (sheetId: string): SheetView => {
    const view = sheets.get(sheetId)
    if (view === undefined) throw new CallError('sheet_unknown', sheetId)
    return view
  }
  const wholeSheet = (sheetId: string): Sheet => {
    const { sheet } = sheetOf(sheetId)
    if (sheet === null) throw new CallError('sheet_unknown', sheetId)
    return sheet
  }
  say({})

  const held: HeldStation = {
    setUp,
    lists,
    sheets,
    marks,
    called,
    refuse,
    refuseAll,
    lateList: null,
    lateRest: null,
    workshop: shippedWorkshop(),
    workshopChanged: () => tell({ name: 'workshop', data: {} }),
    work,
    oversight: heldOversight(today),
    exports: [],
    brake: noBrake,
    program: null,
    sentPrograms: [],
    corrected: [],
    tellBrake: (view) => {
      held.brake = view
      tell({ name: 'brake', data: view })
    },
    shell: defaultShell,
    scanner: defaultScanner,
    tellShell: (change) => {
      held.shell = { ...held.shell, ...change }
      tell({ name: 'shell', data: held.shell })
    },
    ordered: [],
    tellExport: (view) => {
      held.exports = withExport(held.exports, view)
      tell({ name: 'export', data: view })
    },
    say,
    changed,
    snapshot: () => ({ status, exports: [...held.exports], brake: held.brake, shell: held.shell }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    handlers: {
      'list.read': async ({ date, part }) => {
        take('list.read')
        const list = lists.get(date) ?? { date, readAt: null, entries: [], malformed: [] }
        const { lateList } = held
        held.lateList = null
        await (part !== undefined && part.from > 0 ? held.lateRest : lateList)
        return part === undefined ? list : listPart(list, part)
      },
      'sheet.read': ({ sheetId }) => {
        take('sheet.read')
        return sheetOf(sheetId)
      },
      'mark.create': ({ sheetId, drawingVersion, by }) => {
        take('mark.create')
        const mark: MarkView = {
          id: `mark-${marks.length + 1}`,
          sheetId,
          state: 'held',
          reason: null,
          markedAt: new Date().toISOString(),
          heldUntil: new Date(Date.now() + 10_000).toISOString(),
          by,
          quantity: sheetOf(sheetId).sheet?.quantity ?? 1,
          drawingVersion,
        }
        marks.push(mark)
        changed()
        return mark
      },
      'mark.undo': ({ markId }) => {
        take('mark.undo')
        return settleMark(marks, markId, 'cancelled', changed)
      },
      'marks.list': () => {
        take('marks.list')
        const listed = marks.filter(({ state }) => state !== 'delivered' && state !== 'cancelled')
        return { marks: listed, total: listed.length }
      },
      'brake.choose': ({ pressBrakeId }) => {
        take('brake.choose')
        say({ ownBrakeId: pressBrakeId })
        return {}
      },
      'sync.now': () => {
        take('sync.now')
        return {}
      },
      ...heldScanner(() => held, take),
      'language.choose': () => {
        take('language.choose')
        return {}
      },
      ...noShell,
      ...heldSetUp(setUp, take),
      ...heldBrake(() => held, take),
      ...oversightOf(() => held.oversight, take),
      ...heldPlan(() => held, take),
      'workshop.read': () => {
        take('workshop.read')
        return held.workshop
      },
      'export.start': (order) => {
        take('export.start')
        held.ordered.push(order)
        const { what } = order
        const [only] = what.kind === 'sheets' && what.sheetIds.length === 1 ? what.sheetIds : []
        const view: ExportView = {
          exportId: `export-${held.ordered.length}`,
          state: 'running',
          what:
            what.kind === 'day'
              ? { ...what, sheets: lists.get(what.date)?.entries.length ?? 0 }
              : {
                  kind: 'sheets',
                  sheets: what.sheetIds.length,
                  name: only === undefined ? null : nameOf(sheetOf(only)),
                  formats: what.formats,
                },
          startedAt: new Date().toISOString(),
          done: 0,
          total: 0,
          folder: '/home/verksted/Kant/2026-11-23',
          files: [],
          refused: [],
          failure: null,
        }
        held.tellExport(view)
        return view
      },
      'export.cancel': ({ exportId }) => {
        take('export.cancel')
        const view = held.exports.find((one) => one.exportId === exportId)
        if (view === undefined) throw new CallError('export_unknown', exportId)
        held.tellExport({ ...view, state: 'cancelled' })
        return {}
      },
      ...heldWork(work, { sheetOf: wholeSheet, marks, take, changed, acknowledged: () => say({ warnings: [] }) }),
    },
  }
  return held
}

/** Changes what the lists say of a sheet, without a word to the screen. */
export function changeEntry(station: HeldStation, sheetId: string, change: (view: EntryView) => EntryView): void {
  for (const [date, list] of station.lists)
    station.lists.set(date, {
      ...list,
      entries: list.entries.map((view) => (view.entry.sheetId === sheetId ? change(view) : view)),
    })
}

/** Changes a sheet itself, without a word to the screen. */
export function changeSheet(station: HeldStation, sheetId: string, change: (sheet: Sheet) => Sheet): void {
  const view = station.sheets.get(sheetId)
  if (view?.sheet === null || view === undefined) throw new Error('there is such a sheet')
  station.sheets.set(sheetId, { ...view, sheet: change(view.sheet) })
}

/** Plans a sheet on another machine, in the list and in the sheet. */
export function planOn(station: HeldStation, sheetId: string, pressBrakeId: string): void {
  changeSheet(station, sheetId, (sheet) => ({ ...sheet, pressBrakeId }))
  changeEntry(station, sheetId, (view) => ({ ...view, entry: { ...view.entry, pressBrakeId } }))
}

/** Puts a mark into another state and tells the screen. */
export function settleMark(
  marks: MarkView[],
  markId: string,
  state: MarkView['state'],
  changed: () => void,
  reason: string | null = null,
): MarkView {
  const at = marks.findIndex(({ id }) => id === markId)
  const mark = marks[at]
  if (mark === undefined) throw new CallError('mark_unknown', markId)
  const settled: MarkView = { ...mark, state, reason, heldUntil: null }
  marks[at] = settled
  changed()
  return settled
}

const nameOf = ({ sheet }: SheetView): string =>
  sheet === null ? 'sheet' : `${sheet.order.numberDisplay}-${sheet.sheetNo}-v${sheet.drawingVersion}`

function daysOf(lists: ReadonlyMap<string, ListView>): StatusView['days'] {
  return [today, tomorrow].map((date) => {
    const list = lists.get(date)
    const entries = list?.entries ?? []
    return {
      date,
      label: date === today ? 'today' : 'next',
      readAt: list?.readAt ?? null,
      entries: entries.length,
      bent: entries.filter(({ entry, mark }) => entry.bent !== null || mark?.state === 'delivered').length,
    }
  })
}

function queueOf(queue: StatusView['queue'], marks: readonly MarkView[]): StatusView['queue'] {
  const inStates = (...states: MarkView['state'][]): MarkView[] => marks.filter(({ state }) => states.includes(state))
  const underway = inStates('queued', 'sending', 'unknown', 'waiting')
  return {
    ...queue,
    held: inStates('held').length,
    undelivered: underway.length,
    needsPerson: inStates('conflict', 'bent_elsewhere', 'parked', 'rework_wanted').length,
    oldestMarkedAt: underway[0]?.markedAt ?? null,
  }
}
