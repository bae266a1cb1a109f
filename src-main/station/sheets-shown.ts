// A sheet that a screen asks something about: here, readable, and of the drawing that was shown. Reads the cache.
import { CallError } from '../../shared/station-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { Sheet } from '../outbox/index.ts'

export interface SheetsShown {
  /** Throws CallError where it is not here or cannot be read. */
  readonly bendable: (sheetId: string) => Sheet
  /** The same, and throws where the drawing is another than the one on the screen. */
  readonly sheetShown: (sheetId: string, drawingVersion: number) => Sheet
}

export function sheetsShown(cache: Pick<Cache, 'sheetOf'>): SheetsShown {
  const bendable = (sheetId: string): Sheet => {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (state === 'malformed') throw new CallError('sheet_malformed', `the sheet ${sheetId} could not be read`)
    if (sheet === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
    return sheet
  }
  return {
    bendable,
    sheetShown: (sheetId, drawingVersion) => {
      const sheet = bendable(sheetId)
      if (sheet.drawingVersion === drawingVersion) return sheet
      throw new CallError('drawing_changed', `the drawing is v${sheet.drawingVersion} now, not v${drawingVersion}`)
    },
  }
}
