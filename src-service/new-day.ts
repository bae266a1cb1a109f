// What is done at the start and at each midnight of the workshop. Pure but for the work itself.
import { addDays, startOfDay, workshopDate } from '../shared/workshop-api/index.ts'

/** Does the work at the first call of each day, also where the clock has gone back to one; else nothing. Times in ms since 1970. */
export function onANewDay(work: (nowMs: number) => void): (nowMs: number) => void {
  let today = { from: Infinity, until: Infinity }
  return (nowMs) => {
    if (nowMs >= today.from && nowMs < today.until) return
    work(nowMs)
    const day = workshopDate(nowMs)
    today = { from: startOfDay(day), until: startOfDay(addDays(day, 1)) }
  }
}
