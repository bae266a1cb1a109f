// A fake station: it answers the whole station API from data in memory, which a test sets. The screen reaches it through the real
// browser shell.
import { thumbnailOf } from '../../../../shared/drawing/index.ts'
import {
  CallError,
  listPart,
  noBrake,
  noShell,
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
  type PushDataOf,
  type SheetView,
  type ShellView,
  type StationsView,
  type WorkElsewhere,
  type Station,
  type StatusView,
  type WorkshopView,
} from '../../../../shared/station-api/index.ts'
import { fakeBrake } from './fake-brake.ts'
import { fakeExports } from './fake-exports.ts'
import { fakeOrders } from './fake-orders.ts'
import { newFakeOversight, fakeOversight, type FakeOversight } from './fake-oversight.ts'
import { aloneView, fakeStations, nothingElsewhere } from './fake-stations.ts'
import { fakePlan } from './fake-plan.ts'
import { fakeScanner, newFakeScans, type FakeScans } from './fake-scanner.ts'
import { fakeSetUp, newFakeSetUp, type FakeSetUp } from './fake-set-up.ts'
import { daysOf, initialStatus, queueOf } from './fake-status.ts'
import { fakeWork, type FakeWork } from './fake-work.ts'
import { shippedWorkshop } from './shipped-workshop.ts'
import { entryOf, sandboxSheets } from './sandbox-day.ts'

export const today = '2026-11-23'
export const tomorrow = '2026-11-24'

type Sheet = NonNullable<SheetView['sheet']>

export interface FakeStation extends Station, FakeScans {
  lists: Map<string, ListView>
  sheets: Map<string, SheetView>
  marks: MarkView[]
  /** The names of the received calls, in order. */
  callNames: string[]
  /** The error of the next call, by the name of the call. */
  refuseNext: Map<string, CallError>
  /** The error of every call, by the name of the call. */
  refuseAll: Map<string, CallError>
  /** The next `list.read` takes its data at once and answers after this promise. */
  nextListDelay: Promise<void> | null
  /** Each part of a list except the first is answered after this promise. */
  restOfListDelay: Promise<void> | null
  /** The content of the workshop files. */
  workshop: WorkshopView
  /** Notifies the screen that `workshop` has changed. */
  pushWorkshop: () => void
  pushPlanned: () => void
  /** A mark that is due automatically waits for a person. */
  pushMarkAsked: (question: PushDataOf<'mark_asked'>) => void
  work: FakeWork
  setUp: FakeSetUp
  oversight: FakeOversight
  /** The link to other stations, and what those do to the sheets. */
  stations: StationsView
  workElsewhere: WorkElsewhere
  /** The inputs of `export.start`. An export makes progress only when a test sets it. */
  exportOrders: CallIn<'export.start'>[]
  exports: readonly ExportView[]
  pushExport: (view: ExportView) => void
  brake: BrakeView
  /** The answer of `brake.preview` for every piece; null: no brake is linked. */
  program: BrakePreview | null
  sentPrograms: CallIn<'brake.send'>[]
  corrections: CallIn<'brake.correct'>[]
  gaugeCorrections: CallIn<'brake.correct_gauge'>[]
  pushBrake: (view: BrakeView) => void
  shell: ShellView
  pushShell: (change: Partial<ShellView>) => void
  pushStatus: (change: Partial<StatusView>) => void
  /** Updates the marks in lists and sheets, and notifies the screen of a change in all of them. */
  pushChanges: () => void
}

const readAt = (): string => new Date(Date.now() - 4 * 60_000).toISOString()

export function fakeStation(): FakeStation {
  const { lists, sheets } = sandboxDays()
  const marks: MarkView[] = []
  const callNames: string[] = []
  const refuseNext = new Map<string, CallError>()
  const refuseAll = new Map<string, CallError>()
  const listeners = new Set<(push: Push) => void>()
  const setUp = newFakeSetUp()
  const work: FakeWork = { bendPlans: new Map(), operators: [], work: new Map(), details: new Map(), decided: [] }
  let status = initialStatus(today, readAt())
  const push = (message: Push): void => {
    for (const listener of listeners) listener(message)
  }
  const pushStatus = (change: Partial<StatusView>): void => {
    status = { ...status, ...change, days: change.days ?? daysOf(lists, [today, tomorrow]) }
    push({ name: 'status', data: status })
  }
  const pushChanges = (): void => {
    updateMarks(lists, sheets, marks)
    push({ name: 'changed', data: { dates: [...lists.keys()], sheetIds: [...sheets.keys()] } })
    pushStatus({ queue: queueOf(status.queue, marks), stoppedSheets: stoppedCount(work) })
  }
  const admit = (name: string): void => {
    callNames.push(name)
    const refusal = refuseAll.get(name) ?? refuseNext.get(name)
    refuseNext.delete(name)
    if (refusal !== undefined) throw refusal
  }
  pushStatus({})

  const station: FakeStation = {
    setUp,
    lists,
    sheets,
    marks,
    callNames,
    refuseNext,
    refuseAll,
    nextListDelay: null,
    restOfListDelay: null,
    workshop: shippedWorkshop(),
    pushWorkshop: () => push({ name: 'workshop', data: {} }),
    pushPlanned: () => push({ name: 'planned', data: {} }),
    pushMarkAsked: (question) => push({ name: 'mark_asked', data: question }),
    work,
    oversight: newFakeOversight(today),
    stations: aloneView,
    workElsewhere: nothingElsewhere,
    exports: [],
    brake: noBrake,
    program: null,
    sentPrograms: [],
    corrections: [],
    gaugeCorrections: [],
    pushBrake: (view) => {
      station.brake = view
      push({ name: 'brake', data: view })
    },
    shell: defaultShell,
    ...newFakeScans(),
    pushShell: (change) => {
      station.shell = { ...station.shell, ...change }
      push({ name: 'shell', data: station.shell })
    },
    exportOrders: [],
    pushExport: (view) => {
      station.exports = withExport(station.exports, view)
      push({ name: 'export', data: view })
    },
    pushStatus,
    pushChanges,
    snapshot: () => ({ status, exports: [...station.exports], brake: station.brake, shell: station.shell }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    handlers: handlersOf({ station: () => station, admit, lists, sheets, marks, work, setUp, pushStatus, pushChanges }),
  }
  return station
}

const stoppedCount = ({ work }: FakeWork): number =>
  [...work.values()].filter(({ stop }) => stop === 'drawing_wrong').length

/** The lists and sheets of today and tomorrow. */
function sandboxDays(): Pick<FakeStation, 'lists' | 'sheets'> {
  const lists: FakeStation['lists'] = new Map()
  const sheets: FakeStation['sheets'] = new Map()
  for (const [label, date] of [
    ['today', today],
    ['next', tomorrow],
  ] as const) {
    const daySheets = sandboxSheets(label, date)
    for (const sheet of daySheets)
      sheets.set(sheet.id, { sheetId: sheet.id, state: 'ready', sheet, problems: [], mark: null, readAt: readAt() })
    lists.set(date, {
      date,
      readAt: readAt(),
      malformed: [],
      entries: daySheets.map((sheet, index): EntryView => ({
        entry: entryOf(sheet, index + 1),
        sheetState: 'ready',
        mark: null,
      })),
    })
  }
  return { lists, sheets }
}

/** Updates the marks in lists and sheets. */
function updateMarks(lists: FakeStation['lists'], sheets: FakeStation['sheets'], marks: readonly MarkView[]): void {
  const markOf = (sheetId: string): MarkView | null => marks.findLast((mark) => mark.sheetId === sheetId) ?? null
  for (const [date, list] of lists)
    lists.set(date, {
      ...list,
      entries: list.entries.map((view) => ({ ...view, mark: markOf(view.entry.sheetId) })),
    })
  for (const [id, view] of sheets) sheets.set(id, { ...view, mark: markOf(id) })
}

/** What the handlers of the fake station share. */
export interface FakeParts extends Pick<
  FakeStation,
  'lists' | 'sheets' | 'marks' | 'work' | 'setUp' | 'pushStatus' | 'pushChanges'
> {
  station: () => FakeStation
  /** Records the name of a call, and throws the error that a test has set for it. */
  admit: (name: string) => void
}

function handlersOf(parts: FakeParts): Station['handlers'] {
  const { station, admit, setUp, pushStatus } = parts
  return {
    ...listHandlers(parts),
    ...markHandlers(parts),
    ...fakeExports(parts),
    'brake.choose': ({ pressBrakeId }) => {
      admit('brake.choose')
      pushStatus({ ownBrakeId: pressBrakeId })
      return {}
    },
    'sync.now': () => {
      admit('sync.now')
      return {}
    },
    ...fakeScanner(station, admit),
    'language.choose': () => {
      admit('language.choose')
      return {}
    },
    ...noShell,
    ...fakeSetUp(setUp, admit),
    ...fakeStations(station, admit),
    ...fakeBrake(station, admit),
    ...fakeOrders(station, admit),
    ...fakeOversight(() => station().oversight, admit),
    ...fakePlan(station, admit),
    'workshop.read': () => {
      admit('workshop.read')
      return station().workshop
    },
    ...workHandlers(parts),
  }
}

function listHandlers({
  station,
  admit,
  lists,
  sheets,
  work,
}: FakeParts): Pick<Station['handlers'], 'list.read' | 'list.details' | 'sheet.read'> {
  return {
    'list.read': async ({ date, part }) => {
      admit('list.read')
      const list = lists.get(date) ?? { date, readAt: null, entries: [], malformed: [] }
      const { nextListDelay } = station()
      station().nextListDelay = null
      await (part !== undefined && part.offset > 0 ? station().restOfListDelay : nextListDelay)
      return part === undefined ? list : listPart(list, part)
    },
    'list.details': ({ sheetIds }) => {
      admit('list.details')
      return {
        rows: sheetIds.map((sheetId) => {
          const sheet = sheets.get(sheetId)?.sheet ?? null
          if (sheet === null) return { sheetId, details: null }
          const pieces = sheet.pieces.map(({ quantity, lengthMm, hand }) => ({ quantity, lengthMm, hand }))
          const done = work.work.get(sheetId)?.done ?? 0
          return { sheetId, details: { thumbnail: thumbnailOf(sheet.profile), pieces, done, note: sheet.note } }
        }),
      }
    },
    'sheet.read': ({ sheetId }) => {
      admit('sheet.read')
      return sheetOf(sheets, sheetId)
    },
  }
}

function markHandlers({
  admit,
  sheets,
  marks,
  pushChanges,
}: FakeParts): Pick<Station['handlers'], 'mark.create' | 'mark.undo' | 'marks.list'> {
  return {
    'mark.create': ({ sheetId, drawingVersion, by }) => {
      admit('mark.create')
      const mark: MarkView = {
        id: `mark-${marks.length + 1}`,
        sheetId,
        state: 'held',
        reason: null,
        markedAt: new Date().toISOString(),
        heldUntil: new Date(Date.now() + 10_000).toISOString(),
        by,
        quantity: sheetOf(sheets, sheetId).sheet?.quantity ?? 1,
        drawingVersion,
      }
      marks.push(mark)
      pushChanges()
      return mark
    },
    'mark.undo': ({ markId }) => {
      admit('mark.undo')
      return settleMark(marks, markId, 'cancelled', pushChanges)
    },
    'marks.list': () => {
      admit('marks.list')
      const listed = marks.filter(({ state }) => state !== 'delivered' && state !== 'cancelled')
      return { marks: listed, total: listed.length }
    },
  }
}

function workHandlers({ work, admit, sheets, marks, pushStatus, pushChanges }: FakeParts): ReturnType<typeof fakeWork> {
  return fakeWork(work, {
    sheetOf: (sheetId) => {
      const { sheet } = sheetOf(sheets, sheetId)
      if (sheet === null) throw new CallError('sheet_unknown', sheetId)
      return sheet
    },
    marks,
    admit,
    pushChanges,
    acknowledged: () => pushStatus({ warnings: [] }),
  })
}

/** Throws for an unknown sheet. */
export function sheetOf(sheets: FakeStation['sheets'], sheetId: string): SheetView {
  const view = sheets.get(sheetId)
  if (view === undefined) throw new CallError('sheet_unknown', sheetId)
  return view
}

/** Changes the entry of a sheet in the lists. Does not notify the screen. */
export function changeEntry(station: FakeStation, sheetId: string, change: (view: EntryView) => EntryView): void {
  for (const [date, list] of station.lists)
    station.lists.set(date, {
      ...list,
      entries: list.entries.map((view) => (view.entry.sheetId === sheetId ? change(view) : view)),
    })
}

/** Changes a sheet. Does not notify the screen. */
export function changeSheet(station: FakeStation, sheetId: string, change: (sheet: Sheet) => Sheet): void {
  const view = station.sheets.get(sheetId)
  if (view?.sheet === null || view === undefined) throw new Error(`there is no sheet ${sheetId}`)
  station.sheets.set(sheetId, { ...view, sheet: change(view.sheet) })
}

/** Plans a sheet on another machine, in the list and in the sheet. */
export function planOn(station: FakeStation, sheetId: string, pressBrakeId: string): void {
  changeSheet(station, sheetId, (sheet) => ({ ...sheet, pressBrakeId }))
  changeEntry(station, sheetId, (view) => ({ ...view, entry: { ...view.entry, pressBrakeId } }))
}

/** Sets the state of a mark and notifies the screen. */
export function settleMark(
  marks: MarkView[],
  markId: string,
  state: MarkView['state'],
  pushChanges: () => void,
  reason: string | null = null,
): MarkView {
  const index = marks.findIndex(({ id }) => id === markId)
  const mark = marks[index]
  if (mark === undefined) throw new CallError('mark_unknown', markId)
  const settled: MarkView = { ...mark, state, reason, heldUntil: null }
  marks[index] = settled
  pushChanges()
  return settled
}
