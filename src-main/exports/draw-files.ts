// The files of one step of an export as bytes, not written yet, and the sheets that could not be drawn. Pure but for Node's hash.
import {
  englishWords,
  norwegianWords,
  sheetCode,
  sheetDxf,
  sheetPdf,
  unlessItThrows,
  type BatchContents,
  type DrawingWords,
  type DrawnPiece,
  type DrawnSheet,
  type DxfPreset,
  type PrintedCheck,
  type RefusedSheet,
} from '../../shared/drawing/files.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import { dxfName, pdfName } from './file-name.ts'
import type { Language } from './speech.ts'

export interface DrawnFile {
  readonly name: string
  readonly bytes: string | Uint8Array
  readonly sheetIds: readonly string[]
}

export interface Drawn {
  readonly files: readonly DrawnFile[]
  readonly refused: readonly RefusedSheet[]
}

/** Every plate of a sheet is drawn before the first is written, so that a sheet is refused as a whole. */
export function drawPlates(sheet: DrawnSheet, preset: DxfPreset): Drawn {
  const drawn = unlessItThrows(sheet.id, () => platesOf(sheet, preset))
  return 'refused' in drawn ? { files: [], refused: [drawn.refused] } : drawn.value
}

function platesOf(sheet: DrawnSheet, preset: DxfPreset): Drawn {
  const files: DrawnFile[] = []
  for (const piece of differentPlates(sheet)) {
    const dxf = sheetDxf(sheet, { piece, preset })
    if (!dxf.ok) return { files: [], refused: [{ sheetId: sheet.id, refusal: dxf.refusal }] }
    files.push({ name: dxfName(sheet, piece), bytes: dxf.value, sheetIds: [sheet.id] })
  }
  return { files, refused: [] }
}

/** Pieces that are cut alike share a plate: the first of them stands for all. */
function differentPlates(sheet: DrawnSheet): DrawnPiece[] {
  const seen = new Set<string>()
  return sheet.pieces.filter(({ lengthMm, endLengthMm, hand, outline, cutouts }) => {
    const shape = JSON.stringify([lengthMm, endLengthMm, hand, outline, cutouts])
    return seen.has(shape) ? false : seen.add(shape)
  })
}

export interface Printing {
  /** A TrueType font's bytes. */
  readonly font: Uint8Array
  readonly language: Language
  /** By the sheet's id. */
  readonly checks: ReadonlyMap<string, PrintedCheck>
  /** The names of the machines they are planned for, by the sheet's id. */
  readonly brakes: ReadonlyMap<string, string>
}

export interface Batch {
  readonly name: string
  readonly title: string
  /** Undefined: it begins with its first sheet. */
  readonly contents: BatchContents | undefined
  /** Asked before each sheet, with how many are drawn: where it says stop, no file is drawn. */
  readonly between: (drawn: number) => Promise<'go on' | 'stop'>
}

export const wordsIn = (language: Language): DrawingWords => (language === 'en' ? englishWords : norwegianWords)

/** Each page with the code of its drawing, by which an old print is known. */
async function drawPages(
  sheets: readonly DrawnSheet[],
  { font, language, checks, brakes }: Printing,
  batch: Batch | null,
): Promise<Drawn> {
  const { bytes, refused } = await sheetPdf(sheets, {
    font,
    words: wordsIn(language),
    codes: codesOf(sheets),
    checks,
    brakes,
    title: batch?.title,
    contents: batch?.contents,
    between: batch?.between,
  })
  const [first] = sheets
  if (bytes === null || first === undefined) return { files: [], refused }
  const left = new Set(refused.map(({ sheetId }) => sheetId))
  const sheetIds = sheets.map(({ id }) => id).filter((id) => !left.has(id))
  return { files: [{ name: batch?.name ?? pdfName(first), bytes, sheetIds }], refused }
}

/** By the sheet's id. */
function codesOf(sheets: readonly DrawnSheet[]): Map<string, string> {
  const codes = new Map<string, string>()
  for (const sheet of sheets) {
    const code = unlessItThrows(sheet.id, () => sheetCode(sheet, drawingHash(sheet)))
    if ('value' in code) codes.set(sheet.id, code.value)
  }
  return codes
}

export const drawPage = (sheet: DrawnSheet, printing: Printing): Promise<Drawn> => drawPages([sheet], printing, null)

/** Its contents name every sheet that is not in it: those that cannot be drawn, and those that `contents` says are left out. */
export const drawBatch = (sheets: readonly DrawnSheet[], printing: Printing, batch: Batch): Promise<Drawn> =>
  drawPages(sheets, printing, batch)
