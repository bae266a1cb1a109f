// The day's list and a sheet as a screen shows them: from the cache, with this station's marks. Reads the cache and the ledger.
import type { ListView, SheetView } from '../../../shared/station-api/index.ts'
import type { Cache, CachedEntry } from '../../cache/index.ts'
import type { Marks } from '../../ledger/index.ts'

type MarkOf = Pick<Marks, 'markOnSheet'>
type MarksOf = Pick<Marks, 'markOnSheet' | 'sheetsWithMarks' | 'mustStayListed' | 'stopReader'>

/**
 * The day's list in the service's order. Today's list ends with the sheets that left every list while this station still has work for
 * them, so that each sheet stays visible until its mark is delivered.
 */
export function listView(cache: Cache, marks: MarksOf, date: string, today: string): ListView {
  const list = cache.listOf(date)
  const stopOf = marks.stopReader()
  const shown = new Set(list.entries.map(({ entry }) => entry.sheetId))
  const unlisted =
    date === today
      ? cache.unlistedEntries(today, marks.mustStayListed).filter(({ entry }) => !shown.has(entry.sheetId))
      : []
  const entries = [...list.entries, ...unlisted]
  const marked = marks.sheetsWithMarks(entries.map(({ entry }) => entry.sheetId))
  const markOf = ({ sheetId, reworkCount }: CachedEntry['entry']) =>
    marked.has(sheetId) ? marks.markOnSheet(sheetId, reworkCount) : null
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

/** Null for a sheet that the station does not know. */
export function sheetView(cache: Cache, marks: MarkOf, sheetId: string): SheetView | null {
  const { sheet, state, problems, readAt } = cache.sheetOf(sheetId)
  if (sheet === null && readAt === null && cache.entryOf(sheetId) === null) return null
  return { sheetId, state, sheet, problems, mark: marks.markOnSheet(sheetId, sheet?.reworkCount), readAt }
}
