// Prints sheets for a test, and reads the pages with other programs.
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
  /** The text of each page in its layout, as poppler reads it. */
  readonly words: readonly string[]
}

/** Prints the sheets into a PDF in a folder and reads it with pdftotext. Throws if no sheet could be drawn. */
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

/** The sheet with other pieces, and with their quantity and length. */
export const withPieces = (sheet: DrawnSheet, pieces: readonly DrawnPiece[]): DrawnSheet => ({
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

/** Every word of each page with its box as poppler reports it, in mm from the upper left of the page. */
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

/** The lines of a page from the top down, each with its words from left to right. */
export function linesOf(words: readonly PlacedWord[]): string[] {
  const lines = new Map<number, PlacedWord[]>()
  const middle = ({ minY, maxY }: PlacedWord) => (minY + maxY) / 2
  for (const one of words.toSorted((a, b) => middle(a) - middle(b))) {
    const lineY = [...lines.keys()].find((y) => Math.abs(y - middle(one)) < 0.8) ?? middle(one)
    lines.set(lineY, [...(lines.get(lineY) ?? []), one])
  }
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.minX - b.minX)
      .map(({ text }) => text)
      .join(' '),
  )
}
