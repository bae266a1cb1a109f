// The workshop's calendar: dates in Europe/Oslo, whatever the time zone of the computer. Pure, except that it caches the last hour.
import { hourMs } from '../base/durations.ts'

export const workshopTimeZone = 'Europe/Oslo'

const localDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: workshopTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The workshop's date, YYYY-MM-DD, at an instant in milliseconds since 1970. */
export function workshopDate(epochMs: number): string {
  const hour = Math.floor(epochMs / hourMs)
  if (hour !== lastHour.hour) lastHour = { hour, date: localDate.format(epochMs) }
  return lastHour.date
}

/** Days start at a whole hour, and most calls ask for the present hour. */
let lastHour = { hour: Number.NaN, date: '' }

/** `days` calendar days after (or before) a date, YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  const shifted = new Date(`${date}T12:00:00Z`)
  shifted.setUTCDate(shifted.getUTCDate() + days)
  return shifted.toISOString().slice(0, 10)
}

/** The next day from Monday to Friday after a date. Ignores public holidays. */
export function nextWorkingDay(date: string): string {
  let next = addDays(date, 1)
  while ([0, 6].includes(new Date(`${next}T12:00:00Z`).getUTCDay())) next = addDays(next, 1)
  return next
}

/** The instant, in milliseconds since 1970, at which a workshop's day, YYYY-MM-DD, begins. */
export function startOfDay(date: string): number {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`)
  const summer = midnightUtc - 2 * hourMs
  return workshopDate(summer) === date ? summer : midnightUtc - hourMs
}
