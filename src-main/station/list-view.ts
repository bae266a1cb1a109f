// What the screen is shown of the store: the day's list and a sheet, with this station's marks laid over them. Reads the cache and
// the outbox; writes nothing.
import type { ListView, SheetView } from '../../shared/station-api/index.ts'
import type { Cache, CachedEntry } from '../cache/cache.ts'
import type { Marks } from '../outbox/marks.ts'

type MarkOf = Pick<Marks, 'markOf'>
type MarksOf = Pick<Marks, 'markOf' | 'marked' | 'keeps' | 'stopped'>

/**
 * The day's list in the service's order. On today's, sheets that left every list while this station is not done with them
 * stand at the end, so that none is out of sight before its mark is delivered.
 */
export function listView(cache: Cache, marks: MarksOf, date: string, today: string): ListView {
  const list = cache.listOf(date)
  const stopOf = marks.stopped()
  const shown = new Set(list.entries.map(({ entry }) => entry.sheetId))
  const kept =
    date === today ? cache.leftovers(today, marks.keeps).filter(({ entry }) => !shown.has(entry.sheetId)) : []
  const entries = [...list.entries, ...kept]
  const marked = marks.marked(entries.map(({ entry }) => entry.sheetId))
  const markOf = ({ sheetId, reworkCount }: CachedEntry['entry']) =>
    marked.has(sheetId) ? marks.markOf(sheetId, reworkCount) : null
  return {
    date,
    readAt: list.readAt,
    entries: entries.map(({ entry, sheetState }) => {
      const stop = stopOf(entry)
      return { entry, sheetState, mark: markOf(entry), ...(stop === undefined ? {} : { stop }) }
    }),
    malformed: list.malformed.map(({ index, problems }) => ({ position: index + 1, problems })),
  }
}

/** Null where the station has never heard of the sheet. */
export function sheetView(cache: Cache, marks: MarkOf, sheetId: string): SheetView | null {
  const { sheet, state, problems, readAt } = cache.sheetOf(sheetId)
  if (sheet === null && readAt === null && cache.entryOf(sheetId) === null) return null
  return { sheetId, state, sheet, problems, mark: marks.markOf(sheetId, sheet?.reworkCount), readAt }
}
