// Keeps the cache up to date with the service: identity, the day's lists, the sheets, the events. One cycle runs at a time. Accesses the
// network and the cache only through its ports.
import { backoffMs, type BackoffSteps } from '../../shared/base/backoff.ts'
import { hourMs, minuteMs } from '../../shared/base/durations.ts'
import { Emitter, type Unsubscribe } from '../../shared/base/emitter.ts'
import { failed, ok, type Result } from '../../shared/base/result.ts'
import type { Problem } from '../../shared/station-api/index.ts'
import { type Failure, addDays, fingerprintOf, nextWorkingDay } from '../../shared/workshop-api/index.ts'
import { fetchSheets } from './fetch-sheets.ts'
import { currentCursor, followEvents } from './follow-events.ts'
import type { CallOptions, Changes, Cursor, PulledList, ReadPriority } from './ports.ts'
import { readList, readOrder, readPages } from './read-pages.ts'
import type { SyncOptions, SyncStatus } from './sync-options.ts'
import { type Verdict, blockedBy, keyProbeMs, lacking, planProbeMs, problem, verdictOn } from './verdict.ts'

export { readList } from './read-pages.ts'
export type { SyncOptions, SyncStatus } from './sync-options.ts'

/** The pause between two reads, for each page of the list: a long list uses as many calls of a day as a short one. */
const listMs = 5 * minuteMs
const entriesPerPage = 100
/** The first pull uses all reads of a minute: it fetches sheets for so long before it reads lists and events again. */
const pullCycleMs = 4 * minuteMs
const listInPullMs = 15 * minuteMs
const nextDayListMs = 30 * minuteMs
/** The shortest pause between two reads of lists that events made stale. */
const staleListMs = 60_000
const brakesMs = hourMs
/** The pause after the service refused to list events. */
const withoutEventsMs = hourMs
const retrySteps: BackoffSteps = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000]
const clockWarningMs = 2 * minuteMs
const storedDays = 7

/** What a cycle needs to know of the events that it read. */
interface EventsRead {
  /** A new cursor, to be stored with the lists that are read after it; null: the stored one is in use. */
  cursor: Cursor | null
  /** An order left the lists. */
  isUrgent: boolean
}

interface CycleEnd {
  /** What ended the cycle early; null: it is complete. */
  endedBy: Failure | Verdict | null
  hasMore: boolean
}

export class Sync {
  readonly #options: SyncOptions
  readonly #statuses: Emitter<SyncStatus>
  readonly #changes: Emitter<Changes>

  #connection: SyncStatus['connection'] = { state: 'starting', problem: null }
  #pull: SyncStatus['pull'] = null
  #identityWarnings: Problem[] = []
  #clockWarnings: Problem[] = []
  #listWarnings: Problem[] = []

  #stopping = new AbortController()
  #running: Promise<void> | null = null
  #wake = new AbortController()
  /** Callers of `pullNow` that wait for the next cycle, and for the present one. */
  readonly #nextCallers: (() => void)[] = []
  readonly #presentCallers: (() => void)[] = []

  /** Rises with every change of the connection: what a cycle learned under an earlier one no longer holds. */
  #generation = 0
  /** The generation whose key and workshop are known. */
  #identifiedGeneration = -1
  #failures = 0
  #keyProbeAtMs = -Infinity
  #eventsAtMs = -Infinity
  #brakesReadAtMs = -Infinity
  #priority: ReadPriority = 'pull'
  #listsReadAtMs = new Map<string, number>()
  readonly #listPages = new Map<string, number>()
  #lastToday: string | null = null
  #sheetsDone = 0
  readonly #restingSheets = new Map<string, number>()

  constructor(options: SyncOptions) {
    this.#options = options
    const onError = options.onListenerError ?? ((error) => options.log?.('a listener failed', { error: String(error) }))
    this.#statuses = new Emitter(onError)
    this.#changes = new Emitter(onError)
  }

  readonly onStatus = (listener: (status: SyncStatus) => void): Unsubscribe => this.#statuses.subscribe(listener)
  readonly onChanges = (listener: (changes: Changes) => void): Unsubscribe => this.#changes.subscribe(listener)

  start(): void {
    if (this.#running !== null) return
    this.#stopping = new AbortController()
    this.#running = this.#run()
  }

  /** Ends the present cycle and resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.#running = null
    this.#resolve(this.#presentCallers, this.#nextCallers)
  }

  /**
   * Reads events and lists now. Resolves when everything is fetched or could not be, at the latest when sync stops; before the start it
   * waits for the start. A refused key is still probed only every 15 minutes.
   */
  pullNow(): Promise<void> {
    return new Promise((resolve) => {
      this.#nextCallers.push(resolve)
      this.#wake.abort()
    })
  }

  /** The address or the key was replaced: the connection is verified again. */
  connectionChanged(): void {
    this.#generation += 1
    this.#failures = 0
    this.#keyProbeAtMs = -Infinity
    this.#eventsAtMs = -Infinity
    this.#connection = { state: 'starting', problem: null }
    this.#emitStatus()
    this.#wake.abort()
  }

  status(): SyncStatus {
    return {
      connection: this.#connection,
      confirmedAt: this.#options.cache.confirmedAt(),
      pull: this.#pull,
      warnings: [...this.#identityWarnings, ...this.#clockWarnings, ...this.#listWarnings],
    }
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#options
    while (!this.#stopping.signal.aborted) {
      const isForced = this.#nextCallers.length > 0
      this.#presentCallers.push(...this.#nextCallers.splice(0))
      let pauseMs: number
      try {
        pauseMs = await this.#runCycleAndJudge(isForced)
      } catch (error) {
        // the cache refused a change, for example because the disk is full: it is as it was before
        log?.('a cycle failed', { error: String(error) })
        this.#failures += 1
        pauseMs = backoffMs(retrySteps, this.#failures)
      }
      if (pauseMs > 0) this.#resolve(this.#presentCallers)
      if (this.#nextCallers.length > 0) continue
      this.#wake = new AbortController()
      await clock.wait(pauseMs, AbortSignal.any([this.#stopping.signal, this.#wake.signal]))
    }
  }

  #resolve(...callers: (() => void)[][]): void {
    for (const resolve of callers.flatMap((list) => list.splice(0))) resolve()
  }

  /** Runs a cycle and returns the pause after it, in ms; 0: there is more to fetch. */
  async #runCycleAndJudge(isForced: boolean): Promise<number> {
    const { clock, cache, log, onEventsTried, pollPauseMs } = this.#options
    if (this.#connection.problem?.code === 'key_refused' && clock.monotonic() < this.#keyProbeAtMs)
      return this.#keyProbeAtMs - clock.monotonic()
    const generation = this.#generation
    const { endedBy, hasMore } = await this.#runCycle(isForced)
    if (generation !== this.#generation) return 0
    if (endedBy !== null) onEventsTried?.()
    const verdict =
      endedBy === null || 'state' in endedBy
        ? endedBy
        : verdictOn(endedBy, { nowMs: clock.now(), everConnected: cache.fingerprint() !== null })
    if (verdict === null) {
      this.#failures = 0
      return hasMore ? 0 : pollPauseMs()
    }
    this.#pull = null
    if (verdict.state === 'blocked') this.#identifiedGeneration = -1
    if (verdict.problem.code === 'key_refused') this.#keyProbeAtMs = clock.monotonic() + keyProbeMs
    log?.('a cycle ended early', { problem: verdict.problem })
    this.#setConnection(verdict.state, verdict.problem)
    this.#failures += 1
    return verdict.retryMs ?? backoffMs(retrySteps, this.#failures)
  }

  async #runCycle(isForced: boolean): Promise<CycleEnd> {
    const { cache, clock, onEventsTried } = this.#options
    const notIdentified = await this.#identify()
    if (notIdentified !== null) return endEarly(notIdentified)
    const events = await this.#readEvents()
    onEventsTried?.()
    if (!events.ok) return endEarly(events.error)
    const { cursor, isUrgent } = events.value
    this.#setConnection('online', null)
    if (cursor !== null) this.#priority = 'pull'
    const noBrakes = await this.#readBrakes()
    if (noBrakes !== null) return endEarly(noBrakes)
    await this.#readChangedOrders()
    const noLists = await this.#readLists(this.#datesToRead(isForced || cursor !== null, isUrgent), cursor)
    if (noLists !== null) return endEarly(noLists)
    const { failure, remaining } = await this.#fetchSheets()
    if (failure !== null) return endEarly(failure)
    // either clock may be set while the station runs
    this.#clockWarnings = this.#checkClock()
    if (remaining === 0 && !cache.areListsStale()) cache.putConfirmedAt(new Date(clock.now()).toISOString())
    this.#setConnection('online', null)
    this.#emitStatus()
    return { endedBy: null, hasMore: remaining > 0 }
  }

  async #identify(): Promise<Verdict | Failure | null> {
    const { client, cache, marksOf, onMe } = this.#options
    // a cache that was replaced since then knows neither the workshop nor its lists
    if (this.#identifiedGeneration === this.#generation && cache.fingerprint() !== null) return null
    const generation = this.#generation
    const answer = await client.readMe(this.#callOptions())
    if (!answer.ok) return answer.error
    const me = answer.value
    const owner = cache.fingerprint()
    const blocked = blockedBy(me, [owner === null ? null : fingerprintOf(owner), marksOf?.() ?? null])
    if (blocked !== null) return { state: 'blocked', problem: blocked, retryMs: planProbeMs }
    cache.putMe(me, client.serviceOffsetMs())
    onMe?.(me)
    this.#identityWarnings = lacking(me)
    this.#clockWarnings = this.#checkClock()
    if (!me.key.scopes.includes('events:read')) this.#eventsAtMs = Infinity
    else if (this.#eventsAtMs === Infinity) this.#eventsAtMs = -Infinity
    this.#identifiedGeneration = generation
    this.#listsReadAtMs = new Map()
    this.#brakesReadAtMs = -Infinity
    this.#setConnection('online', null)
    return null
  }

  /** Follows events. Where there is no cursor, reads the present one, so that lists can be read after it. */
  async #readEvents(): Promise<Result<EventsRead, Failure>> {
    const { client, cache, clock } = this.#options
    if (clock.monotonic() < this.#eventsAtMs) return ok({ cursor: null, isUrgent: false })
    if (cache.cursor() !== null) {
      const followed = await followEvents(client, cache, this.#callOptions(), {
        onChanges: (changes) => this.#emitChanges(changes),
        invalidateCursor: (options) => this.#invalidateCursor(options),
      })
      if (followed.kind === 'failed') return failed(followed.failure)
      if (followed.kind === 'followed') return ok({ cursor: null, isUrgent: followed.urgent })
    }
    const current = await currentCursor(client, this.#callOptions())
    if (!current.ok) return current
    if (current.value === null) this.#eventsAtMs = clock.monotonic() + withoutEventsMs
    else this.#listsReadAtMs = new Map()
    return ok({ cursor: current.value, isUrgent: false })
  }

  async #invalidateCursor({ restored, signal }: { restored: boolean; signal: AbortSignal }): Promise<void> {
    // first, so that a station that is ended in between detects the restore again
    if (restored) await this.#options.onServiceRestored?.(signal)
    this.#options.cache.invalidateCursor({ restored })
  }

  async #readBrakes(): Promise<Failure | null> {
    const { client, cache, clock } = this.#options
    if (clock.monotonic() - this.#brakesReadAtMs < brakesMs) return null
    const brakes = await readPages((cursor) =>
      client.listPressBrakes(cursor === undefined ? {} : { cursor }, this.#callOptions()),
    )
    if (!brakes.ok) return brakes.error
    this.#brakesReadAtMs = clock.monotonic()
    if (cache.putBrakes(brakes.value.items)) this.#emitStatus()
    return null
  }

  /** Reads the sheets of changed orders, where that takes fewer calls than reading the lists. */
  async #readChangedOrders(): Promise<void> {
    const { client, cache } = this.#options
    const dates = this.#listedDates()
    const orders = cache.staleOrders()
    const callsOfLists = dates.reduce((sum, date) => sum + (this.#listPages.get(date) ?? 1), 0)
    for (const number of orders) {
      const sheets = orders.length < callsOfLists ? await readOrder(client, number, this.#callOptions()) : null
      this.#emitChanges(cache.putOrder(number, sheets === null ? null : { sheets, dates }))
    }
  }

  #listedDates(): [today: string, nextDay: string] {
    const today = this.#options.today()
    return [today, nextWorkingDay(today)]
  }

  #datesToRead(isForced: boolean, isUrgent: boolean): string[] {
    const { cache, clock } = this.#options
    const ageMs = (date: string): number => clock.monotonic() - (this.#listsReadAtMs.get(date) ?? -Infinity)
    const dates = this.#listedDates()
    const [today] = dates
    const todayMs = Math.max(this.#priority === 'pull' ? listInPullMs : 0, listMs * (this.#listPages.get(today) ?? 1))
    const due = dates.filter((date) => ageMs(date) >= (date === today ? todayMs : nextDayListMs))
    const isNewDay = today !== this.#lastToday
    this.#lastToday = today
    const areStale = cache.areListsStale() && (isUrgent || due.length > 0 || ageMs(today) >= staleListMs)
    return isForced || isNewDay || areStale ? dates : due
  }

  async #readLists(dates: readonly string[], cursor: Cursor | null): Promise<Failure | null> {
    const { client, cache, clock, keeps, today } = this.#options
    const lists: PulledList[] = []
    for (const date of dates) {
      const list = await readList(client, date, new Date(clock.now()).toISOString(), this.#callOptions())
      if (!list.ok) return list.error
      lists.push(list.value)
    }
    if (lists.length === 0) return null
    cache.putLists(lists, keeps, cursor ?? undefined)
    for (const { date, entries, malformed } of lists) {
      this.#listsReadAtMs.set(date, clock.monotonic())
      this.#listPages.set(date, Math.max(1, Math.ceil((entries.length + malformed.length) / entriesPerPage)))
    }
    cache.forgetBefore(addDays(today(), -storedDays), keeps)
    this.#listWarnings = [
      ...this.#listWarnings.filter(({ params }) => !lists.some(({ date }) => date === params['date'])),
      ...lists
        .filter(({ malformed }) => malformed.length > 0)
        .map(({ date, malformed }) => problem('list_incomplete', { date, count: malformed.length })),
    ]
    this.#emitChanges({ dates: lists.map(({ date }) => date), sheetIds: [] })
    return null
  }

  async #fetchSheets(): Promise<{ failure: Failure | null; remaining: number }> {
    const { client, cache, clock, ownBrake, pollPauseMs, secondsFor } = this.#options
    const fetched = await fetchSheets({
      client,
      cache,
      clock,
      callOptions: this.#callOptions(),
      order: { dates: this.#listedDates(), ownBrake: ownBrake() },
      resting: this.#restingSheets,
      maxMs: this.#priority === 'pull' ? pullCycleMs : Math.max(staleListMs, pollPauseMs()),
      onSheet: (changes) => {
        this.#sheetsDone += 1
        this.#emitChanges(changes)
      },
      onRemaining: (remaining) => {
        const done = this.#sheetsDone
        this.#pull =
          remaining === 0 ? null : { done, total: done + remaining, secondsLeft: secondsFor(this.#priority, remaining) }
        this.#emitStatus()
      },
    })
    if (fetched.remaining === 0) {
      this.#sheetsDone = 0
      this.#priority = 'read'
    }
    return fetched
  }

  #checkClock(): Problem[] {
    const offsetMs = this.#options.client.serviceOffsetMs()
    if (offsetMs === null || Math.abs(offsetMs) <= clockWarningMs) return []
    return [problem('clock_differs', { minutes: Math.round(offsetMs / minuteMs) })]
  }

  #callOptions(): CallOptions {
    return { priority: this.#priority, signal: this.#stopping.signal }
  }

  #setConnection(state: SyncStatus['connection']['state'], problem: Problem | null): void {
    const isSame = this.#connection.state === state
    if (isSame && JSON.stringify(this.#connection.problem) === JSON.stringify(problem)) return
    this.#connection = { state, problem }
    this.#emitStatus()
  }

  #emitStatus(): void {
    if (this.#statuses.hasListeners) this.#statuses.emit(this.status())
  }

  #emitChanges(changes: Changes): void {
    if (changes.dates.length + changes.sheetIds.length > 0) this.#changes.emit(changes)
  }
}

const endEarly = (endedBy: Failure | Verdict): CycleEnd => ({ endedBy, hasMore: false })
