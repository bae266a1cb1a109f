// Counts a key's calls against the limits of part 8: per class and minute, per key and day, per workshop and day. Windows are
// whole UTC minutes and days. A call over a limit is not counted. Counts are kept in memory and written down together, a
// moment later: a restart loses none, a killed process those of the last moment.
import { perMinute } from '../../shared/workshop-api/index.ts'
import type { CallClass, Limits } from '../../shared/workshop-api/index.ts'
import type { Connection } from '../store/store.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const writtenWithinMs = 200
const triedAgainAfterMs = 1_000

export interface Rate {
  limit: number
  remaining: number
  /** Unix time, in seconds, at which the minute starts anew. */
  reset: number
}

export type Counted = { allowed: true; rate: Rate } | { allowed: false; rate: Rate; retryAfterSeconds: number }

interface KeyUse {
  key_id: string
  minute: number
  reads: number
  writes: number
  prices: number
  files: number
  day: number
  calls_of_day: number
  prices_of_day: number
  new_orders_of_day: number
  last_call_at: string
  last_call: string
}

interface WorkshopUse {
  workshop_id: string
  day: number
  calls_of_day: number
}

export interface CallCounts {
  /**
   * Takes one call of a class if no limit is in its way; for one that `makesOrder`, which is asked only where that matters, the
   * day's new orders are one. `what` is kept as the key's last call.
   */
  take: (
    caller: { keyId: string; workshopId: string },
    limits: Limits,
    callClass: CallClass,
    nowMs: number,
    what: string,
    makesOrder?: () => boolean,
  ) => Counted
  /** Seconds until the key may make a new order; 0 where it may now. */
  newOrderIn: (keyId: string, limits: Limits, nowMs: number) => number
  /** Counts an order that was made. */
  countNewOrder: (keyId: string, nowMs: number) => void
  /** Takes back the count of one that could not be kept. */
  uncountNewOrder: (keyId: string, nowMs: number) => void
  /** Writes down what is not written yet. */
  flush: () => void
}

const column = { read: 'reads', write: 'writes', prices: 'prices', files: 'files' } as const

export function callCounts(db: Connection): CallCounts {
  const selectKeyUse = db.prepare<[string], KeyUse>('SELECT * FROM key_use WHERE key_id = ?')
  const selectWorkshopUse = db.prepare<[string], WorkshopUse>('SELECT * FROM workshop_use WHERE workshop_id = ?')
  // A sandbox may have been deleted since its key called.
  const saveKeyUse = db.prepare<KeyUse>(
    `INSERT OR REPLACE INTO key_use SELECT @key_id, @minute, @reads, @writes, @prices, @files, @day, @calls_of_day,
       @prices_of_day, @new_orders_of_day, @last_call_at, @last_call WHERE EXISTS (SELECT 1 FROM api_key WHERE id = @key_id)`,
  )
  const saveWorkshopUse = db.prepare<WorkshopUse>(
    `INSERT OR REPLACE INTO workshop_use SELECT @workshop_id, @day, @calls_of_day
     WHERE EXISTS (SELECT 1 FROM workshop WHERE id = @workshop_id)`,
  )
  const keyUses = new Map<string, KeyUse>()
  const workshopUses = new Map<string, WorkshopUse>()
  const unwritten = { keys: new Set<KeyUse>(), workshops: new Set<WorkshopUse>() }
  let writing: NodeJS.Timeout | null = null

  /** The last call of each key that has called since its counts were written. */
  const last = new Map<KeyUse, { nowMs: number; what: string }>()

  const save = db.transaction(() => {
    for (const [use, { nowMs, what }] of last) {
      use.last_call_at = new Date(nowMs).toISOString()
      use.last_call = what
    }
    for (const use of unwritten.keys) saveKeyUse.run(use)
    for (const use of unwritten.workshops) saveWorkshopUse.run(use)
  })
  const flush = () => {
    if (writing !== null) clearTimeout(writing)
    writing = null
    if (unwritten.keys.size === 0) return
    save.immediate()
    last.clear()
    unwritten.keys.clear()
    unwritten.workshops.clear()
  }

  /** A disk that is full, or a file that another process holds, ends nothing: what is counted waits in memory. */
  const flushOrWait = () => {
    try {
      flush()
    } catch {
      writing = setTimeout(flushOrWait, triedAgainAfterMs)
    }
  }
  const writeSoon = (use: KeyUse) => {
    unwritten.keys.add(use)
    writing ??= setTimeout(flushOrWait, writtenWithinMs)
  }
  /** The key's counts, those of a day that is over at naught. */
  const useOn = (keyId: string, day: number): KeyUse => {
    const use = known(keyUses, keyId, () => selectKeyUse.get(keyId) ?? noKeyUse(keyId))
    if (use.day !== day) Object.assign(use, { day, calls_of_day: 0, prices_of_day: 0, new_orders_of_day: 0 })
    return use
  }

  return {
    flush,
    newOrderIn: (keyId, limits, nowMs) => {
      const day = Math.floor(nowMs / dayMs)
      const full = useOn(keyId, day).new_orders_of_day >= limits.newOrdersPerDay
      return full ? Math.ceil(((day + 1) * dayMs - nowMs) / 1000) : 0
    },
    countNewOrder: (keyId, nowMs) => {
      const use = useOn(keyId, Math.floor(nowMs / dayMs))
      use.new_orders_of_day += 1
      writeSoon(use)
    },
    uncountNewOrder: (keyId, nowMs) => {
      const use = useOn(keyId, Math.floor(nowMs / dayMs))
      use.new_orders_of_day = Math.max(0, use.new_orders_of_day - 1)
      writeSoon(use)
    },
    take: ({ keyId, workshopId }, limits, callClass, nowMs, what, makesOrder = () => false) => {
      const minute = Math.floor(nowMs / minuteMs)
      const day = Math.floor(nowMs / dayMs)
      const use = useOn(keyId, day)
      const workshop = known(
        workshopUses,
        workshopId,
        () => selectWorkshopUse.get(workshopId) ?? noWorkshopUse(workshopId),
      )
      if (use.minute !== minute) Object.assign(use, { minute, reads: 0, writes: 0, prices: 0, files: 0 })
      if (workshop.day !== day) Object.assign(workshop, { day, calls_of_day: 0 })

      const limit = perMinute(limits, callClass)
      const used = use[column[callClass]]
      const reset = ((minute + 1) * minuteMs) / 1000
      const dayFull =
        use.calls_of_day >= limits.callsPerDay ||
        workshop.calls_of_day >= limits.workshopCallsPerDay ||
        (callClass === 'prices' && use.prices_of_day >= limits.pricesPerDay) ||
        (use.new_orders_of_day >= limits.newOrdersPerDay && makesOrder())
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
      last.set(use, { nowMs, what })
      workshop.calls_of_day += 1
      unwritten.workshops.add(workshop)
      writeSoon(use)
      return { allowed: true, rate: { limit, remaining: limit - used - 1, reset } }
    },
  }
}

function known<Use>(uses: Map<string, Use>, id: string, read: () => Use): Use {
  const found = uses.get(id) ?? read()
  uses.set(id, found)
  return found
}

function noKeyUse(key_id: string): KeyUse {
  const counts = { minute: 0, reads: 0, writes: 0, prices: 0, files: 0, day: 0, calls_of_day: 0, prices_of_day: 0 }
  return { key_id, ...counts, new_orders_of_day: 0, last_call_at: '', last_call: '' }
}

function noWorkshopUse(workshop_id: string): WorkshopUse {
  return { workshop_id, day: 0, calls_of_day: 0 }
}

/** The headers of an answer that counted nowhere: the class's limit, untouched. */
export function untouched(limits: Limits, callClass: CallClass, nowMs: number): Rate {
  const limit = perMinute(limits, callClass)
  return { limit, remaining: limit, reset: (Math.floor(nowMs / minuteMs) + 1) * 60 }
}
