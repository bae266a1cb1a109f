// A due date in a machine's minutes of work from the start of a day. Pure.
import { nextWorkingDay } from '../workshop-api/workshop-calendar.ts'
import type { Minutes } from './times.ts'

/** A due date more working days away than this counts as none. */
const farthestDays = 60

/** The end of the shift on the due day; of this day's shift if the due day has passed. Infinity: no due date. */
export function dueMinutes(dueDate: string | null, date: string, shiftMin: Minutes): Minutes {
  if (dueDate === null) return Infinity
  let day = date
  for (let shifts = 1; shifts <= farthestDays; shifts += 1) {
    if (dueDate <= day) return shifts * shiftMin
    day = nextWorkingDay(day)
    // due on a day off: the end of the working day before it
    if (dueDate < day) return shifts * shiftMin
  }
  return Infinity
}
