// Marks a sheet as bent, for a person or for the last piece that the brake counted. Writes a mark into the ledger.
import type { CallIn, CallOut, PushDataOf } from '../../../shared/station-api/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { orRefused } from './or-refused.ts'

export interface MarkSheetParts {
  marks: Pick<Ledger['marks'], 'create'>
  /** Throws CallError where the sheet is not stored, or its drawing is not the one on the screen. */
  sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  /** Throws CallError while the station has never been connected. */
  fingerprint: () => string
  serviceOffsetMs: () => number | null
  ownBrakeId: () => string | null
}

/** Throws CallError where the sheet cannot be marked. */
export type MarkSheet = (input: CallIn<'mark.create'>) => CallOut<'mark.create'>

export const createMarkSheet =
  ({ marks, sheetAsShown, fingerprint, serviceOffsetMs, ownBrakeId }: MarkSheetParts): MarkSheet =>
  ({ sheetId, drawingVersion, by, operatorId = null, pieces = null }) => {
    const sheet = sheetAsShown(sheetId, drawingVersion)
    const mark = {
      sheet,
      by,
      operatorId,
      pressBrakeId: ownBrakeId() ?? sheet.pressBrakeId,
      fingerprint: fingerprint(),
      serviceOffsetMs: serviceOffsetMs(),
      ...(pieces === null ? {} : { pieces }),
    }
    return orRefused(marks.create(mark))
  }

export interface MarkByItselfParts {
  markSheet: MarkSheet
  /** Another station has marked this bending. */
  isMarkedElsewhere: (sheet: Sheet) => boolean
  /** Asks on the screens whether to mark the sheet, too. */
  ask: (question: PushDataOf<'mark_asked'>) => void
  onError: (error: unknown) => void
}

/**
 * Returns a function that marks the sheet whose last piece was counted, or asks a person where another station has marked it. It resolves
 * with whether that was done, and never rejects.
 */
export const createMarkByItself =
  ({ markSheet, isMarkedElsewhere, ask, onError }: MarkByItselfParts) =>
  async (sheet: Sheet): Promise<boolean> => {
    const { id: sheetId, drawingVersion } = sheet
    try {
      if (isMarkedElsewhere(sheet)) ask({ sheetId, drawingVersion })
      else markSheet({ sheetId, drawingVersion, by: null })
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }
