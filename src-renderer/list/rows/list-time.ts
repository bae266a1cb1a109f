// The time above a list while the service cannot be reached. It matches the time in the status line. Pure.
import type { ListView, StatusView } from '../../../shared/station-api/index.ts'

export interface ListTime {
  /** `as_it_was`: as the service had it then, and the foot says the same; `fetched`: read then, and nothing later is known of it. */
  is: 'as_it_was' | 'fetched'
  at: string
}

type StatusDays = Pick<StatusView, 'freshAt' | 'days'>

/**
 * A list is read whole seldom and kept right by events in between: one of the days that the station follows is as it was when the
 * station last knew itself up to date. Null: it was never read.
 */
export function listTime({ date, readAt }: Pick<ListView, 'date' | 'readAt'>, status: StatusDays): ListTime | null {
  const { freshAt, days } = status
  if (readAt === null) return null
  const isFollowed = days.some((day) => day.date === date)
  return isFollowed && freshAt !== null && Date.parse(freshAt) >= Date.parse(readAt)
    ? { is: 'as_it_was', at: freshAt }
    : { is: 'fetched', at: readAt }
}
