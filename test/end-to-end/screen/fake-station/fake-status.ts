// The status of the fake station: as it starts, and what follows from its lists and marks. Pure.
import type { ListView, MarkView, StatusView } from '../../../../shared/station-api/index.ts'
import { brakes } from './sandbox-day.ts'

export function initialStatus(today: string, upToDateAt: string): StatusView {
  return {
    workshop: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag', environment: 'test' },
    connection: { state: 'online', problem: null },
    upToDateAt,
    pull: null,
    queue: { state: 'running', problem: null, held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null },
    today,
    days: [],
    brakes,
    ownBrakeId: null,
    stoppedSheets: 0,
    warnings: [],
  }
}

/** `dates`: today first. */
export function daysOf(lists: ReadonlyMap<string, ListView>, dates: readonly string[]): StatusView['days'] {
  return dates.map((date, index) => {
    const list = lists.get(date)
    const entries = list?.entries ?? []
    return {
      date,
      label: index === 0 ? 'today' : 'next',
      readAt: list?.readAt ?? null,
      entries: entries.length,
      bent: entries.filter(({ entry, mark }) => entry.bent !== null || mark?.state === 'delivered').length,
    }
  })
}

export function queueOf(queue: StatusView['queue'], marks: readonly MarkView[]): StatusView['queue'] {
  const inStates = (...states: MarkView['state'][]): MarkView[] => marks.filter(({ state }) => states.includes(state))
  const underway = inStates('queued', 'sending', 'unknown', 'waiting')
  return {
    ...queue,
    held: inStates('held').length,
    undelivered: underway.length,
    needsPerson: inStates('conflict', 'bent_elsewhere', 'parked', 'rework_wanted').length,
    oldestMarkedAt: underway[0]?.markedAt ?? null,
  }
}
