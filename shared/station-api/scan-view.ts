// What a keyboard-wedge scanner types: how it begins and ends, the code of a printed sheet in it, and what the station makes of it.
// Pure.
import * as z from 'zod'
import { day, uuid } from '../workshop-api/index.ts'

export const scanSuffixes = ['enter', 'tab', 'none'] as const

/** As the scanner itself is set. */
export const scannerSettings = z.strictObject({
  /** Typed before each code; empty: nothing is. */
  prefix: z.string().max(8),
  /** Typed after each code. `none`: a pause ends it. */
  suffix: z.enum(scanSuffixes),
})
export type ScannerSettings = z.infer<typeof scannerSettings>

export const usualScanner: ScannerSettings = { prefix: '', suffix: 'enter' }

/** Longer than any code of ours. */
export const longestScan = 4_000

export const scanAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sheet'),
    sheetId: uuid,
    /** A day on whose list it stands; null: on none that the station holds. */
    date: day.nullable(),
    printedVersion: z.int(),
    /** Null: the sheet is not here whole. */
    drawingVersion: z.int().nullable(),
    /** `differs`: of the same version, and yet another drawing. `unknown`: there is nothing here to compare it with. */
    print: z.enum(['current', 'old', 'newer', 'differs', 'unknown']),
  }),
  z.strictObject({ kind: z.literal('unknown_sheet'), printedVersion: z.int() }),
  z.strictObject({ kind: z.literal('hand_over') }),
  z.strictObject({ kind: z.literal('not_ours') }),
])
export type ScanAnswer = z.infer<typeof scanAnswer>

export interface PrintedCode {
  sheetId: string
  drawingVersion: number
  /** The first 8 of the drawing's hash. */
  hash8: string
}

/**
 * A scanner types keys, and a keyboard of another country makes other signs of them: what is Shift+; on an American keyboard is Ø
 * on a Norwegian one, and the hyphen becomes a plus. The digits and the letters a to f stay, so any sign stands for any other.
 */
const printed =
  /^([0-9a-f]{8})([^0-9a-z])([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})([^0-9a-z])(\d{1,9})\7([0-9a-f]{8})$/i

/** Null for what is no code of a printed sheet. */
export function readPrintedCode(text: string): PrintedCode | null {
  const [, one, , two, three, four, five, , version, hash8] = printed.exec(text.trim()) ?? []
  if (version === undefined || hash8 === undefined) return null
  return {
    sheetId: [one, two, three, four, five].join('-').toLowerCase(),
    drawingVersion: Number(version),
    hash8: hash8.toLowerCase(),
  }
}

/** Whether a scanned text is meant as a hand-over, be it readable or not. */
export const isMeantAsHandOver = (text: string): boolean => /^kh[0-9il]/i.test(text.trim())
