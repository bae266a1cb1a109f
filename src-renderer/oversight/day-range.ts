// The days that the overview counts: today, the last week or month, or a typed range. Pure.
import { addDays } from '../../shared/station-api/index.ts'

export const maxDays = 92

export type DayChoice = { kind: 'today' | 'week' | 'month' } | { kind: 'typed'; from: string; to: string }
export interface DayRange {
  from: string
  to: string
}
export type RangeFault = 'range_bad' | 'range_turned' | 'range_long'

const isDay = (text: string): boolean => {
  const timeMs = Date.parse(`${text}T12:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text)
}

/** The error of a typed range; null: it is valid. */
export function rangeFaultOf({ from, to }: DayRange): RangeFault | null {
  if (!isDay(from) || !isDay(to)) return 'range_bad'
  if (from > to) return 'range_turned'
  return to > addDays(from, maxDays - 1) ? 'range_long' : null
}

/** The last 7 or 30 days, including today. */
export function rangeOf(choice: DayChoice, today: string): DayRange {
  switch (choice.kind) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: addDays(today, -29), to: today }
    case 'typed':
      return { from: choice.from, to: choice.to }
  }
}

export function datesOf({ from, to }: DayRange): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
