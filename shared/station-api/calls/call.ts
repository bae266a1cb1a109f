// The shape of a call in the contract, and the fields that many calls share. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'
import type { Grant } from '../views/index.ts'

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
export const initials = z.string().min(1).max(100)
/** Text that a person wrote. Blank text counts as none. */
export const freeText = z.string().max(1_000)
/** The drawing on the screen: the station refuses an act on another version. */
export const shownDrawing = { sheetId: uuid, drawingVersion: z.int() }
