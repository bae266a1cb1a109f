// What sync needs from the client and the cache. Types only.
import type {
  Malformed,
  Outcome,
  Problem as FieldProblem,
  ReadReducedSheet,
  Reading,
  bendingListEntry,
  event,
  me,
  pressBrake,
} from '../../shared/workshop-api/index.ts'
import type { MustKeepSheet } from '../platform/must-keep-sheet.ts'

export type Me = Reading<typeof me>
export type Entry = Reading<typeof bendingListEntry>
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
  /** The ids of all events of the page, in their order; null for an event without a readable id. */
  ids: (string | null)[]
  /** The newest event of the service; null: it has none. */
  latestId: string | null
  /** Events between the cursor and now are lost. */
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
  ) => Promise<Outcome<ListPage<ReadReducedSheet>>>
  /** The sheet as the service sent it. */
  fetchBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<unknown>>
  listEvents: (input: { after?: string; cursor?: string }, options: CallOptions) => Promise<Outcome<EventsPage>>
  /** The service's clock minus this computer's clock; null: not measured yet. */
  serviceOffsetMs: () => number | null
}

/** `oldest`: before the first event. */
export type Cursor = { after: string } | 'oldest'
/** Identifies the workshop and the environment whose data the cache has. */
interface Fingerprint {
  shopSlug: string
  environment: string
}
export interface PulledList {
  /** `YYYY-MM-DD`. */
  date: string
  /** ISO 8601, by this computer's clock. */
  readAt: string
  entries: readonly Entry[]
  malformed: readonly Malformed[]
}
/** The days whose list changed, and the sheets that changed. */
export interface Changes {
  dates: string[]
  sheetIds: string[]
}

/** What `Cache` does for sync. Each call that stores something is one transaction, and throws the error of the disk. */
export interface SyncCache {
  /** Null: nothing is stored of a workshop yet. */
  fingerprint: () => Fingerprint | null
  putMe: (me: Me, serviceOffsetMs: number | null) => void
  /** The event after which the stored lists were read; null: everything must be read again. */
  cursor: () => Cursor | null
  /** Events were lost: everything must be read again. `restored`: the service was restored from a backup. */
  invalidateCursor: (options: { restored: boolean }) => void
  /** The last time at which the cache was known to be current, in ISO 8601; null: never. */
  confirmedAt: () => string | null
  putConfirmedAt: (confirmedAt: string) => void
  /** Returns whether the brakes changed. */
  putBrakes: (brakes: readonly Brake[]) => boolean
  /** Stores whole lists, and the cursor after which they were read, in one transaction. */
  putLists: (lists: readonly PulledList[], keeps: MustKeepSheet, cursor?: Cursor) => Changes
  /** Stores the content of a page of events, and the cursor after it, in one transaction. */
  putEvents: (events: {
    sheets: readonly ReadReducedSheet[]
    orders: readonly string[]
    areListsStale: boolean
    cursor: Cursor
  }) => Changes
  /** The numbers of orders whose sheets may have changed; none while the lists themselves are stale. */
  staleOrders: () => string[]
  /** Stores all sheets of a changed order; null: they could not be read. */
  putOrder: (
    orderNumber: string,
    order: { sheets: readonly ReadReducedSheet[]; dates: readonly string[] } | null,
  ) => Changes
  /** True after an event that may have moved, added or removed sheets, until the lists are stored again. */
  areListsStale: () => boolean
  /** The sheets whose wanted version is not stored: first those of `ownBrake` and of the first of `dates`. */
  sheetsToFetch: (priority: {
    dates: readonly string[]
    ownBrake: string | null
  }) => { id: string; wantedVersion: number }[]
  /** Stores a sheet as the service sent it, malformed or not. `wantedVersion` is 0 for a sheet that was not requested. */
  putSheet: (sheetId: string, raw: unknown, wantedVersion: number) => Changes
  /** Stores that a sheet could not be read. `isFinal`: it is not fetched again before the service has another version. */
  recordSheetFailure: (
    sheetId: string,
    problems: readonly FieldProblem[],
    wantedVersion: number,
    isFinal: boolean,
  ) => Changes
  /** Removes the days before `date` (`YYYY-MM-DD`), and each sheet that is then on no list and that `keeps` does not name. */
  forgetBefore: (date: string, keeps: MustKeepSheet) => void
}
