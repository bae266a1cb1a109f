// The work at the start of the service and at each midnight of the workshop. Writes to the store.
import { addDays, startOfDay, workshopDate } from '../shared/workshop-api/index.ts'
import type { AnswerStore } from './http/index.ts'
import { clearOldLastCalls } from './keys/index.ts'
import type { Parts } from './parts.ts'
import { dailySheets } from './seed/index.ts'

/**
 * Returns a function that runs `task` at its first call of each day of the workshop, and again if the clock has moved to another
 * day, earlier ones included. If `task` throws, the next call runs it again. Times are milliseconds since 1970.
 */
export function oncePerDay(task: (nowMs: number) => void): (nowMs: number) => void {
  let completedDay = { fromMs: Infinity, untilMs: Infinity }
  return (nowMs) => {
    if (nowMs >= completedDay.fromMs && nowMs < completedDay.untilMs) return
    task(nowMs)
    const day = workshopDate(nowMs)
    completedDay = { fromMs: startOfDay(day), untilMs: startOfDay(addDays(day, 1)) }
  }
}

/** Deletes what has expired, and adds the sandboxes' sheets of the new day. Returns the function to call with the current time. */
export function dailyTasks(parts: Parts, answers: AnswerStore): (nowMs: number) => void {
  const addDailySheets = dailySheets(parts)
  return oncePerDay((nowMs) => {
    parts.orders.deleteOldTestOrders(nowMs)
    parts.invoices.deleteWithoutOrders()
    addDailySheets(nowMs)
    parts.agreements.expire(nowMs)
    parts.invoices.markOverdue(workshopDate(nowMs))
    parts.sandboxes.recordUses(nowMs)
    clearOldLastCalls(parts.store, nowMs)
    answers.deleteExpired(nowMs)
    parts.files.deleteOrphans()
  })
}
