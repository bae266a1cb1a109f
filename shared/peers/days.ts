// Which days' documents the stations keep. Pure.
import { addDays } from '../workshop-api/index.ts'

/** Older days are deleted. */
export const keptDays = 92
/** A plan may be for a coming day. */
export const daysAhead = 62
/** The most days that one run deletes, so that one wrong clock cannot empty a store. */
const deletedAtOnce = 2

/** Whether a document of this day may be opened, sent or received on `today`. */
export const isKeptDay = (date: string, today: string): boolean =>
  date >= addDays(today, -keptDays) && date <= addDays(today, daysAhead)

/**
 * The days to delete now, oldest first: older than the kept days both by this station's clock and by the newest day that the data has, at
 * most two. A station whose clock is ahead, and one that returns after a long time, delete nothing that the data does not confirm.
 */
export function daysToDelete(dates: readonly string[], today: string): string[] {
  const sorted = dates.toSorted()
  const newest = sorted.at(-1)
  if (newest === undefined) return []
  const oldest = addDays(newest < today ? newest : today, -keptDays)
  return sorted.filter((date) => date < oldest).slice(0, deletedAtOnce)
}
