// What a call of the contract is made of, and the fields that many calls share. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'

/** What a screen may do: operate needs no PIN, maintain does. */
export const grants = ['operate', 'plan', 'oversee', 'maintain'] as const
export const grant = z.enum(grants)
export type Grant = z.infer<typeof grant>

export interface CallShape {
  in: z.ZodType
  out: z.ZodType
  grant: Grant
  /** Screens ask it again and again by themselves: it keeps nothing unlocked. */
  byItself?: true
}

export const nothing = z.strictObject({})
/** Who acts, as chosen on this screen; null: nobody was chosen. */
export const operatorId = z.string().max(100).nullable()
export const initials = z.string().min(1).max(100)
/** A sentence of a person's. Blank counts as none. */
export const why = z.string().max(1_000)
/** Of the drawing on the screen: an act on another one is refused. */
export const shown = { sheetId: uuid, drawingVersion: z.int() }
