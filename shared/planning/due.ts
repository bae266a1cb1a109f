// A due date in a machine's minutes of work from the beginning of a day. Pure.
import { nextWorkingDay } from '../workshop-api/workshop-calendar.ts'
import type { Minutes } from './times.ts'

/** Later than so many working days is as good as never. */
const farthestDays = 60

/** The end of the shift of the day on which it is due; of this day's where it should have been done before. Infinity: nobody waits. */
export function dueMinutes(dueDate: string | null, date: string, shiftMin: Minutes): Minutes {
  if (dueDate === null) return Infinity
  let day = date
  for (let shifts = 1; shifts <= farthestDays; shifts += 1) {
    if (dueDate <= day) return shifts * shiftMin
    day = nextWorkingDay(day)
    // due on a day off: by the end of the working day before it
    if (dueDate < day) return shifts * shiftMin
  }
  return Infinity
}
