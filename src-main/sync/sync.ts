// Keeps the cache at the service's state: who we are, the day's lists, the sheets, the events; one turn after another, never two
// at once. Touches the network and the cache only through the ports it is given.
import type { Problem } from '../../shared/station-api/index.ts'
import { type Failure, addDays, fingerprintOf, nextWorkingDay } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { fetchSheets } from './fetch-sheets.ts'
import { currentCursor, followEvents } from './follow-events.ts'
import { blockedBy, lacking } from './identity.ts'
import type { CallOptions, Changes, Cursor, Keeps, Me, ReadList, ReadPriority, SyncCache, SyncClient } from './ports.ts'
import { readList, readOrder, readPages } from './read-pages.ts'
import { type Verdict, keyProbeMs, planProbeMs, problem, verdictOn } from './verdict.ts'

export interface SyncStatus {
  connection: { state: 'starting' | 'online' | 'offline' | 'blocked'; problem: Problem | null }
  /** When all was last as the service has it; null: never. */
  freshAt: string | null
  /** Sheets done of those to fetch; null while there is nothing to fetch. */
  pull: { done: number; total: number; secondsLeft: number } | null
  warnings: Problem[]
}

export interface SyncOptions {
  client: SyncClient
  cache: SyncCache
  clock: Clock
  /** The workshop's date now, by the service's clock. */
  today: () => string
  ownBrake: () => string | null
  /** True for a sheet with an undelivered mark or an open job: it never leaves the cache. */
  keeps: Keeps
  pollPauseMs: () => number
  /** About how long so many calls take within the limits, in seconds. */
  secondsFor: (priority: ReadPriority, calls: number) => number
  /** Whose marks this station holds, as `shopSlug/environment`: no other workshop may be read into it. Null: it holds none. */
  marksOf?: () => string | null
  /** Told of what `/me` said, before anything else is read. */
  onMe?: (me: Me) => void
  /** Told in every turn once events were asked for, or could not be: marks go out no earlier than that. */
  onEventsTried?: () => void
  log?: (message: string, details: Record<string, unknown>) => void
}

export interface Sync {
  start: () => void
  /** Ends the turn under way and resolves when nothing of it is left. */
  stop: () => Promise<void>
  /** Reads events and lists now; resolves when all is fetched or could not be, at the latest when sync stops. Before the start it waits for it. A refused key is still probed every 15 minutes only. */
  pullNow: () => Promise<void>
  /** The address or the key was changed: everything about the connection is found out anew. */
  connectionChanged: () => void
  status: () => SyncStatus
  onStatus: (listener: (status: SyncStatus) => void) => () => void
  onChanges: (listener: (changes: Changes) => void) => () => void
}

/** For each page of it: a long list takes no more of the day's calls than a short one. */
const listMs = 5 * 60_000
const entriesOfPage = 100
/** While the first pull takes all of a minute's reads, the sheets come before a second look at lists and events. */
const pullTurnMs = 4 * 60_000
const listInPullMs = 15 * 60_000
const nextDayListMs = 30 * 60_000
/** Lists that an event made stale are read anew no more often than this. */
const staleListMs = 60_000
const brakesMs = 60 * 60_000
/** How long to do without events where the service would not tell them. */
const withoutEventsMs = 60 * 60_000
const longestBackoffMs = 60_000
const clockWarningMs = 2 * 60_000
const daysKept = 7

export function createSync(options: SyncOptions): Sync {
  const { client, cache, clock, keeps } = options
  const statusListeners = new Set<(status: SyncStatus) => void>()
  const changeListeners = new Set<(changes: Changes) => void>()

  let connection: SyncStatus['connection'] = { state: 'starting', problem: null }
  let pull: SyncStatus['pull'] = null
  let warnings: Problem[] = []
  let ofClock: Problem[] = []
  let incomplete: Problem[] = []

  let stopping = new AbortController()
  let running: Promise<void> | null = null
  let wake = new AbortController()
  /** Whoever asked for a turn: before it began, and while it goes on. */
  const requests: (() => void)[] = []
  const answered: (() => void)[] = []
  /** The generation whose key and workshop are known. */
  let identified = -1
  let failures = 0
  /** Rises with every change of the connection: what a turn found out before says nothing about the one after. */
  let generation = 0
  let keyProbeAt = -Infinity
  let priority: ReadPriority = 'pull'
  let eventsAgainAt = -Infinity
  let brakesReadAt = -Infinity
  let listsRead = new Map<string, number>()
  const listPages = new Map<string, number>()
  let listedToday: string | null = null
  let done = 0
  const resting = new Map<string, number>()

  const status = (): SyncStatus => ({
    connection,
    freshAt: cache.freshAt(),
    pull,
    warnings: [...warnings, ...ofClock, ...incomplete],
  })
  const tell = (): void => {
    for (const listener of statusListeners) listener(status())
  }
  const changed = (changes: Changes): void => {
    if (changes.dates.length + changes.sheetIds.length === 0) return
    for (const listener of changeListeners) listener(changes)
  }
  const become = (state: typeof connection.state, problem: Problem | null): void => {
    if (connection.state === state && JSON.stringify(connection.problem) === JSON.stringify(problem)) return
    connection = { state, problem }
    tell()
  }
  const how = (): CallOptions => ({ priority, signal: stopping.signal })
  const clockWarnings = (): Problem[] => {
    const offset = client.serviceOffsetMs()
    if (offset === null || Math.abs(offset) <= clockWarningMs) return []
    return [problem('clock_differs', { minutes: Math.round(offset / 60_000) })]
  }

  const identify = async (): Promise<Verdict | Failure | null> => {
    // a cache that was made anew in the meantime knows neither the workshop nor its lists
    if (identified === generation && cache.fingerprint() !== null) return null
    const asked = generation
    const answer = await client.readMe(how())
    if (!answer.ok) return answer.failure
    const me = answer.value
    const owner = cache.fingerprint()
    const blocked = blockedBy(me, [owner === null ? null : fingerprintOf(owner), options.marksOf?.() ?? null])
    if (blocked !== null) return { state: 'blocked', problem: blocked, retryMs: planProbeMs }
    cache.putMe(me, client.serviceOffsetMs())
    options.onMe?.(me)
    warnings = lacking(me)
    ofClock = clockWarnings()
    if (!me.key.scopes.includes('events:read')) eventsAgainAt = Infinity
    else if (eventsAgainAt === Infinity) eventsAgainAt = -Infinity
    identified = asked
    listsRead = new Map()
    brakesReadAt = -Infinity
    become('online', null)
    return null
  }

  /** Follows events; where there is no cursor, gets one, to be stored with the lists that are read after it. */
  const events = async (): Promise<{ failure: Failure } | { cursor: Cursor | null; urgent: boolean }> => {
    if (clock.monotonic() < eventsAgainAt) return { cursor: null, urgent: false }
    if (cache.cursor() !== null) {
      const followed = await followEvents(client, cache, how(), changed)
      if (followed.kind === 'failed') return { failure: followed.failure }
      if (followed.kind === 'followed') return { cursor: null, urgent: followed.urgent }
    }
    const current = await currentCursor(client, how())
    if (!current.ok) return { failure: current.failure }
    if (current.cursor === null) eventsAgainAt = clock.monotonic() + withoutEventsMs
    else listsRead = new Map()
    return { cursor: current.cursor, urgent: false }
  }

  const brakes = async (): Promise<Failure | null> => {
    if (clock.monotonic() - brakesReadAt < brakesMs) return null
    const read = await readPages((cursor) => client.listPressBrakes(cursor === undefined ? {} : { cursor }, how()))
    if (!read.ok) return read.failure
    brakesReadAt = clock.monotonic()
    if (cache.putBrakes(read.value.items)) tell()
    return null
  }

  /** Reads the sheets of orders that changed, where that takes fewer calls than the lists. */
  const orders = async (): Promise<void> => {
    const today = options.today()
    const dates = [today, nextWorkingDay(today)]
    const stale = cache.staleOrders()
    const callsOfLists = dates.reduce((sum, date) => sum + (listPages.get(date) ?? 1), 0)
    for (const number of stale) {
      const read = stale.length < callsOfLists ? await readOrder(client, number, how()) : null
      changed(cache.putOrder(number, read === null ? null : { sheets: read, dates }))
    }
  }

  const age = (date: string): number => clock.monotonic() - (listsRead.get(date) ?? -Infinity)
  const datesDue = (forced: boolean, urgent: boolean): string[] => {
    const today = options.today()
    const both = [today, nextWorkingDay(today)]
    const todayListMs = Math.max(priority === 'pull' ? listInPullMs : 0, listMs * (listPages.get(today) ?? 1))
    const due = both.filter((date) => age(date) >= (date === today ? todayListMs : nextDayListMs))
    const newDay = today !== listedToday
    listedToday = today
    const stale = cache.listsStale() && (urgent || due.length > 0 || age(today) >= staleListMs)
    return forced || newDay || stale ? both : due
  }
  const lists = async (dates: readonly string[], cursor: Cursor | null): Promise<Failure | null> => {
    const read: ReadList[] = []
    for (const date of dates) {
      const list = await readList(client, date, new Date(clock.now()).toISOString(), how())
      if (!list.ok) return list.failure
      read.push(list.value)
    }
    if (read.length === 0) return null
    cache.putLists(read, keeps, cursor ?? undefined)
    for (const { date, entries, malformed } of read) {
      listsRead.set(date, clock.monotonic())
      listPages.set(date, Math.max(1, Math.ceil((entries.length + malformed.length) / entriesOfPage)))
    }
    cache.forgetBefore(addDays(options.today(), -daysKept), keeps)
    incomplete = [
      ...incomplete.filter(({ params }) => !read.some(({ date }) => date === params['date'])),
      ...read
        .filter(({ malformed }) => malformed.length > 0)
        .map(({ date, malformed }) => problem('list_incomplete', { date, count: malformed.length })),
    ]
    changed({ dates: read.map(({ date }) => date), sheetIds: [] })
    return null
  }

  const sheets = async (): Promise<{ failure: Failure | null; left: number }> => {
    const today = options.today()
    const fetched = await fetchSheets({
      client,
      cache,
      clock,
      how: how(),
      order: { dates: [today, nextWorkingDay(today)], ownBrake: options.ownBrake() },
      resting,
      longestMs: priority === 'pull' ? pullTurnMs : Math.max(staleListMs, options.pollPauseMs()),
      onSheet: (changes) => {
        done += 1
        changed(changes)
      },
      onLeft: (left) => {
        pull = left === 0 ? null : { done, total: done + left, secondsLeft: options.secondsFor(priority, left) }
        tell()
      },
    })
    if (fetched.left === 0) {
      done = 0
      priority = 'read'
    }
    return fetched
  }

  /** One turn; what ended it early, or null, and whether there is more to fetch at once. */
  const turn = async (forced: boolean): Promise<TurnEnd> => {
    const unknown = await identify()
    if (unknown !== null) return over(unknown)
    const told = await events()
    options.onEventsTried?.()
    if ('failure' in told) return over(told.failure)
    become('online', null)
    if (told.cursor !== null) priority = 'pull'
    const noBrakes = await brakes()
    if (noBrakes !== null) return over(noBrakes)
    await orders()
    const noLists = await lists(datesDue(forced || told.cursor !== null, told.urgent), told.cursor)
    if (noLists !== null) return over(noLists)
    const { failure, left } = await sheets()
    if (failure !== null) return over(failure)
    // either clock may be set while the station runs
    ofClock = clockWarnings()
    if (left === 0 && !cache.listsStale()) cache.putFreshAt(new Date(clock.now()).toISOString())
    become('online', null)
    tell()
    return { ended: null, more: left > 0 }
  }

  /** Takes a turn and says how long to pause after it; 0: there is more to do at once. */
  const takeTurn = async (forced: boolean): Promise<number> => {
    if (connection.problem?.code === 'key_refused' && clock.monotonic() < keyProbeAt)
      return keyProbeAt - clock.monotonic()
    const began = generation
    const { ended, more } = await turn(forced)
    if (began !== generation) return 0
    if (ended !== null) options.onEventsTried?.()
    const verdict =
      ended === null || 'state' in ended
        ? ended
        : verdictOn(ended, { nowMs: clock.now(), everConnected: cache.fingerprint() !== null })
    if (verdict === null) {
      failures = 0
      return more ? 0 : options.pollPauseMs()
    }
    pull = null
    if (verdict.state === 'blocked') identified = -1
    if (verdict.problem.code === 'key_refused') keyProbeAt = clock.monotonic() + keyProbeMs
    options.log?.('a turn ended early', { problem: verdict.problem })
    become(verdict.state, verdict.problem)
    failures += 1
    return verdict.retryMs ?? backoffMs(failures)
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const forced = requests.length > 0
      answered.push(...requests.splice(0))
      let pause: number
      try {
        pause = await takeTurn(forced)
      } catch (error) {
        // the cache would not take it, such as on a full disk: what it holds stays as it was
        options.log?.('a turn failed', { error: String(error) })
        failures += 1
        pause = backoffMs(failures)
      }
      if (pause > 0) for (const answer of answered.splice(0)) answer()
      if (requests.length > 0) continue
      wake = new AbortController()
      await clock.wait(pause, AbortSignal.any([stopping.signal, wake.signal]))
    }
  }

  return {
    start: () => {
      if (running !== null) return
      stopping = new AbortController()
      running = loop()
    },
    stop: async () => {
      stopping.abort()
      await running
      running = null
      for (const answer of [...answered.splice(0), ...requests.splice(0)]) answer()
    },
    pullNow: () =>
      new Promise((resolve) => {
        requests.push(resolve)
        wake.abort()
      }),
    connectionChanged: () => {
      generation += 1
      failures = 0
      keyProbeAt = -Infinity
      eventsAgainAt = -Infinity
      connection = { state: 'starting', problem: null }
      tell()
      wake.abort()
    },
    status,
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    onChanges: (listener) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
  }
}

interface TurnEnd {
  ended: Failure | Verdict | null
  more: boolean
}
const over = (ended: Failure | Verdict): TurnEnd => ({ ended, more: false })

const backoffMs = (failures: number): number => Math.min(longestBackoffMs, 1_000 * 2 ** Math.min(failures, 6))
