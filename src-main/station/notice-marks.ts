// Tells the outbox what the store knows of sheets that something is under way for, after they were read anew. Reads the cache,
// writes through the outbox.
import type { Cache, Changes } from '../cache/cache.ts'
import type { Outbox } from '../outbox/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'

/** A list read anew names no sheets: then those of its days are told of. */
export function noticeMarkedSheets(cache: Cache, outbox: Outbox, { dates, sheetIds }: Changes): void {
  const told = new Set(
    sheetIds.length > 0
      ? sheetIds
      : dates.flatMap((date) => cache.listOf(date).entries.map(({ entry }) => entry.sheetId)),
  )
  for (const sheetId of told) {
    if (!outbox.marks.concerns(sheetId)) continue
    const entry = cache.entryOf(sheetId)
    if (entry === null) continue
    outbox.marks.notice({
      sheetId,
      reworkCount: entry.reworkCount,
      approval: entry.approval,
      bent: entry.bent !== null,
      drawingHash: () => {
        const { sheet } = cache.sheetOf(sheetId)
        // the list knows of a later drawing than the one that is here
        return sheet === null || sheet.drawingVersion !== entry.drawingVersion ? null : drawingHash(sheet)
      },
    })
  }
}
