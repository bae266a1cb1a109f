// The shape of a call in the contract, and the fields that many calls share. Pure.
import * as z from 'zod'
import { isPlainText } from '../../base/plain-text.ts'
import { uuid } from '../../workshop-api/index.ts'
import type { CallErrorCode } from '../call-error.ts'
import type { Grant } from '../views/index.ts'

/** The most pieces in one act. */
const maxPieces = 100_000

export interface CallShape {
  /** One English sentence for the reference page. */
  purpose: string
  in: z.ZodType
  out: z.ZodType
  grant: Grant
  /**
   * True: screens make this call without a person, for example when they open, after a push or in an interval. Such a call neither
   * keeps a grant open nor keeps the station on shift. False: a person causes each call.
   */
  automatic: boolean
}

export const noFields = z.strictObject({})
/** The operator that is chosen on this screen; null: none is chosen. */
export const operatorId = z.string().max(100).nullable()
/** The code with which a field is refused, where a person must change what they wrote. */
const refusedField = (code: CallErrorCode) => ({ params: { code } })

export const initials = z.string().min(1).max(100).refine(isPlainText, refusedField('text_bad'))
/** The name of a station on the screens of the others. */
export const stationName = z.string().trim().min(1).max(100).refine(isPlainText, refusedField('text_bad'))
/** Text that a person wrote. Blank text counts as none. */
export const freeText = z.string().max(1_000).refine(isPlainText, refusedField('text_bad'))
/** A number of pieces that a person enters, also as a correction. No sheet has more. */
export const pieceCount = z.int().min(-maxPieces).max(maxPieces)
/** The drawing on the screen: the station refuses an act on another version. */
export const shownDrawing = { sheetId: uuid, drawingVersion: z.int() }
