// The times of the rows of the list.
export { noTimes, type DayTimes, type RowTime } from './times.ts'
