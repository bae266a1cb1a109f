// Which days are counted: today, the last week or month, or those typed. Pure.
import { addDays } from '../../shared/station-api/index.ts'

export const mostDays = 92

export type DaysAsked = { kind: 'today' | 'week' | 'month' } | { kind: 'typed'; from: string; to: string }
export interface DayRange {
  from: string
  to: string
}
export type RangeFault = 'range_bad' | 'range_turned' | 'range_long'

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T12:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** What is wrong with typed days; null: nothing. */
export function faultOf({ from, to }: DayRange): RangeFault | null {
  if (!isDay(from) || !isDay(to)) return 'range_bad'
  if (from > to) return 'range_turned'
  return to > addDays(from, mostDays - 1) ? 'range_long' : null
}

/** The last 7 or 30 days, today among them. */
export function rangeOf(asked: DaysAsked, today: string): DayRange {
  switch (asked.kind) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: addDays(today, -29), to: today }
    case 'typed':
      return { from: asked.from, to: asked.to }
  }
}

export function datesOf({ from, to }: DayRange): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
