// Formats times and ages for a terminal. Pure.

/** In one unit: '45 s', '4 min', '3 h', '2 d'. */
export function age(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 48 * 3_600 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`
}

/** '2026-11-24 10:00 CET, 4 min ago'. `timeZone`: default: the computer's own. */
export function momentAndAge(instant: string, now: number, timeZone?: string): string {
  // Swedish puts the year first
  const moment = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(instant))
  return `${moment}, ${age(Math.max(0, Math.round((now - Date.parse(instant)) / 1_000)))} ago`
}
