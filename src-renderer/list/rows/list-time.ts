// The time above a list while the service cannot be reached. It matches the time in the status line. Pure.
import type { ListView, StatusView } from '../../../shared/station-api/index.ts'

export interface ListTime {
  /** `up_to_date`: the station knew every change up to then; `fetched`: the list was read then, and later changes are unknown. */
  kind: 'up_to_date' | 'fetched'
  time: string
}

type StatusDays = Pick<StatusView, 'upToDateAt' | 'days'>

/**
 * The station rarely reads a whole list; events keep the days that it follows up to date in between. Such a list is as recent as the
 * last update of the station. Null: the list was never read.
 */
export function listTime({ date, readAt }: Pick<ListView, 'date' | 'readAt'>, status: StatusDays): ListTime | null {
  const { upToDateAt, days } = status
  if (readAt === null) return null
  const isFollowed = days.some((day) => day.date === date)
  return isFollowed && upToDateAt !== null && Date.parse(upToDateAt) >= Date.parse(readAt)
    ? { kind: 'up_to_date', time: upToDateAt }
    : { kind: 'fetched', time: readAt }
}
