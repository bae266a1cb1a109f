// What sync needs from the client and the cache. Types only.
import type {
  Malformed,
  Outcome,
  Problem as FieldProblem,
  Reading,
  bendingListEntry,
  event,
  me,
  pressBrake,
  reducedBendingSheet,
} from '../../shared/workshop-api/index.ts'

export type Me = Reading<typeof me>
export type Entry = Reading<typeof bendingListEntry>
export type SheetFacts = Reading<typeof reducedBendingSheet>
type Brake = Reading<typeof pressBrake>
export type WorkshopEvent = Reading<typeof event>

/** `pull`: the first pull, which may use all reads of a minute; `read`: everything else. */
export type ReadPriority = 'pull' | 'read'
export interface CallOptions {
  priority: ReadPriority
  signal: AbortSignal
}
export interface ListPage<T> {
  items: T[]
  malformed: Malformed[]
  nextCursor: string | null
}
export interface EventsPage extends ListPage<WorkshopEvent> {
  ids: (string | null)[]
  latestId: string | null
  gap: boolean
}

export interface SyncClient {
  readMe: (options: CallOptions) => Promise<Outcome<Me>>
  listPressBrakes: (input: { cursor?: string }, options: CallOptions) => Promise<Outcome<ListPage<Brake>>>
  readBendingList: (
    input: { date: string; cursor?: string },
    options: CallOptions,
  ) => Promise<Outcome<ListPage<Entry> & { date: string }>>
  listOrderBendingSheets: (
    input: { number: string; cursor?: string },
    options: CallOptions,
  ) => Promise<Outcome<ListPage<SheetFacts>>>
  /** The sheet as the service sent it. */
  fetchBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<unknown>>
  listEvents: (input: { after?: string; cursor?: string }, options: CallOptions) => Promise<Outcome<EventsPage>>
  serviceOffsetMs: () => number | null
}

export type Keeps = (sheetId: string) => boolean
export type Cursor = { after: string } | 'oldest'
interface Fingerprint {
  shopSlug: string
  environment: string
}
export interface ReadList {
  date: string
  readAt: string
  entries: readonly Entry[]
  malformed: readonly Malformed[]
}
/** The days whose list changed, and the sheets that changed. */
export interface Changes {
  dates: string[]
  sheetIds: string[]
}

export interface SyncCache {
  fingerprint: () => Fingerprint | null
  putMe: (me: Me, serviceOffsetMs: number | null) => void
  cursor: () => Cursor | null
  invalidateCursor: (options: { restored: boolean }) => void
  confirmedAt: () => string | null
  putConfirmedAt: (confirmedAt: string) => void
  putBrakes: (brakes: readonly Brake[]) => boolean
  putLists: (lists: readonly ReadList[], keeps: Keeps, cursor?: Cursor) => Changes
  putEvents: (events: {
    sheets: readonly SheetFacts[]
    orders: readonly string[]
    listsStale: boolean
    cursor: Cursor
  }) => Changes
  staleOrders: () => string[]
  putOrder: (number: string, order: { sheets: readonly SheetFacts[]; dates: readonly string[] } | null) => Changes
  listsStale: () => boolean
  sheetsToFetch: (order: {
    dates: readonly string[]
    ownBrake: string | null
  }) => { id: string; wantedVersion: number }[]
  putSheet: (sheetId: string, raw: unknown, wantedVersion: number) => Changes
  recordSheetFailure: (
    sheetId: string,
    problems: readonly FieldProblem[],
    wantedVersion: number,
    settled: boolean,
  ) => Changes
  forgetBefore: (date: string, keeps: Keeps) => void
}
