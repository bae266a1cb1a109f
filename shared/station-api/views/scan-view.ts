// What a keyboard-wedge scanner types: prefix and suffix, the code of a printed sheet, and the station's answer to a scan. Pure.
import * as z from 'zod'
import { day, uuid } from '../../workshop-api/index.ts'

export const scanSuffixes = ['enter', 'tab', 'none'] as const

/** The settings of the scanner. */
export const scannerSettings = z.strictObject({
  /** Typed before each code; may be empty. */
  prefix: z.string().max(8),
  /** Typed after each code. `none`: a pause ends the code. */
  suffix: z.enum(scanSuffixes),
})
export type ScannerSettings = z.infer<typeof scannerSettings>

export const defaultScanner: ScannerSettings = { prefix: '', suffix: 'enter' }

/** Longer than any valid code. */
export const maxScanLength = 4_000

export const scanAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sheet'),
    sheetId: uuid,
    /** A day whose list contains the sheet; null: no stored list does. */
    date: day.nullable(),
    printedVersion: z.int(),
    /** Null: the station does not have the whole sheet. */
    drawingVersion: z.int().nullable(),
    /** `differs`: the same version with another drawing hash. `unknown`: the station has no drawing to compare with. */
    print: z.enum(['current', 'old', 'newer', 'differs', 'unknown']),
  }),
  z.strictObject({ kind: z.literal('unknown_sheet'), printedVersion: z.int() }),
  z.strictObject({ kind: z.literal('hand_over') }),
  /** The number of a sticker: the order that has it, if its papers are stored here. */
  z.strictObject({ kind: z.literal('order'), orderNumber: z.string() }),
  z.strictObject({ kind: z.literal('unknown_sticker') }),
  z.strictObject({ kind: z.literal('not_ours') }),
])
export type ScanAnswer = z.infer<typeof scanAnswer>

export interface PrintedCode {
  sheetId: string
  drawingVersion: number
  /** The first 8 characters of the drawing's hash. */
  hash8: string
}

/**
 * A scanner types keys, and each keyboard layout maps them to other characters: Shift+; of an American layout is Ø on a Norwegian
 * one, and the hyphen is a plus. Only digits and the letters a to f are the same, so any character is accepted as a separator.
 */
const printed =
  /^([0-9a-f]{8})([^0-9a-z])([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})([^0-9a-z])(\d{1,9})\7([0-9a-f]{8})$/i

/** Null: the text is not the code of a printed sheet. */
export function readPrintedCode(text: string): PrintedCode | null {
  const [, one, , two, three, four, five, , version, hash8] = printed.exec(text.trim()) ?? []
  if (version === undefined || hash8 === undefined) return null
  return {
    sheetId: [one, two, three, four, five].join('-').toLowerCase(),
    drawingVersion: Number(version),
    hash8: hash8.toLowerCase(),
  }
}

/** The number of a sticker on the order's goods; null: the text is not one. */
export function readStickerNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}

/** Whether a scanned text starts like a hand-over code, valid or not. */
export const looksLikeHandOver = (text: string): boolean => /^kh[0-9il]/i.test(text.trim())
