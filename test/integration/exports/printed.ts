// Sheets printed for a test, and what programs that are not ours read from the pages.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sheetPdf } from '../../../shared/drawing/files.ts'
import type { DrawnPiece, DrawnSheet, PdfOptions, SheetPdf } from '../../../shared/drawing/files.ts'

export const font = readFileSync(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))

export const run = (program: string, args: readonly string[], input: string | Uint8Array = ''): string =>
  execFileSync(program, args, { encoding: 'utf8', input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'ignore'] })

export interface Printed extends SheetPdf {
  readonly path: string
  /** What poppler reads from each page, laid out as there. */
  readonly words: readonly string[]
}

/** The sheets as a PDF in a folder, read by pdftotext. Throws where none could be drawn. */
export async function print(
  folder: string,
  name: string,
  sheets: readonly DrawnSheet[],
  options: Omit<PdfOptions, 'font'> = {},
): Promise<Printed> {
  const pdf = await sheetPdf(sheets, { font, ...options })
  if (pdf.bytes === null) throw new Error(`nothing was printed: ${JSON.stringify(pdf.refused)}`)
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, pdf.bytes)
  const words = run('pdftotext', ['-layout', path, '-']).split('\f').slice(0, -1)
  return { ...pdf, path, words }
}

/** The sheet with other pieces, its sum and its longest as they then are. */
export const piecedAs = (sheet: DrawnSheet, pieces: readonly DrawnPiece[]): DrawnSheet => ({
  ...sheet,
  pieces,
  quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
  lengthMm: Math.max(...pieces.map(({ lengthMm, endLengthMm }) => Math.max(lengthMm, endLengthMm ?? 0))),
})

export interface PlacedWord {
  readonly text: string
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

const pointsPerMm = 72 / 25.4
const mm = (points: string | undefined): number => Number(points) / pointsPerMm
const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g

/** Every word of each page and the box poppler gives it, in mm from the page's upper left. */
export function placedWords(path: string): PlacedWord[][] {
  const pages = run('pdftotext', ['-bbox', path, '-']).split('<page ').slice(1)
  return pages.map((page) =>
    [...page.matchAll(word)].map(([, minX, minY, maxX, maxY, text = '']) => ({
      text,
      minX: mm(minX),
      minY: mm(minY),
      maxX: mm(maxX),
      maxY: mm(maxY),
    })),
  )
}

/** Words that stand on one line, from left to right, as lines from the top down. */
export function linesOf(words: readonly PlacedWord[]): string[] {
  const lines = new Map<number, PlacedWord[]>()
  const middle = ({ minY, maxY }: PlacedWord) => (minY + maxY) / 2
  for (const one of words.toSorted((a, b) => middle(a) - middle(b))) {
    const at = [...lines.keys()].find((y) => Math.abs(y - middle(one)) < 0.8) ?? middle(one)
    lines.set(at, [...(lines.get(at) ?? []), one])
  }
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.minX - b.minX)
      .map(({ text }) => text)
      .join(' '),
  )
}
