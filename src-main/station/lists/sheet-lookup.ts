// Finds the sheet of a call: it must be stored, readable, and have the drawing that the screen shows. Reads the cache.
import { CallError } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Sheet } from '../../ledger/index.ts'

export interface SheetLookup {
  /** Throws CallError where the sheet is not stored or cannot be read. */
  readonly readableSheet: (sheetId: string) => Sheet
  /** The same, and throws where its drawing is not the one on the screen. */
  readonly sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
}

/** The codes of the errors are 'sheet_malformed', 'sheet_unknown' and 'drawing_changed'. */
export function createSheetLookup(cache: Pick<Cache, 'sheetOf'>): SheetLookup {
  const readableSheet = (sheetId: string): Sheet => {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (state === 'malformed') throw new CallError('sheet_malformed', `the sheet ${sheetId} could not be read`)
    if (sheet === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
    return sheet
  }
  return {
    readableSheet,
    sheetAsShown: (sheetId, drawingVersion) => {
      const sheet = readableSheet(sheetId)
      if (sheet.drawingVersion === drawingVersion) return sheet
      throw new CallError('drawing_changed', `the drawing is v${sheet.drawingVersion} now, not v${drawingVersion}`)
    },
  }
}
