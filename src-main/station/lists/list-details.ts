// What rows of the list show beside their entries. A screen asks for the visible rows at once, after it has shown them. Reads the cache
// and the ledger; keeps the thumbnails by drawing in memory.
import { thumbnailOf, type Thumbnail } from '../../../shared/drawing/index.ts'
import type { RowDetails, Station } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'

export interface ListDetailsParts {
  cache: Pick<Cache, 'sheetOf'>
  work: Pick<Ledger['work'], 'workOf'>
}

/** Each takes a few hundred bytes. */
const maxThumbnails = 4_000

export function createListDetails({ cache, work }: ListDetailsParts): Pick<Station['handlers'], 'list.details'> {
  const thumbnails = new Map<string, Thumbnail | null>()
  const detailsOf = (sheetId: string): RowDetails['details'] => {
    const { sheet, drawingHash } = cache.sheetOf(sheetId)
    if (sheet === null) return null
    const cached = drawingHash === null ? undefined : thumbnails.get(drawingHash)
    const thumbnail = cached === undefined ? thumbnailOf(sheet.profile) : cached
    if (drawingHash !== null && cached === undefined) {
      if (thumbnails.size >= maxThumbnails) thumbnails.clear()
      thumbnails.set(drawingHash, thumbnail)
    }
    const { pieces, done } = work.workOf(sheet)
    const handOf = (pieceNo: number): string => sheet.pieces.find((piece) => piece.pieceNo === pieceNo)?.hand ?? 'none'
    return {
      thumbnail,
      pieces: pieces.map(({ pieceNo, wanted, lengthMm }) => ({ quantity: wanted, lengthMm, hand: handOf(pieceNo) })),
      done,
      note: sheet.note,
    }
  }
  return {
    'list.details': ({ sheetIds }) => ({
      rows: sheetIds.map((sheetId) => ({ sheetId, details: detailsOf(sheetId) })),
    }),
  }
}
