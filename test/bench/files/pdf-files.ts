// A batch of a hundred sheets as one PDF: our writer compared with pdfkit, which draws pages with the same content.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { norwegianTexts, sheetPdf } from '../../../shared/drawing/files.ts'
import { openLettering } from '../../../shared/drawing/paper/index.ts'
import { drawSheetPage, preparedPage } from '../../../shared/drawing/pdf/pdf-sheet-page.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { pdfkitPages } from './pdfkit-pages.ts'
import type { Bench, Row } from '../run.ts'
import { sideBySide, processorTimed } from '../side-by-side.ts'

const rounds = 9
const count = 100

export async function pdfRows({ root }: Bench): Promise<Row[]> {
  const font = readFileSync(join(root, 'resources/fonts/DejaVuSans.ttf'))
  const sheets = sandboxSheets().slice(0, count)
  const codes = new Map(sheets.map(({ id, drawingVersion }) => [id, `${id}:${drawingVersion}:0badcafe`]))
  const texts = norwegianTexts
  const measure = openLettering(font).width
  const prepared = () =>
    sheets.map((sheet) => {
      const page = preparedPage(sheet, { code: codes.get(sheet.id), check: undefined }, measure, texts)
      if (!page.ok) throw new Error(`${sheet.id}: ${page.error.message}`)
      return page.value
    })
  const byPdfkit = (pages: ReturnType<typeof prepared>) =>
    pdfkitPages(
      font,
      pages.map((page, index) => (paper) => drawSheetPage(paper, page, `${index + 1} / ${count}`, measure, texts)),
    )
  const ourPdf = processorTimed(() => sheetPdf(sheets, { font, texts, codes }))
  const { ours, theirs } = await sideBySide(
    ourPdf,
    processorTimed(() => byPdfkit(prepared())),
    rounds,
  )
  const ready = prepared()
  const withoutPreparation = await sideBySide(
    ourPdf,
    processorTimed(() => byPdfkit(ready)),
    rounds,
  )
  return [
    {
      name: `a PDF of ${count} sheets, from the sheets to the bytes, compared with pdfkit drawing the same scenes, tables and texts (medians of ${rounds} rounds)`,
      measured: `${(ours / theirs).toFixed(2)} times the processor time of pdfkit: ${ours.toFixed(0)} ms and ${theirs.toFixed(0)} ms; ${(withoutPreparation.ours / withoutPreparation.theirs).toFixed(2)} times if pdfkit gets prepared scenes`,
      limit: 'at most 1 time',
      passes: ours <= theirs,
    },
  ]
}
