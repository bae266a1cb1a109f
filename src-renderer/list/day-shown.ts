// Which day's list is on the screen, when the day itself moves on beneath it. Pure.
import type { StatusView } from '../../shared/station-api/index.ts'

/**
 * The day asked for; today's in the place of a day that is over, such as the one chosen as today's before midnight. A day to
 * come is shown though it is not, or no longer, among the station's.
 */
export function dayShown(asked: string, { today, days }: Pick<StatusView, 'today' | 'days'>): string {
  return asked > today || days.some(({ date }) => date === asked) ? asked : today
}
