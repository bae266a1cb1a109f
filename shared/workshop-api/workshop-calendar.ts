// The workshop's calendar: its dates are local to Europe/Oslo, whatever clock the computer keeps. Pure but for the hour it remembers.

export const workshopTimeZone = 'Europe/Oslo'

const localDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: workshopTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The workshop's date, YYYY-MM-DD, at an instant given in milliseconds since 1970. */
export function workshopDate(epochMs: number): string {
  const hour = Math.floor(epochMs / hourMs)
  if (hour !== asked.hour) asked = { hour, date: localDate.format(epochMs) }
  return asked.date
}

const hourMs = 3_600_000
/** Days begin at a whole hour there, and most calls ask for the hour that it is. */
let asked = { hour: Number.NaN, date: '' }

/** `days` calendar days after (or before) a date, YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T12:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** The next day from Monday to Friday after a date. Public holidays are not known here: a planned day off is simply empty. */
export function nextWorkingDay(date: string): string {
  let next = addDays(date, 1)
  while ([0, 6].includes(new Date(`${next}T12:00:00Z`).getUTCDay())) next = addDays(next, 1)
  return next
}

/** The instant, in milliseconds since 1970, at which a workshop's day, YYYY-MM-DD, begins. */
export function startOfDay(date: string): number {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`)
  const summer = midnightUtc - 2 * 3_600_000
  return workshopDate(summer) === date ? summer : midnightUtc - 3_600_000
}
