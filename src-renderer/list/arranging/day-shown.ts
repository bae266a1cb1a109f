// Which day's list is shown when the date changes. Pure.
import type { StatusView } from '../../../shared/station-api/index.ts'

/**
 * The requested day. Today replaces a day that is over and not among the station's days, such as one that was today before midnight.
 * A future day is shown even if the station does not have it.
 */
export function dayShown(selected: string, { today, days }: Pick<StatusView, 'today' | 'days'>): string {
  return selected > today || days.some(({ date }) => date === selected) ? selected : today
}
