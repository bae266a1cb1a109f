// Counts a key's calls against the limits of part 8: per class and minute, per key and day, per workshop and day. Windows are full
// UTC minutes and days. A call over a limit is not counted. Counts are kept in memory and written to the store together after a
// short delay. A restart loses none. A killed process loses those that are not written yet.
import { dayMs, minuteMs } from '../../shared/base/durations.ts'
import { perMinute } from '../../shared/workshop-api/index.ts'
import type { CallClass, Limits } from '../../shared/workshop-api/index.ts'
import type { Connection } from '../store/index.ts'

const writeDelayMs = 200
const retryDelayMs = 1_000

export interface Rate {
  limit: number
  remaining: number
  /** Unix time, in seconds, at which the next minute starts. */
  reset: number
}

export type CountResult = { allowed: true; rate: Rate } | { allowed: false; rate: Rate; retryAfterSeconds: number }

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

const countColumns = { read: 'reads', write: 'writes', prices: 'prices', files: 'files' } as const

export class CallCounts {
  readonly #selectKeyUse
  readonly #selectWorkshopUse
  readonly #save
  readonly #keyUses = new Map<string, KeyUse>()
  readonly #workshopUses = new Map<string, WorkshopUse>()
  readonly #unwrittenKeys = new Set<KeyUse>()
  readonly #unwrittenWorkshops = new Set<WorkshopUse>()
  /** The last call of each key that has called since its counts were written. */
  readonly #lastCalls = new Map<KeyUse, { nowMs: number; description: string }>()
  #writeTimer: NodeJS.Timeout | null = null

  constructor(db: Connection) {
    this.#selectKeyUse = db.prepare<[string], KeyUse>('SELECT * FROM key_use WHERE key_id = ?')
    this.#selectWorkshopUse = db.prepare<[string], WorkshopUse>('SELECT * FROM workshop_use WHERE workshop_id = ?')
    // A sandbox may have been deleted since its key called.
    const saveKeyUse = db.prepare<KeyUse>(
      `INSERT OR REPLACE INTO key_use SELECT @key_id, @minute, @reads, @writes, @prices, @files, @day, @calls_of_day,
         @prices_of_day, @new_orders_of_day, @last_call_at, @last_call WHERE EXISTS (SELECT 1 FROM api_key WHERE id = @key_id)`,
    )
    const saveWorkshopUse = db.prepare<WorkshopUse>(
      `INSERT OR REPLACE INTO workshop_use SELECT @workshop_id, @day, @calls_of_day
       WHERE EXISTS (SELECT 1 FROM workshop WHERE id = @workshop_id)`,
    )
    this.#save = db.transaction(() => {
      for (const [use, { nowMs, description }] of this.#lastCalls) {
        use.last_call_at = new Date(nowMs).toISOString()
        use.last_call = description
      }
      for (const use of this.#unwrittenKeys) saveKeyUse.run(use)
      for (const use of this.#unwrittenWorkshops) saveWorkshopUse.run(use)
    })
  }

  /**
   * Counts one call of a class, unless a limit forbids it. `makesOrder` is called only if the day's new orders are used up; if it
   * returns true, that limit applies too. `description` is stored as the key's last call.
   */
  count(
    { keyId, workshopId }: { keyId: string; workshopId: string },
    limits: Limits,
    callClass: CallClass,
    nowMs: number,
    description: string,
    makesOrder: () => boolean = () => false,
  ): CountResult {
    const minute = Math.floor(nowMs / minuteMs)
    const day = Math.floor(nowMs / dayMs)
    const use = this.#keyUseOn(keyId, day)
    const workshop = this.#workshopUseOn(workshopId, day)
    if (use.minute !== minute) Object.assign(use, { minute, reads: 0, writes: 0, prices: 0, files: 0 })

    const limit = perMinute(limits, callClass)
    const used = use[countColumns[callClass]]
    const reset = ((minute + 1) * minuteMs) / 1000
    const isDayLimitReached =
      use.calls_of_day >= limits.callsPerDay ||
      workshop.calls_of_day >= limits.workshopCallsPerDay ||
      (callClass === 'prices' && use.prices_of_day >= limits.pricesPerDay) ||
      (use.new_orders_of_day >= limits.newOrdersPerDay && makesOrder())
    if (isDayLimitReached || used >= limit) {
      const allowedAtMs = isDayLimitReached ? (day + 1) * dayMs : (minute + 1) * minuteMs
      return {
        allowed: false,
        rate: { limit, remaining: Math.max(0, limit - used), reset },
        retryAfterSeconds: Math.ceil((allowedAtMs - nowMs) / 1000),
      }
    }
    use[countColumns[callClass]] += 1
    use.calls_of_day += 1
    if (callClass === 'prices') use.prices_of_day += 1
    this.#lastCalls.set(use, { nowMs, description })
    workshop.calls_of_day += 1
    this.#unwrittenWorkshops.add(workshop)
    this.#writeSoon(use)
    return { allowed: true, rate: { limit, remaining: limit - used - 1, reset } }
  }

  /** Seconds until the key may create an order; 0 if it may now. */
  secondsUntilNewOrder(keyId: string, limits: Limits, nowMs: number): number {
    const day = Math.floor(nowMs / dayMs)
    const isLimitReached = this.#keyUseOn(keyId, day).new_orders_of_day >= limits.newOrdersPerDay
    return isLimitReached ? Math.ceil(((day + 1) * dayMs - nowMs) / 1000) : 0
  }

  /** Counts an order that was created. */
  countNewOrder(keyId: string, nowMs: number): void {
    const use = this.#keyUseOn(keyId, Math.floor(nowMs / dayMs))
    use.new_orders_of_day += 1
    this.#writeSoon(use)
  }

  /** Reverts the count of an order that could not be stored. */
  releaseNewOrder(keyId: string, nowMs: number): void {
    const use = this.#keyUseOn(keyId, Math.floor(nowMs / dayMs))
    use.new_orders_of_day = Math.max(0, use.new_orders_of_day - 1)
    this.#writeSoon(use)
  }

  /** Writes the counts that are not yet in the store. */
  flush(): void {
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer)
    this.#writeTimer = null
    if (this.#unwrittenKeys.size === 0) return
    this.#save.immediate()
    this.#lastCalls.clear()
    this.#unwrittenKeys.clear()
    this.#unwrittenWorkshops.clear()
  }

  #writeSoon(use: KeyUse): void {
    this.#unwrittenKeys.add(use)
    this.#writeTimer ??= setTimeout(() => this.#tryFlush(), writeDelayMs)
  }

  /** If the disk is full or another process holds the file, the counts stay in memory until the next attempt. */
  #tryFlush(): void {
    try {
      this.flush()
    } catch {
      this.#writeTimer = setTimeout(() => this.#tryFlush(), retryDelayMs)
    }
  }

  /** The key's counts, with the counts of an earlier day reset. */
  #keyUseOn(keyId: string, day: number): KeyUse {
    const use = this.#keyUses.get(keyId) ?? this.#selectKeyUse.get(keyId) ?? newKeyUse(keyId)
    this.#keyUses.set(keyId, use)
    if (use.day !== day) Object.assign(use, { day, calls_of_day: 0, prices_of_day: 0, new_orders_of_day: 0 })
    return use
  }

  #workshopUseOn(workshopId: string, day: number): WorkshopUse {
    const use = this.#workshopUses.get(workshopId) ??
      this.#selectWorkshopUse.get(workshopId) ?? { workshop_id: workshopId, day: 0, calls_of_day: 0 }
    this.#workshopUses.set(workshopId, use)
    if (use.day !== day) Object.assign(use, { day, calls_of_day: 0 })
    return use
  }
}

function newKeyUse(key_id: string): KeyUse {
  const counts = { minute: 0, reads: 0, writes: 0, prices: 0, files: 0, day: 0, calls_of_day: 0, prices_of_day: 0 }
  return { key_id, ...counts, new_orders_of_day: 0, last_call_at: '', last_call: '' }
}

/** The rate of an answer that was not counted: the full limit of the class. */
export function uncountedRate(limits: Limits, callClass: CallClass, nowMs: number): Rate {
  const limit = perMinute(limits, callClass)
  return { limit, remaining: limit, reset: (Math.floor(nowMs / minuteMs) + 1) * 60 }
}
