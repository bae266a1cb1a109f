// The day's batch of a hundred sheets as one PDF: ours, beside pdfkit drawing pages of the same content.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { norwegianWords, sheetPdf } from '../../shared/drawing/files.ts'
import { openLettering } from '../../shared/drawing/pdf-letters.ts'
import { drawSheetPage, preparedPage } from '../../shared/drawing/pdf-sheet-page.ts'
import { sandboxSheets } from '../unit/drawing/sandbox-sheets.ts'
import { pdfkitPages } from './pdfkit-pages.ts'
import type { Bench, Row } from './run.ts'
import { sideBySide, timed } from './side-by-side.ts'

const rounds = 9
const count = 100

export async function pdfRows({ root }: Bench): Promise<Row[]> {
  const font = readFileSync(join(root, 'resources/fonts/DejaVuSans.ttf'))
  const sheets = sandboxSheets().slice(0, count)
  const codes = new Map(sheets.map(({ id, drawingVersion }) => [id, `${id}:${drawingVersion}:0badcafe`]))
  const words = norwegianWords
  const measure = openLettering(font).width
  const prepared = () =>
    sheets.map((sheet) => {
      const page = preparedPage(sheet, { code: codes.get(sheet.id), check: undefined }, measure, words)
      if (!page.ok) throw new Error(`${sheet.id}: ${page.refusal.message}`)
      return page.value
    })
  const byPdfkit = (pages: ReturnType<typeof prepared>) =>
    pdfkitPages(
      font,
      pages.map((page, index) => (paper) => drawSheetPage(paper, page, `${index + 1} / ${count}`, measure, words)),
    )
  const our = timed(() => sheetPdf(sheets, { font, words, codes }))
  const { ours, theirs } = await sideBySide(
    our,
    timed(() => byPdfkit(prepared())),
    rounds,
  )
  const ready = prepared()
  const spared = await sideBySide(
    our,
    timed(() => byPdfkit(ready)),
    rounds,
  )
  return [
    {
      what: `a PDF of ${count} sheets, from the sheets to the bytes, beside pdfkit drawing the same scenes, tables and texts (medians of ${rounds} rounds)`,
      measured: `${(ours / theirs).toFixed(2)} times its processor time: ${ours.toFixed(0)} ms beside ${theirs.toFixed(0)} ms; ${(spared.ours / spared.theirs).toFixed(2)} times where pdfkit is spared making the scenes and we are not`,
      promised: 'at most 1 times',
      holds: ours <= theirs,
    },
  ]
}
