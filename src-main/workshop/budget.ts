// Limits the calls of a key as part 8 of the specification requires: admits a call, delays it until the next minute, or refuses it
// because the day is used up. Uses the smaller of the number in the service's headers and the number counted here. Accesses the clock
// and the store of counts.
import { dayMs, minuteMs } from '../../shared/base/durations.ts'
import {
  type CallClass,
  type Failure,
  type Limits,
  callClasses,
  limitsFor,
  perMinute,
} from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClock } from './service-clock.ts'

/**
 * The purpose of a call. `mark`: reports and the reads that they need; may use a whole limit, and the whole day.
 * `pull`: the first pull; may use all calls of a minute. `read`: everything else; uses at most half of the calls of a minute.
 */
export type Priority = 'mark' | 'pull' | 'read'

/** The number of calls made in a window such as `day/20781` or `minute/29924640/read`; survives a restart. */
export interface CallCounts {
  count: (window: string) => number
  add: (window: string, calls: number) => void
  /** Removes the count of a window that is over. */
  forget: (window: string) => void
}

/** The rate limit headers of a response. */
export interface RateFacts {
  limit: number
  remaining: number
  /** Unix time in seconds at which the next minute starts. */
  reset: number
}

export interface Ticket {
  /** Must be called once, when the call has ended. `counted` is false for a call that was not sent, for 401 and for 429. */
  done: (end: { counted: boolean; facts: RateFacts | null }) => void
}
export type Admission = { admitted: true; ticket: Ticket } | { admitted: false; failure: Failure }

/** Calls of a day that only marks may use. */
export const heldBackForMarks = 300

/** Duration of one call while no limit applies, for an estimate. */
const usualCallSeconds = 0.05
/** The longest time without a call for a mark: the wait that the service asked for may be absurd. */
const probePauseMs = 15 * minuteMs
const minuteKey = (minute: number, callClass: CallClass): string => `minute/${minute}/${callClass}`
const rank: Readonly<Record<Priority, number>> = { mark: 0, pull: 1, read: 2 }

interface Minute {
  minute: number
  /** Calls of this program that the service may count in this minute. */
  ownCalls: number
  /** The highest number of calls that the service has reported, of all programs with this key. */
  seen: number
  /** Own calls that the service may not have counted in that number. */
  unseen: number
  inFlight: number
  headerLimit: number | null
  /** Monotonic. */
  blockedUntilMs: number
}

interface Waiter {
  callClass: CallClass
  priority: Priority
  settle: (admission: Admission) => void
}

export interface BudgetOptions {
  clock: Clock
  serviceClock: ServiceClock
  counts: CallCounts
}

export class Budget {
  readonly #clock: Clock
  readonly #serviceClock: ServiceClock
  readonly #counts: CallCounts
  readonly #minutes: Map<CallClass, Minute>
  readonly #waiters: Waiter[] = []
  /** The limits in force. Until `/me` is read they are those of a sandbox, which are half of the others. */
  #limits = limitsFor({ kind: 'workshop', sandbox: true })
  /** Monotonic: until then the service refuses all calls. */
  #blockedUntilMs = 0
  /** Monotonic: from then on, one call for a mark is sent all the same, as a probe. */
  #probeFromMs = 0
  #timer: AbortController | null = null
  #day: number

  constructor({ clock, serviceClock, counts }: BudgetOptions) {
    this.#clock = clock
    this.#serviceClock = serviceClock
    this.#counts = withMemory(counts)
    this.#day = this.#currentDay()
    this.#minutes = new Map(callClasses.map((callClass) => [callClass, this.#newMinute(callClass)]))
  }

  admit(callClass: CallClass, priority: Priority, signal?: AbortSignal): Promise<Admission> {
    return new Promise((resolve) => {
      const cancel = (): void => this.#settle(waiter, { admitted: false, failure: { kind: 'cancelled' } })
      const waiter: Waiter = {
        callClass,
        priority,
        settle: (admission) => {
          signal?.removeEventListener('abort', cancel)
          resolve(admission)
        },
      }
      if (signal?.aborted === true) return cancel()
      signal?.addEventListener('abort', cancel)
      this.#waiters.push(waiter)
      this.#admitWaiters()
    })
  }

  /** Sets the key's limits as `/me` states them. */
  setLimits(limits: Limits): void {
    this.#limits = limits
    for (const state of this.#minutes.values()) state.headerLimit = null
    this.#admitWaiters()
  }

  limits(): Limits {
    return this.#limits
  }

  /** The service refused with 429: admits no call of this class for `waitMs`, or no call at all if the whole day is used up. */
  refused(callClass: CallClass, waitMs: number, wholeDay: boolean): void {
    const nowMs = this.#clock.monotonic()
    if (wholeDay) {
      // the day's calls are free again at midnight, whatever the service asks for
      const untilMs = nowMs + Math.min(waitMs, this.#untilNextDayMs())
      this.#blockedUntilMs = Math.max(this.#blockedUntilMs, untilMs)
      this.#probeFromMs = nowMs + probePauseMs
    } else this.#minuteOf(callClass).blockedUntilMs = nowMs + waitMs
    this.#admitWaiters()
  }

  /** A person asks now: calls are sent although the service asked to wait. The counted limits stay in force. */
  askNow(): void {
    this.#blockedUntilMs = 0
    for (const state of this.#minutes.values()) state.blockedUntilMs = 0
    this.#admitWaiters()
  }

  /** The calls of this class and purpose that are free now, in this minute and for the rest of the day. */
  freeCalls(callClass: CallClass, priority: Priority): { thisMinute: number; today: number } {
    return { thisMinute: this.#freeNow(callClass, priority), today: Math.max(0, this.#freeToday(priority)) }
  }

  /** Estimates how many seconds `calls` more calls take within the limits. */
  secondsFor(callClass: CallClass, priority: Priority, calls: number): number {
    const later = calls - this.#freeNow(callClass, priority)
    const quick = Math.ceil(calls * usualCallSeconds)
    if (later <= 0) return quick
    const minutesAfter = Math.ceil(later / this.#shareOf(callClass, priority)) - 1
    return Math.max(quick, Math.ceil(this.#untilNextMinuteMs(callClass) / 1_000) + minutesAfter * 60)
  }

  /** Ends every wait as cancelled. */
  close(): void {
    this.#timer?.abort()
    for (const waiter of this.#waiters.slice())
      this.#settle(waiter, { admitted: false, failure: { kind: 'cancelled' } })
  }

  #currentDay(): number {
    return Math.floor(this.#serviceClock.atLeast() / dayMs)
  }

  #currentMinute(): number {
    return Math.floor(this.#serviceClock.atLeast() / minuteMs)
  }

  #dayKey(): string {
    const today = this.#currentDay()
    if (today !== this.#day) this.#counts.forget(`day/${this.#day}`)
    this.#day = today
    return `day/${today}`
  }

  #newMinute(callClass: CallClass): Minute {
    const minute = this.#currentMinute()
    return {
      minute,
      ownCalls: this.#counts.count(minuteKey(minute, callClass)),
      seen: 0,
      unseen: 0,
      inFlight: 0,
      headerLimit: null,
      blockedUntilMs: 0,
    }
  }

  #startMinute(callClass: CallClass, state: Minute, minute: number): void {
    this.#counts.forget(minuteKey(state.minute, callClass))
    state.minute = minute
    // the service may count a call in flight in the new minute
    state.ownCalls = state.inFlight
    state.seen = 0
    state.unseen = 0
  }

  #minuteOf(callClass: CallClass): Minute {
    const state = this.#minutes.get(callClass) ?? this.#newMinute(callClass)
    const minute = this.#currentMinute()
    // one minute back is within the error of the measured clock; more means that the service's clock was set back
    if (minute > state.minute || minute < state.minute - 1) this.#startMinute(callClass, state, minute)
    return state
  }

  #limitOf(callClass: CallClass): number {
    return Math.min(perMinute(this.#limits, callClass), this.#minuteOf(callClass).headerLimit ?? Infinity)
  }

  #shareOf(callClass: CallClass, priority: Priority): number {
    const limit = this.#limitOf(callClass)
    return priority === 'read' ? Math.max(1, Math.floor(limit / 2)) : limit
  }

  #freeNow(callClass: CallClass, priority: Priority): number {
    const state = this.#minuteOf(callClass)
    const freeOfKey = this.#limitOf(callClass) - Math.max(state.ownCalls, state.seen + state.unseen)
    return Math.max(0, Math.min(freeOfKey, this.#shareOf(callClass, priority) - state.ownCalls))
  }

  #freeToday(priority: Priority): number {
    const { callsPerDay } = this.#limits
    const reserved = priority === 'mark' ? 0 : Math.min(heldBackForMarks, callsPerDay / 2)
    return callsPerDay - reserved - this.#counts.count(this.#dayKey())
  }

  #untilNextMinuteMs(callClass: CallClass): number {
    return (this.#minuteOf(callClass).minute + 1) * minuteMs - this.#serviceClock.atLeast()
  }

  #untilNextDayMs(): number {
    return dayMs - (this.#serviceClock.atLeast() % dayMs)
  }

  #issueTicket(callClass: CallClass): Ticket {
    // the next probe comes a pause later, whatever the outcome of this one
    const isProbe = this.#blockedUntilMs > this.#clock.monotonic()
    if (isProbe) this.#probeFromMs = this.#clock.monotonic() + probePauseMs
    const state = this.#minuteOf(callClass)
    const windows = [this.#dayKey(), minuteKey(state.minute, callClass)]
    const { minute } = state
    state.ownCalls += 1
    state.unseen += 1
    state.inFlight += 1
    for (const window of windows) this.#counts.add(window, 1)
    return {
      done: ({ counted, facts }) => {
        state.inFlight -= 1
        if (!counted) {
          for (const window of windows) this.#counts.add(window, -1)
          if (state.minute === minute) {
            state.ownCalls = Math.max(0, state.ownCalls - 1)
            state.unseen = Math.max(0, state.unseen - 1)
          }
        } else {
          // the service answers again
          if (isProbe) this.#blockedUntilMs = 0
          if (facts !== null) this.#applyHeaders(callClass, facts)
        }
        this.#admitWaiters()
      },
    }
  }

  #applyHeaders(callClass: CallClass, { limit, remaining, reset }: RateFacts): void {
    const state = this.#minuteOf(callClass)
    state.headerLimit = limit
    const minute = Math.floor(reset / 60) - 1
    if (minute > state.minute) this.#startMinute(callClass, state, minute)
    const seen = limit - remaining
    if (minute !== state.minute || seen < state.seen) return
    state.seen = seen
    state.unseen = state.inFlight
  }

  /** 0: no wait. */
  #waitMs({ callClass, priority }: Waiter): number {
    const blockedMs = this.#minuteOf(callClass).blockedUntilMs - this.#clock.monotonic()
    if (blockedMs > 0) return blockedMs
    return this.#freeNow(callClass, priority) > 0 ? 0 : Math.max(1, this.#untilNextMinuteMs(callClass))
  }

  /** Null while the day has calls left. */
  #dayFailure({ priority }: Waiter): Failure | null {
    const now = this.#clock.monotonic()
    const isProbe = priority === 'mark' && now >= this.#probeFromMs
    const blockedMs = isProbe ? 0 : this.#blockedUntilMs - now
    const waitMs = blockedMs > 0 ? blockedMs : this.#freeToday(priority) > 0 ? 0 : this.#untilNextDayMs()
    return waitMs === 0 ? null : { kind: 'rate_limited', untilMs: this.#clock.now() + waitMs, wholeDay: true }
  }

  #admitWaiters(): void {
    this.#timer?.abort()
    this.#timer = null
    let shortestMs = Infinity
    for (const waiter of this.#waiters.toSorted((a, b) => rank[a.priority] - rank[b.priority])) {
      const failure = this.#dayFailure(waiter)
      const waitMs = failure === null ? this.#waitMs(waiter) : 0
      if (failure !== null) this.#settle(waiter, { admitted: false, failure })
      else if (waitMs === 0) this.#settle(waiter, { admitted: true, ticket: this.#issueTicket(waiter.callClass) })
      else shortestMs = Math.min(shortestMs, waitMs)
    }
    if (shortestMs < Infinity) void this.#admitWaitersAfter(shortestMs)
  }

  async #admitWaitersAfter(ms: number): Promise<void> {
    const timer = new AbortController()
    this.#timer = timer
    await this.#clock.wait(Math.ceil(ms), timer.signal)
    if (!timer.signal.aborted) this.#admitWaiters()
  }

  #settle(waiter: Waiter, admission: Admission): void {
    const index = this.#waiters.indexOf(waiter)
    if (index >= 0) this.#waiters.splice(index, 1)
    waiter.settle(admission)
  }
}

/** Counts in memory and in the store. If the store fails, for example because the disk is full, the memory counts alone. */
function withMemory(store: CallCounts): CallCounts {
  const counts = new Map<string, number>()
  const count = (window: string): number => {
    const calls = counts.get(window) ?? ignoringErrors(() => store.count(window), 0)
    counts.set(window, calls)
    return calls
  }
  return {
    count,
    add: (window, calls) => {
      counts.set(window, Math.max(0, count(window) + calls))
      ignoringErrors(() => store.add(window, calls), undefined)
    },
    forget: (window) => {
      counts.delete(window)
      ignoringErrors(() => store.forget(window), undefined)
    },
  }
}

function ignoringErrors<T>(work: () => T, fallback: T): T {
  try {
    return work()
  } catch {
    // the service's headers correct the count
    return fallback
  }
}
