// Keeps a key's calls within the limits of part 8 of the specification: admits a call, lets it wait for the next minute, or says
// that the day is used up. Trusts the smaller of what the service's headers say and what was counted here. May touch the clock
// and the small store of counts it is given.
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
 * What a call is for. `mark`: reports and the reads that settle them; may take all of a limit, and the whole day.
 * `pull`: the first pull; may take all of a minute. `read`: everything else; at most half of a minute.
 */
export type Priority = 'mark' | 'pull' | 'read'

/** How many calls were made in a window such as `day/20781` or `minute/29924640/read`; survives a restart. */
export interface CallCounts {
  count: (window: string) => number
  add: (window: string, calls: number) => void
  /** The window is over. */
  forget: (window: string) => void
}

/** What an answer's headers say of its minute. */
export interface RateFacts {
  limit: number
  remaining: number
  /** Unix time in seconds at which the minute starts anew. */
  reset: number
}

export interface Ticket {
  /** To be called once, when the call has ended. `counted` is false for a call that never left, for 401 and for 429. */
  done: (end: { counted: boolean; facts: RateFacts | null }) => void
}
export type Admission = { admitted: true; ticket: Ticket } | { admitted: false; failure: Failure }

export interface Budget {
  admit: (callClass: CallClass, priority: Priority, signal?: AbortSignal) => Promise<Admission>
  /** What `/me` says applies to the key. Until then half of each is taken: that of a sandbox. */
  setLimits: (limits: Limits) => void
  limits: () => Limits
  /** The service refused with 429: nothing of this class, or of any where the whole day is used up, for `waitMs`. */
  refused: (callClass: CallClass, waitMs: number, wholeDay: boolean) => void
  /** About how long `calls` more take within the limits, in seconds. */
  secondsFor: (callClass: CallClass, priority: Priority, calls: number) => number
  /** Ends every wait as cancelled. */
  close: () => void
}

/** Calls of a day that reads leave untouched. */
export const heldBackForMarks = 300

const minuteMs = 60_000
const dayMs = 86_400_000
/** What one call takes where no limit is near, for an estimate. */
const usualCallSeconds = 0.05
const minuteKey = (minute: number, callClass: CallClass): string => `minute/${minute}/${callClass}`
const rank: Readonly<Record<Priority, number>> = { mark: 0, pull: 1, read: 2 }

interface Minute {
  minute: number
  /** Calls of this program that may have landed in the minute. */
  own: number
  /** The most the service has said it counted, of whoever's, and the own calls it may not have counted by then. */
  seen: number
  unseen: number
  inFlight: number
  headerLimit: number | null
  /** Monotonic. */
  blockedUntil: number
}

interface Waiter {
  callClass: CallClass
  priority: Priority
  settle: (admission: Admission) => void
}

export function createBudget(options: { clock: Clock; serviceClock: ServiceClock; counts: CallCounts }): Budget {
  const { clock, serviceClock } = options
  const counts = remembered(options.counts)
  let limits = limitsFor({ kind: 'workshop', sandbox: true })
  let blockedUntil = 0
  const waiters: Waiter[] = []
  let timer: AbortController | null = null

  let day = Math.floor(serviceClock.atLeast() / dayMs)
  const dayKey = (): string => {
    const today = Math.floor(serviceClock.atLeast() / dayMs)
    if (today !== day) counts.forget(`day/${day}`)
    day = today
    return `day/${today}`
  }
  const currentMinute = (): number => Math.floor(serviceClock.atLeast() / minuteMs)
  const fresh = (callClass: CallClass): Minute => ({
    minute: currentMinute(),
    own: counts.count(minuteKey(currentMinute(), callClass)),
    seen: 0,
    unseen: 0,
    inFlight: 0,
    headerLimit: null,
    blockedUntil: 0,
  })
  const minutes = new Map<CallClass, Minute>(callClasses.map((callClass) => [callClass, fresh(callClass)]))

  const roll = (callClass: CallClass, state: Minute, minute: number): void => {
    counts.forget(minuteKey(state.minute, callClass))
    state.minute = minute
    // a call under way may land in the new minute
    state.own = state.inFlight
    state.seen = 0
    state.unseen = 0
  }
  const minuteOf = (callClass: CallClass): Minute => {
    const state = minutes.get(callClass) ?? fresh(callClass)
    const minute = currentMinute()
    // one minute back is the blur of the measured clock; more, and the service's clock was set back
    if (minute > state.minute || minute < state.minute - 1) roll(callClass, state, minute)
    return state
  }
  const limitOf = (callClass: CallClass): number =>
    Math.min(perMinute(limits, callClass), minuteOf(callClass).headerLimit ?? Infinity)
  const shareOf = (callClass: CallClass, priority: Priority): number =>
    priority === 'read' ? Math.max(1, Math.floor(limitOf(callClass) / 2)) : limitOf(callClass)
  const freeNow = (callClass: CallClass, priority: Priority): number => {
    const state = minuteOf(callClass)
    const ofKey = limitOf(callClass) - Math.max(state.own, state.seen + state.unseen)
    return Math.max(0, Math.min(ofKey, shareOf(callClass, priority) - state.own))
  }
  const dayFree = (priority: Priority): number => {
    const held = priority === 'mark' ? 0 : Math.min(heldBackForMarks, limits.callsPerDay / 2)
    return limits.callsPerDay - held - counts.count(dayKey())
  }
  const untilNextMinute = (callClass: CallClass): number =>
    (minuteOf(callClass).minute + 1) * minuteMs - serviceClock.atLeast()
  const untilNextDay = (): number => dayMs - (serviceClock.atLeast() % dayMs)

  const take = ({ callClass }: Waiter): Ticket => {
    const state = minuteOf(callClass)
    const windows = [dayKey(), minuteKey(state.minute, callClass)]
    const { minute } = state
    state.own += 1
    state.unseen += 1
    state.inFlight += 1
    for (const window of windows) counts.add(window, 1)
    return {
      done: ({ counted, facts }) => {
        state.inFlight -= 1
        if (!counted) {
          for (const window of windows) counts.add(window, -1)
          if (state.minute === minute) {
            state.own = Math.max(0, state.own - 1)
            state.unseen = Math.max(0, state.unseen - 1)
          }
        } else if (facts !== null) note(callClass, facts)
        pump()
      },
    }
  }
  const note = (callClass: CallClass, facts: RateFacts): void => {
    const state = minuteOf(callClass)
    state.headerLimit = facts.limit
    const minute = Math.floor(facts.reset / 60) - 1
    if (minute > state.minute) roll(callClass, state, minute)
    const seen = facts.limit - facts.remaining
    if (minute !== state.minute || seen < state.seen) return
    state.seen = seen
    state.unseen = state.inFlight
  }

  /** 0: now. */
  const waitOf = ({ callClass, priority }: Waiter): number => {
    const blocked = minuteOf(callClass).blockedUntil - clock.monotonic()
    if (blocked > 0) return blocked
    return freeNow(callClass, priority) > 0 ? 0 : Math.max(1, untilNextMinute(callClass))
  }
  const overDay = ({ priority }: Waiter): Failure | null => {
    const refusedFor = blockedUntil - clock.monotonic()
    const wait = refusedFor > 0 ? refusedFor : dayFree(priority) > 0 ? 0 : untilNextDay()
    return wait === 0 ? null : { kind: 'rate_limited', untilMs: clock.now() + wait, wholeDay: true }
  }

  const pump = (): void => {
    timer?.abort()
    timer = null
    let soonest = Infinity
    for (const waiter of waiters.toSorted((a, b) => rank[a.priority] - rank[b.priority])) {
      const failure = overDay(waiter)
      const wait = failure === null ? waitOf(waiter) : 0
      if (failure !== null) leave(waiter, { admitted: false, failure })
      else if (wait === 0) leave(waiter, { admitted: true, ticket: take(waiter) })
      else soonest = Math.min(soonest, wait)
    }
    if (soonest < Infinity) void pumpAfter(soonest)
  }
  const pumpAfter = async (ms: number): Promise<void> => {
    const mine = new AbortController()
    timer = mine
    await clock.wait(Math.ceil(ms), mine.signal)
    if (!mine.signal.aborted) pump()
  }
  const leave = (waiter: Waiter, admission: Admission): void => {
    const at = waiters.indexOf(waiter)
    if (at >= 0) waiters.splice(at, 1)
    waiter.settle(admission)
  }

  return {
    admit: (callClass, priority, signal) =>
      new Promise((resolve) => {
        const cancel = (): void => leave(waiter, { admitted: false, failure: { kind: 'cancelled' } })
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
        waiters.push(waiter)
        pump()
      }),
    setLimits: (next) => {
      limits = next
      for (const state of minutes.values()) state.headerLimit = null
      pump()
    },
    limits: () => limits,
    refused: (callClass, waitMs, wholeDay) => {
      const until = clock.monotonic() + waitMs
      if (wholeDay) blockedUntil = Math.max(blockedUntil, until)
      else minuteOf(callClass).blockedUntil = until
      pump()
    },
    secondsFor: (callClass, priority, calls) => {
      const later = calls - freeNow(callClass, priority)
      const quick = Math.ceil(calls * usualCallSeconds)
      if (later <= 0) return quick
      const minutesAfter = Math.ceil(later / shareOf(callClass, priority)) - 1
      return Math.max(quick, Math.ceil(untilNextMinute(callClass) / 1_000) + minutesAfter * 60)
    },
    close: () => {
      timer?.abort()
      for (const waiter of waiters.slice()) leave(waiter, { admitted: false, failure: { kind: 'cancelled' } })
    },
  }
}

/** Counts in memory and in the store. A store that fails, as on a full disk, is no reason to lose a call's outcome. */
function remembered(store: CallCounts): CallCounts {
  const known = new Map<string, number>()
  const count = (window: string): number => {
    const calls = known.get(window) ?? tried(() => store.count(window), 0)
    known.set(window, calls)
    return calls
  }
  return {
    count,
    add: (window, calls) => {
      known.set(window, Math.max(0, count(window) + calls))
      tried(() => store.add(window, calls), undefined)
    },
    forget: (window) => {
      known.delete(window)
      tried(() => store.forget(window), undefined)
    },
  }
}

function tried<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    // until it works again the memory counts alone, and the service's headers say the rest
    return otherwise
  }
}
