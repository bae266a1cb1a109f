// Draws the files of one step of an export as bytes, and lists the sheets that could not be drawn. Pure, except for Node's hash.
import {
  englishTexts,
  norwegianTexts,
  sheetCode,
  sheetDxf,
  sheetPdf,
  unlessItThrows,
  type BatchContents,
  type DrawingTexts,
  type DrawnPiece,
  type DrawnSheet,
  type DxfPreset,
  type PrintedCheck,
  type PrintedOrder,
  type PrintedPlan,
  type RefusedSheet,
} from '../../shared/drawing/files.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import { dxfName, pdfName } from './file-name.ts'
import type { Language } from './export-texts.ts'

interface DrawnFile {
  readonly name: string
  readonly bytes: string | Uint8Array
  readonly sheetIds: readonly string[]
}

export interface Drawn {
  readonly files: readonly DrawnFile[]
  readonly refused: readonly RefusedSheet[]
}

/** Draws every blank of a sheet before one is written, so that a sheet is refused as a whole. */
export function drawBlanks(sheet: DrawnSheet, preset: DxfPreset): Drawn {
  const drawn = unlessItThrows(sheet.id, () => blanksOf(sheet, preset))
  return 'refused' in drawn ? { files: [], refused: [drawn.refused] } : drawn.value
}

function blanksOf(sheet: DrawnSheet, preset: DxfPreset): Drawn {
  const files: DrawnFile[] = []
  for (const piece of differentBlanks(sheet)) {
    const dxf = sheetDxf(sheet, { piece, preset })
    if (!dxf.ok) return { files: [], refused: [{ sheetId: sheet.id, refusal: dxf.error }] }
    files.push({ name: dxfName(sheet, piece), bytes: dxf.value, sheetIds: [sheet.id] })
  }
  return { files, refused: [] }
}

/** Pieces with equal blanks share one file: the first of them. */
function differentBlanks(sheet: DrawnSheet): DrawnPiece[] {
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
  /** The check of each sheet, by the sheet's id. */
  readonly checks: ReadonlyMap<string, PrintedCheck>
  /** The name of the planned machine, by the sheet's id. */
  readonly brakes: ReadonlyMap<string, string>
  /** The planned order of bends, by the sheet's id. */
  readonly orders: ReadonlyMap<string, PrintedOrder>
  /** The stored bend plan, by the sheet's id. */
  readonly plans: ReadonlyMap<string, PrintedPlan>
}

export interface Batch {
  readonly name: string
  readonly title: string
  /** Undefined: there is no contents page. */
  readonly contents: BatchContents | undefined
  /** Called before each sheet with the number of drawn sheets; if it returns true, drawing stops without a file. */
  readonly between: (drawn: number) => Promise<'go on' | 'stop'>
}

export const drawingTextsIn = (language: Language): DrawingTexts => (language === 'en' ? englishTexts : norwegianTexts)

/** Each page has the code of its drawing, by which an old print is recognised. */
async function drawPages(
  sheets: readonly DrawnSheet[],
  { font, language, checks, brakes, orders, plans }: Printing,
  batch: Batch | null,
): Promise<Drawn> {
  const { bytes, refused } = await sheetPdf(sheets, {
    font,
    texts: drawingTextsIn(language),
    codes: codesOf(sheets),
    checks,
    brakes,
    orders,
    plans,
    title: batch?.title,
    contents: batch?.contents,
    between: batch?.between,
  })
  const [first] = sheets
  if (bytes === null || first === undefined) return { files: [], refused }
  const refusedIds = new Set(refused.map(({ sheetId }) => sheetId))
  const sheetIds = sheets.map(({ id }) => id).filter((id) => !refusedIds.has(id))
  return { files: [{ name: batch?.name ?? pdfName(first), bytes, sheetIds }], refused }
}

/** The printed code of each sheet, by the sheet's id. */
function codesOf(sheets: readonly DrawnSheet[]): Map<string, string> {
  const codes = new Map<string, string>()
  for (const sheet of sheets) {
    const code = unlessItThrows(sheet.id, () => sheetCode(sheet, drawingHash(sheet)))
    if ('value' in code) codes.set(sheet.id, code.value)
  }
  return codes
}

export const drawPage = (sheet: DrawnSheet, printing: Printing): Promise<Drawn> => drawPages([sheet], printing, null)

/** The contents page lists every omitted sheet: those that cannot be drawn, and those that `contents` omits. */
export const drawBatch = (sheets: readonly DrawnSheet[], printing: Printing, batch: Batch): Promise<Drawn> =>
  drawPages(sheets, printing, batch)
