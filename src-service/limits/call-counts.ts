// Counts a key's calls against the limits of part 8: per class and minute, per key and day, per workshop and day. Windows are
// whole UTC minutes and days. A call over a limit is not counted. Counts outlive the process.
import { perMinute } from '../../shared/workshop-api/index.ts'
import type { CallClass, Limits } from '../../shared/workshop-api/index.ts'
import type { Connection } from '../store/store.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

export interface Rate {
  limit: number
  remaining: number
  /** Unix time, in seconds, at which the minute starts anew. */
  reset: number
}

export type Counted = { allowed: true; rate: Rate } | { allowed: false; rate: Rate; retryAfterSeconds: number }

interface KeyUse {
  minute: number
  reads: number
  writes: number
  prices: number
  files: number
  day: number
  calls_of_day: number
  prices_of_day: number
  new_orders_of_day: number
}

export interface CallCounts {
  /** Takes one call of a class if no limit is in its way. `what` is kept as the key's last call. */
  take: (
    caller: { keyId: string; workshopId: string },
    limits: Limits,
    callClass: CallClass,
    nowMs: number,
    what: string,
  ) => Counted
}

const column = { read: 'reads', write: 'writes', prices: 'prices', files: 'files' } as const

export function callCounts(db: Connection): CallCounts {
  const keyUse = db.prepare<[string], KeyUse>('SELECT * FROM key_use WHERE key_id = ?')
  const workshopUse = db.prepare<[string], { day: number; calls_of_day: number }>(
    'SELECT day, calls_of_day FROM workshop_use WHERE workshop_id = ?',
  )
  const saveKeyUse = db.prepare(`INSERT OR REPLACE INTO key_use VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const saveWorkshopUse = db.prepare('INSERT OR REPLACE INTO workshop_use VALUES (?, ?, ?)')

  const take = db.transaction<CallCounts['take']>((caller, limits, callClass, nowMs, what) => {
    const minute = Math.floor(nowMs / minuteMs)
    const day = Math.floor(nowMs / dayMs)
    const use = current(keyUse.get(caller.keyId), minute, day)
    const workshop = workshopUse.get(caller.workshopId)
    const workshopCalls = workshop?.day === day ? workshop.calls_of_day : 0
    const limit = perMinute(limits, callClass)
    const used = use[column[callClass]]
    const reset = ((minute + 1) * minuteMs) / 1000

    const dayFull =
      use.calls_of_day >= limits.callsPerDay ||
      workshopCalls >= limits.workshopCallsPerDay ||
      (callClass === 'prices' && use.prices_of_day >= limits.pricesPerDay)
    if (dayFull || used >= limit) {
      const again = dayFull ? (day + 1) * dayMs : (minute + 1) * minuteMs
      return {
        allowed: false,
        rate: { limit, remaining: Math.max(0, limit - used), reset },
        retryAfterSeconds: Math.ceil((again - nowMs) / 1000),
      }
    }
    use[column[callClass]] += 1
    use.calls_of_day += 1
    if (callClass === 'prices') use.prices_of_day += 1
    saveKeyUse.run(
      caller.keyId,
      minute,
      use.reads,
      use.writes,
      use.prices,
      use.files,
      day,
      use.calls_of_day,
      use.prices_of_day,
      use.new_orders_of_day,
      new Date(nowMs).toISOString(),
      what,
    )
    saveWorkshopUse.run(caller.workshopId, day, workshopCalls + 1)
    return { allowed: true, rate: { limit, remaining: limit - used - 1, reset } }
  })
  return { take: (...call) => take.immediate(...call) }
}

/** The counts as they stand in this minute and day: those of an earlier window are nothing. */
function current(stored: KeyUse | undefined, minute: number, day: number): KeyUse {
  const sameMinute = stored?.minute === minute
  const sameDay = stored?.day === day
  return {
    minute,
    reads: sameMinute ? stored.reads : 0,
    writes: sameMinute ? stored.writes : 0,
    prices: sameMinute ? stored.prices : 0,
    files: sameMinute ? stored.files : 0,
    day,
    calls_of_day: sameDay ? stored.calls_of_day : 0,
    prices_of_day: sameDay ? stored.prices_of_day : 0,
    new_orders_of_day: sameDay ? stored.new_orders_of_day : 0,
  }
}

/** The headers of an answer that counted nowhere: the class's limit, untouched. */
export function untouched(limits: Limits, callClass: CallClass, nowMs: number): Rate {
  const limit = perMinute(limits, callClass)
  return { limit, remaining: limit, reset: (Math.floor(nowMs / minuteMs) + 1) * 60 }
}
