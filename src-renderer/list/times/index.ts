// The times of the rows of the list. The code that computes them is loaded after the rows are shown.
import { lazyComponent } from '../../ui/lazy-component.tsx'

export { noTimes, type DayTimes, type RowTime } from './times.ts'
export const dayTimesOf = lazyComponent(async () => (await import('./day-times-of.tsx')).DayTimesOf)
