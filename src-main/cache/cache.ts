// The cache of the service's data in cache.db, so that the whole day works without a network and after a restart. A damaged file is set
// aside and replaced, with a warning instead of an error. Touches only its own folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import {
  type Malformed,
  type Problem,
  type ReadReducedSheet,
  type Reading,
  type me,
  pressBrake,
  reading,
} from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { MustKeepSheet } from '../platform/must-keep-sheet.ts'
import type { CachedDay, CachedEntry, CachedList, Entry } from './list-table.ts'
import { CacheFile, type CacheWarning, type Tables } from './cache-file.ts'
import type { CallCountTable } from './call-counts.ts'
import { isMoved, type OrderSheets } from './moved-sheets.ts'
import type { CachedSheet, SheetTable } from './sheet-table.ts'
import { parseStored, rows } from './stored-json.ts'
import type { TallyTable } from './tally-table.ts'

export type { CacheWarning } from './cache-file.ts'
export type { CachedDay, CachedEntry, CachedList } from './list-table.ts'
export type { CachedSheet } from './sheet-table.ts'
export type { OrderName, TallyRow, ListCounts } from './tally-table.ts'

export type Brake = Reading<typeof pressBrake>
export type Me = Reading<typeof me>

/** The owner of the data: the workshop and the environment of the key with which it was read. */
export interface Fingerprint {
  shopSlug: string
  environment: string
}

/** The days whose list has changed, and the sheets that have changed. */
export interface Changes {
  dates: string[]
  sheetIds: string[]
}

/** The position from which events are read: after an event, or from the oldest one. */
export type Cursor = { after: string } | 'oldest'

export interface PulledList {
  date: string
  readAt: string
  entries: readonly Entry[]
  malformed: readonly Malformed[]
}

export interface EventsRead {
  sheets: readonly ReadReducedSheet[]
  /** The numbers of orders of which an event says only that they changed. */
  orders: readonly string[]
  areListsStale: boolean
  cursor: Cursor
}

export interface CacheOptions {
  folder: string
  clock: Clock
  /** The expected owner, where it is known: another owner's cache is set aside. */
  fingerprint?: Fingerprint | null
  /** Called when a file was set aside after the opening. */
  onWarning?: (warning: CacheWarning) => void
  /** Called when writing begins to fail, and when it works again. */
  onProblem?: () => void
  /** Called between two steps, for a test that ends the process there. */
  onBoundary?: ((boundary: CacheBoundary) => void) | undefined
}
export type CacheBoundary = `${'events' | 'lists' | 'sheet'}_${'in_commit' | 'committed'}`

const cacheFile = 'cache.db'
const brake = reading(pressBrake)
const jsonRow = z.object({ json: z.string() })

/**
 * Opens the cache, or makes a new one where there is none or the old one cannot be used. Throws only where the folder cannot be written.
 */
export function openCache(options: CacheOptions): Cache {
  const { folder, clock, fingerprint: expected = null, onWarning, onProblem, onBoundary } = options
  mkdirSync(folder, { recursive: true })
  const file = new CacheFile({ path: join(folder, cacheFile), clock, onWarning, onProblem })
  const owner = file.read(({ meta }) => meta.fingerprint.get())
  if (owner !== null && expected !== null && !isSameFingerprint(owner, expected)) file.setAside('other_workshop')
  return new Cache(file, clock, onBoundary)
}

export class Cache {
  readonly #file: CacheFile
  readonly #clock: Clock
  readonly #onBoundary: (boundary: CacheBoundary) => void

  constructor(file: CacheFile, clock: Clock, onBoundary: (boundary: CacheBoundary) => void = () => undefined) {
    this.#file = file
    this.#clock = clock
    this.#onBoundary = onBoundary
  }

  fingerprint(): Fingerprint | null {
    return this.#read(({ meta }) => meta.fingerprint.get())
  }

  me(): Me | null {
    return this.#read(({ meta }) => meta.me.get())
  }

  putMe(me: Me, serviceOffsetMs: number | null): void {
    this.#transact(({ meta }) => {
      meta.fingerprint.put({ shopSlug: me.organization.shopSlug, environment: me.key.environment })
      meta.me.put(me)
      if (serviceOffsetMs !== null) meta.serviceOffsetMs.put(serviceOffsetMs)
    })
  }

  /** The service's clock minus this computer's when it was last measured, ms. */
  serviceOffsetMs(): number | null {
    return this.#read(({ meta }) => meta.serviceOffsetMs.get())
  }

  /** Null: everything must be read again. */
  cursor(): Cursor | null {
    return this.#read(({ meta }) => meta.cursor.get())
  }

  /** When the lists were last confirmed to be up to date; null: never. */
  confirmedAt(): string | null {
    return this.#read(({ meta }) => meta.confirmedAt.get())
  }

  putConfirmedAt(confirmedAt: string): void {
    this.#file.write(({ meta }) => meta.confirmedAt.put(confirmedAt))
  }

  brakes(): Brake[] {
    return this.#read(({ db }) => brakeRows(db).map(({ json }) => parseStored(brake, json)))
  }

  /** Returns whether they changed. */
  putBrakes(brakes: readonly Brake[]): boolean {
    return this.#transact(({ db }) => {
      const texts = brakes.map((one) => JSON.stringify(one))
      const before = brakeRows(db)
      if (texts.length === before.length && texts.every((text, place) => text === before[place]?.json)) return false
      db.prepare('DELETE FROM brake').run()
      const put = db.prepare('INSERT INTO brake (place, json) VALUES (?, ?)')
      texts.forEach((text, place) => put.run(place, text))
      return true
    })
  }

  /** Returns a text that changes with every change of the cache. */
  revision(): string {
    return this.#read((tables) => tables.revision())
  }

  listOf(date: string): CachedList {
    return this.#read(({ lists }) => lists.readList(date))
  }

  dayOf(date: string): CachedDay {
    return this.#read(({ lists }) => lists.readDay(date))
  }

  /** Sheets that are shown after the list of `today` although they are not on it; see the list's table. */
  unlistedEntries(today: string, keeps: MustKeepSheet): CachedEntry[] {
    return this.#read(({ lists }) => lists.unlistedEntries(today, keeps))
  }

  entryOf(sheetId: string): Entry | null {
    return this.#read(({ lists }) => lists.entryOf(sheetId))
  }

  /** The days whose list has the sheet. */
  datesOf(sheetId: string): string[] {
    return this.#read(({ lists }) => lists.datesOf(sheetId))
  }

  sheetOf(sheetId: string): CachedSheet {
    return this.#read(({ sheets }) => sheets.readSheet(sheetId))
  }

  /** Stores whole lists, and the cursor after which they were read, in one transaction. */
  putLists(lists: readonly PulledList[], keeps: MustKeepSheet, cursor?: Cursor): Changes {
    return this.#transactInSteps('lists', (tables) => {
      const { meta } = tables
      const dates = replaceLists(tables, lists, keeps)
      const now = this.#now()
      for (const list of lists) this.#reconcileSheets(tables, list, now)
      meta.listsStale.put(false)
      if (cursor !== undefined) meta.cursor.put(cursor)
      return { dates, sheetIds: [] }
    })
  }

  /** Stores the content of a page of events, and the cursor after it, in one transaction. */
  putEvents({ sheets, orders, areListsStale: listsStale, cursor }: EventsRead): Changes {
    return this.#transactInSteps('events', (tables) => {
      const { meta } = tables
      const changes = this.#putFacts(tables, sheets)
      if (listsStale || (isStale(tables) && orders.length > 0)) markListsStale(tables)
      else meta.staleOrders.put([...new Set([...staleOrders(tables), ...orders])])
      meta.cursor.put(cursor)
      return changes
    })
  }

  /** The numbers of orders whose sheets may have changed; none while the lists themselves are stale. */
  staleOrders(): string[] {
    return this.#read(staleOrders)
  }

  /** Stores all sheets of such an order, or null where they could not be read. The lists become stale where they may disagree with it. */
  putOrder(number: string, order: Pick<OrderSheets, 'sheets' | 'dates'> | null): Changes {
    return this.#transact((tables) => {
      tables.meta.staleOrders.put(staleOrders(tables).filter((other) => other !== number))
      if (order === null || isMoved({ number, ...order }, tables)) markListsStale(tables)
      return this.#putFacts(tables, order?.sheets ?? [])
    })
  }

  /** Events were lost: everything must be read again. `restored`: the service was restored from a backup, so stored versions are not comparable. */
  invalidateCursor({ restored }: { restored: boolean }): void {
    this.#transact(({ meta, sheets }) => {
      meta.cursor.forget()
      if (restored) sheets.invalidateAll()
    })
  }

  /** True after an event that may have moved, added or removed sheets, until the lists are stored again. */
  areListsStale(): boolean {
    return this.#read(isStale)
  }

  sheetsToFetch(order: Parameters<SheetTable['toFetch']>[0]): ReturnType<SheetTable['toFetch']> {
    return this.#read(({ sheets }) => sheets.toFetch(order))
  }

  /** Stores a sheet as the service sent it, malformed or not. `wantedVersion`: the version that was wanted; 0 for a sheet that was not requested. */
  putSheet(sheetId: string, raw: unknown, wantedVersion: number): Changes {
    return this.#transactInSteps('sheet', ({ lists, sheets, tally }) => {
      const { state, sheet } = sheets.put(sheetId, raw, this.#now(), wantedVersion)
      if (state === 'ready' && sheet !== null) {
        lists.update(sheet)
        tally.update(sheet)
      }
      // a line of a list shows the state of its sheet, which changes even if the entry does not
      return { dates: lists.datesOf(sheetId), sheetIds: [sheetId] }
    })
  }

  recordSheetFailure(sheetId: string, problems: readonly Problem[], wantedVersion: number, isFinal: boolean): Changes {
    return this.#transact(({ lists, sheets }) => {
      sheets.fail(sheetId, problems, wantedVersion, isFinal)
      return { dates: lists.datesOf(sheetId), sheetIds: [sheetId] }
    })
  }

  /** Removes days before `date`, and sheets that are on no list and not named by `keeps`. */
  forgetBefore(date: string, keeps: MustKeepSheet): void {
    this.#transact(({ lists, sheets, tally }) => {
      tally.forgetBefore(date)
      lists.forgetBefore(date, keeps)
      for (const id of sheets.unlisted()) if (!keeps(id)) sheets.drop(id)
    })
  }

  /** The calls that were counted in each window of the limits. */
  readonly calls: CallCountTable = {
    count: (window) => this.#read(({ calls }) => calls.count(window)),
    add: (window, n) => this.#file.write(({ calls }) => calls.add(window, n)),
    forget: (window) => this.#file.write(({ calls }) => calls.forget(window)),
  }

  /** The counts over days, with lists that were read only for the counts. */
  readonly tally: CacheTally = {
    ofDay: (date) => this.#read(({ tally }) => tally.ofDay(date)),
    unbentBefore: (date) => this.#read(({ tally }) => tally.unbentBefore(date)),
    sheetsOf: (sheetIds) => this.#read(({ tally }) => tally.sheetsOf(sheetIds)),
    ordersOf: (sheetIds) => this.#read(({ tally }) => tally.ordersOf(sheetIds)),
    named: (orderNumbers) => this.#read(({ tally }) => tally.named(orderNumbers)),
    listCounts: (from, to) => this.#read(({ tally }) => tally.listCounts(from, to)),
    knownFrom: () => this.#read(({ tally }) => tally.knownFrom()),
    putList: (list, options) => this.#transact(({ tally }) => tally.putList(list, options)),
  }

  /** The files that were set aside since the start. */
  warnings(): CacheWarning[] {
    return this.#file.warnings()
  }

  /** The system's reason why nothing can be written now; null: writing works. */
  problem(): string | null {
    return this.#file.problem()
  }

  close(): void {
    this.#file.close()
  }

  #read<T>(work: (tables: Tables) => T): T {
    return this.#file.read(work)
  }

  #transact<T>(work: (tables: Tables) => T): T {
    return this.#file.write((tables) => tables.db.transaction(() => work(tables))())
  }

  /** A transaction with two boundaries at which a test may end the process. */
  #transactInSteps(name: 'events' | 'lists' | 'sheet', work: (tables: Tables) => Changes): Changes {
    const changes = this.#transact((tables) => {
      const result = work(tables)
      this.#onBoundary(`${name}_in_commit`)
      return result
    })
    this.#onBoundary(`${name}_committed`)
    return changes
  }

  #reconcileSheets({ lists, sheets, tally }: Tables, { readAt, entries }: PulledList, now: string): void {
    for (const { sheetId, version, drawingVersion } of entries) {
      sheets.want(sheetId, version, drawingVersion)
      // a mark may have been delivered while the list was being read: the response to the mark is newer
      const newer = sheets.laterThan(sheetId, version, readAt, now)
      if (newer === null) sheets.wantOlder(sheetId, version, drawingVersion)
      else {
        lists.update(newer)
        tally.update(newer)
      }
    }
  }

  /** Stores the facts of the sheets that the cache has or lists. */
  #putFacts({ lists, sheets, tally }: Tables, facts: readonly ReadReducedSheet[]): Changes {
    for (const one of facts) tally.update(one)
    const knownSheets = facts.filter(({ id }) => lists.hasSheet(id) || sheets.has(id))
    for (const one of knownSheets) {
      sheets.want(one.id, one.version, one.drawingVersion)
      sheets.putFacts(one, this.#now())
    }
    const dates = knownSheets.flatMap((one) => lists.update(one))
    return { dates: [...new Set(dates)], sheetIds: [...new Set(knownSheets.map(({ id }) => id))] }
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}

type CacheTally = Pick<
  TallyTable,
  'ofDay' | 'unbentBefore' | 'sheetsOf' | 'named' | 'ordersOf' | 'listCounts' | 'knownFrom' | 'putList'
>

const brakeRows = (db: Tables['db']) => rows(jsonRow, db.prepare('SELECT json FROM brake ORDER BY place').all())

/** Returns the days whose list changed. */
function replaceLists({ lists, tally }: Tables, read: readonly PulledList[], keeps: MustKeepSheet): string[] {
  const dates: string[] = []
  for (const list of read) {
    const isNew = lists.replace(list, keeps)
    if (isNew) dates.push(list.date)
    tally.putList({ ...list, malformed: list.malformed.length }, { isNew })
  }
  return dates
}

const isStale = ({ meta }: Tables): boolean => meta.listsStale.get() ?? false
const staleOrders = ({ meta }: Tables): string[] => meta.staleOrders.get() ?? []

/** The next read of the lists covers these orders, too. */
function markListsStale({ meta, sheets }: Tables): void {
  meta.listsStale.put(true)
  meta.staleOrders.forget()
  sheets.refetchKept()
}

const isSameFingerprint = (a: Fingerprint, b: Fingerprint): boolean =>
  a.shopSlug === b.shopSlug && a.environment === b.environment
