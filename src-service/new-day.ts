// What is done at the start and at each midnight of the workshop. Pure but for the work itself.
import { addDays, startOfDay, workshopDate } from '../shared/workshop-api/index.ts'

/** Does the work at the first call and at the first one after each midnight; at all others nothing. Times in ms since 1970. */
export function onANewDay(work: (nowMs: number) => void): (nowMs: number) => void {
  let nextMidnight = 0
  return (nowMs) => {
    if (nowMs < nextMidnight) return
    work(nowMs)
    nextMidnight = startOfDay(addDays(workshopDate(nowMs), 1))
  }
}
