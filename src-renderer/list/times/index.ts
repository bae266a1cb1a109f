// The times of the rows of the list. Pure.
export { dayTimes } from './day-times.ts'
export { noTimes, type DayTimes, type RowTime } from './times.ts'
