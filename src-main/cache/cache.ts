// The face of cache.db: what the service told, so that all of the day works without a network and after a restart. A broken file
// is set aside and made anew, told as a warning and never thrown at the user. May touch its own folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import {
  type Malformed,
  type Problem,
  type Reading,
  type me,
  pressBrake,
  reading,
} from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type CachedDay,
  type CachedEntry,
  type CachedList,
  type Entry,
  type Keeps,
  type SheetFacts,
} from './list-table.ts'
import { type CacheWarning, type Tables, openCacheFile } from './cache-file.ts'
import type { CallCountTable } from './call-counts.ts'
import { isMoved, type ToldOrder } from './moved-sheets.ts'
import type { CachedSheet, SheetTable } from './sheet-table.ts'
import { rows, stored } from './stored-json.ts'
import type { TallyTable } from './tally-table.ts'

export type { CacheWarning } from './cache-file.ts'
export type { CachedDay, CachedEntry, CachedList } from './list-table.ts'
export type { CachedSheet, SheetState } from './sheet-table.ts'
export type { OrderName, TallyRow, TallySheet, ToldDay } from './tally-table.ts'

export type Brake = Reading<typeof pressBrake>
export type Me = Reading<typeof me>

/** Whose data this is: the workshop and the environment of the key it was read with. */
export interface Fingerprint {
  shopSlug: string
  environment: string
}

/** What changed for whoever shows it: the days whose list reads otherwise, and the sheets. */
export interface Changes {
  dates: string[]
  sheetIds: string[]
}

/** Where events are read on: after an event, or from the oldest there is. */
export type Cursor = { after: string } | 'oldest'

export interface Cache {
  fingerprint: () => Fingerprint | null
  me: () => Me | null
  putMe: (me: Me, serviceOffsetMs: number | null) => void
  /** Service's clock less this computer's as last measured, ms. */
  serviceOffsetMs: () => number | null
  /** Null: everything must be read anew. */
  cursor: () => Cursor | null
  freshAt: () => string | null
  putFreshAt: (at: string) => void
  brakes: () => Brake[]
  putBrakes: (brakes: readonly Brake[]) => boolean
  /** Another text after every change of anything here. */
  revision: () => string
  listOf: (date: string) => CachedList
  dayOf: (date: string) => CachedDay
  /** What is to be shown after the list of `today` though it is not on it; see the list's own table. */
  leftovers: (today: string, keeps: Keeps) => CachedEntry[]
  entryOf: (sheetId: string) => Entry | null
  /** The days whose list shows the sheet. */
  datesOf: (sheetId: string) => string[]
  sheetOf: (sheetId: string) => CachedSheet
  /** Takes lists read whole, and the cursor they were read after, in one transaction. */
  putLists: (lists: readonly ReadList[], keeps: Keeps, cursor?: Cursor) => Changes
  /** Takes what a page of events told, and the cursor behind it, in one transaction. */
  putEvents: (events: EventsTold) => Changes
  /** Events were lost: everything is to be read anew. `restored`: the service went back in time, so that versions mean nothing. */
  loseCursor: (how: { restored: boolean }) => void
  /** Numbers of orders whose sheets may have changed; none while the lists themselves are stale. */
  staleOrders: () => string[]
  /** Takes the sheets of such an order, all of them or null where they could not be read; where that says too little, the lists are stale. */
  putOrder: (number: string, told: Pick<ToldOrder, 'sheets' | 'dates'> | null) => Changes
  /** True after an event that may have moved, added or taken away sheets, until the lists are put anew. */
  listsStale: () => boolean
  sheetsToFetch: SheetTable['toFetch']
  /** Takes a sheet as it came, malformed or not. `asked`: the version that was wanted; 0 for one that came unasked. */
  putSheet: (sheetId: string, raw: unknown, asked: number) => Changes
  failSheet: (sheetId: string, problems: readonly Problem[], asked: number, settled: boolean) => Changes
  /** Forgets days before `date` and sheets that no list holds and `keeps` does not name. */
  forgetBefore: (date: string, keeps: Keeps) => void
  calls: CallCountTable
  /** What is counted over days; also a day's list that was read for the count alone. */
  tally: Pick<
    TallyTable,
    'ofDay' | 'unbentBefore' | 'sheetsOf' | 'named' | 'ordersOf' | 'told' | 'knownFrom' | 'putList'
  >
  /** What was set aside since the start. */
  warnings: () => CacheWarning[]
  /** Why nothing can be written into it now, in the system's words; null: it can. */
  problem: () => string | null
  close: () => void
}

export interface ReadList {
  date: string
  readAt: string
  entries: readonly Entry[]
  malformed: readonly Malformed[]
}

export interface EventsTold {
  sheets: readonly SheetFacts[]
  /** Numbers of orders of which an event said only that they changed. */
  orders: readonly string[]
  listsStale: boolean
  cursor: Cursor
}

export interface CacheOptions {
  folder: string
  clock: Clock
  /** Whose cache is expected, where that is known: another's is set aside. */
  fingerprint?: Fingerprint | null
  /** Told when a file was set aside later than at the opening. */
  onWarning?: (warning: CacheWarning) => void
  /** Told when it begins to fail, and when it works again. */
  onProblem?: () => void
  /** Between two steps, for a test that ends the cache there as a kill would. */
  onBoundary?: ((boundary: CacheBoundary) => void) | undefined
}
export type CacheBoundary = `${'events' | 'lists' | 'sheet'}_${'in_commit' | 'committed'}`

export const cacheFile = 'cache.db'
const brake = reading(pressBrake)
const jsonRow = z.object({ json: z.string() })

/** Opens the cache, or makes a new one where there is none or the old one cannot be used. Throws only where the folder cannot be written. */
export function openCache(options: CacheOptions): Cache {
  const { folder, clock, fingerprint: expected = null, onWarning, onProblem, onBoundary = () => undefined } = options
  mkdirSync(folder, { recursive: true })
  const file = openCacheFile({ path: join(folder, cacheFile), clock, onWarning, onProblem })
  const { read: on, write } = file
  const inOne = <T>(work: (tables: Tables) => T): T => write((tables) => tables.db.transaction(() => work(tables))())
  const noted = (what: 'events' | 'lists' | 'sheet', work: (tables: Tables) => Changes): Changes => {
    const changes = inOne((tables) => {
      const worked = work(tables)
      onBoundary(`${what}_in_commit`)
      return worked
    })
    onBoundary(`${what}_committed`)
    return changes
  }

  /** Of sheets that this cache has to do with. */
  const takeFacts = ({ lists, sheets, tally }: Tables, told: readonly SheetFacts[]): Changes => {
    for (const facts of told) tally.update(facts)
    const known = told.filter(({ id }) => lists.holds(id) || sheets.has(id))
    for (const facts of known) {
      sheets.want(facts.id, facts.version, facts.drawingVersion)
      sheets.putFacts(facts, new Date(clock.now()).toISOString())
    }
    const dates = known.flatMap((facts) => lists.update(facts))
    return { dates: [...new Set(dates)], sheetIds: [...new Set(known.map(({ id }) => id))] }
  }

  const owner = on(({ meta }) => meta.fingerprint.get())
  if (owner !== null && expected !== null && !sameFingerprint(owner, expected)) file.setAside('other_workshop')

  return {
    fingerprint: () => on(({ meta }) => meta.fingerprint.get()),
    me: () => on(({ meta }) => meta.me.get()),
    putMe: (value, serviceOffsetMs) =>
      inOne(({ meta }) => {
        const { shopSlug } = value.organization
        meta.fingerprint.put({ shopSlug, environment: value.key.environment })
        meta.me.put(value)
        if (serviceOffsetMs !== null) meta.serviceOffsetMs.put(serviceOffsetMs)
      }),
    serviceOffsetMs: () => on(({ meta }) => meta.serviceOffsetMs.get()),
    cursor: () => on(({ meta }) => meta.cursor.get()),
    freshAt: () => on(({ meta }) => meta.freshAt.get()),
    putFreshAt: (at) => write(({ meta }) => meta.freshAt.put(at)),
    brakes: () =>
      on(({ db }) =>
        rows(jsonRow, db.prepare('SELECT json FROM brake ORDER BY place').all()).map(({ json }) => stored(brake, json)),
      ),
    putBrakes: (brakes) =>
      inOne(({ db }) => {
        const texts = brakes.map((brake) => JSON.stringify(brake))
        const before = rows(jsonRow, db.prepare('SELECT json FROM brake ORDER BY place').all())
        if (texts.length === before.length && texts.every((text, place) => text === before[place]?.json)) return false
        db.prepare('DELETE FROM brake').run()
        const put = db.prepare('INSERT INTO brake (place, json) VALUES (?, ?)')
        texts.forEach((text, place) => put.run(place, text))
        return true
      }),
    revision: () => on((tables) => tables.revision()),
    listOf: (date) => on(({ lists }) => lists.of(date)),
    dayOf: (date) => on(({ lists }) => lists.day(date)),
    leftovers: (today, keeps) => on(({ lists }) => lists.leftovers(today, keeps)),
    entryOf: (sheetId) => on(({ lists }) => lists.entryOf(sheetId)),
    datesOf: (sheetId) => on(({ lists }) => lists.datesOf(sheetId)),
    sheetOf: (sheetId) => on(({ sheets }) => sheets.of(sheetId)),
    putLists: (read, keeps, next) =>
      noted('lists', ({ lists, sheets, meta, tally }) => {
        const now = new Date(clock.now()).toISOString()
        const dates: string[] = []
        for (const list of read) {
          const isNew = lists.replace(list, keeps)
          if (isNew) dates.push(list.date)
          tally.putList({ ...list, malformed: list.malformed.length }, { isNew })
        }
        for (const { readAt, entries } of read)
          for (const { sheetId, version, drawingVersion } of entries) {
            sheets.want(sheetId, version, drawingVersion)
            // a mark may have been delivered while the list was on its way: its answer is the later word
            const later = sheets.laterThan(sheetId, version, readAt, now)
            if (later === null) sheets.wentBack(sheetId, version, drawingVersion)
            else {
              lists.update(later)
              tally.update(later)
            }
          }
        meta.listsStale.put(false)
        if (next !== undefined) meta.cursor.put(next)
        return { dates, sheetIds: [] }
      }),
    putEvents: ({ sheets: told, orders, listsStale, cursor: next }) =>
      noted('events', (tables) => {
        const { meta } = tables
        const changes = takeFacts(tables, told)
        if (listsStale || (isStale(tables) && orders.length > 0)) doubtLists(tables)
        else meta.staleOrders.put([...new Set([...staleOrders(tables), ...orders])])
        meta.cursor.put(next)
        return changes
      }),
    staleOrders: () => on(staleOrders),
    putOrder: (number, told) =>
      inOne((tables) => {
        const left = staleOrders(tables).filter((other) => other !== number)
        tables.meta.staleOrders.put(left)
        if (told === null || isMoved({ number, ...told }, tables)) doubtLists(tables)
        return takeFacts(tables, told?.sheets ?? [])
      }),
    loseCursor: ({ restored }) =>
      inOne(({ meta, sheets }) => {
        meta.cursor.forget()
        if (restored) sheets.distrust()
      }),
    listsStale: () => on(isStale),
    sheetsToFetch: (order) => on(({ sheets }) => sheets.toFetch(order)),
    putSheet: (sheetId, raw, asked) =>
      noted('sheet', ({ lists, sheets, tally }) => {
        const { state, sheet } = sheets.put(sheetId, raw, new Date(clock.now()).toISOString(), asked)
        if (state === 'ready' && sheet !== null) {
          lists.update(sheet)
          tally.update(sheet)
        }
        // a line says how its sheet is, so that it changes with the sheet though the entry stays as it was
        return { dates: lists.datesOf(sheetId), sheetIds: [sheetId] }
      }),
    failSheet: (sheetId, problems, asked, settled) =>
      inOne(({ lists, sheets }) => {
        sheets.fail(sheetId, problems, asked, settled)
        return { dates: lists.datesOf(sheetId), sheetIds: [sheetId] }
      }),
    forgetBefore: (date, keeps) =>
      inOne(({ lists, sheets, tally }) => {
        tally.forgetBefore(date)
        lists.forgetBefore(date, keeps)
        for (const id of sheets.unlisted()) if (!keeps(id)) sheets.drop(id)
      }),
    calls: {
      count: (window) => on(({ calls }) => calls.count(window)),
      add: (window, n) => write(({ calls }) => calls.add(window, n)),
      forget: (window) => write(({ calls }) => calls.forget(window)),
    },
    tally: {
      ofDay: (date) => on(({ tally }) => tally.ofDay(date)),
      unbentBefore: (date) => on(({ tally }) => tally.unbentBefore(date)),
      sheetsOf: (sheetIds) => on(({ tally }) => tally.sheetsOf(sheetIds)),
      ordersOf: (sheetIds) => on(({ tally }) => tally.ordersOf(sheetIds)),
      named: (orderNumbers) => on(({ tally }) => tally.named(orderNumbers)),
      told: (from, to) => on(({ tally }) => tally.told(from, to)),
      knownFrom: () => on(({ tally }) => tally.knownFrom()),
      putList: (list, how) => inOne(({ tally }) => tally.putList(list, how)),
    },
    warnings: file.warnings,
    problem: file.problem,
    close: file.close,
  }
}

const isStale = ({ meta }: Tables): boolean => meta.listsStale.get() ?? false
const staleOrders = ({ meta }: Tables): string[] => meta.staleOrders.get() ?? []

/** The lists that are read then say what they hold of these orders' sheets, too. */
function doubtLists({ meta, sheets }: Tables): void {
  meta.listsStale.put(true)
  meta.staleOrders.forget()
  sheets.doubtKept()
}

const sameFingerprint = (a: Fingerprint, b: Fingerprint): boolean =>
  a.shopSlug === b.shopSlug && a.environment === b.environment
