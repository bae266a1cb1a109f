// The printed sheets, read by programs that are not ours: poppler and qpdf. They are part of what tests need.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExporter } from '../../../src-main/exports/index.ts'
import type { ExportResult } from '../../../src-main/exports/index.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'

const font = await readFile(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))
const order = { ...taperedAngle.order, title: 'Bygg 漢 sør' }
const rightOnly = {
  ...taperedAngle,
  id: 'right-only',
  sheetNo: 5,
  pieces: taperedAngle.pieces.map((piece) => ({ ...piece, hand: 'right' })),
}
const sheets = [sill, { ...taperedAngle, order }, rightOnly, ...sandboxSheets()]
const run = (program: string, args: string[], input = '') => execFileSync(program, args, { encoding: 'utf8', input })

const pageWords = (page: number) =>
  run('pdftotext', ['-layout', '-f', String(page), '-l', String(page), join(folder, 'day.pdf'), '-'])

/** The last column of the printed bend table. */
const radii = (page: number) =>
  pageWords(page)
    .split('\n')
    .flatMap((line) => /^\s*\d+\s+[▲▼] (?:opp|ned)\s+\S+°\s+\S+(?: → \S+)?\s+(.*)$/.exec(line)?.[1] ?? [])
    .map((rest) => rest.split(/\s{2,}/)[0])

let folder: string
let written: ExportResult
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  written = await createExporter({ folder, font }).exportSheets(sheets, ['pdf-batch'], { batchName: 'day' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('printed sheets that other programs read', () => {
  it('were written for every sheet', () => {
    expect(written).toMatchObject({ refused: [], failed: null })
  })

  it('are sound PDF to qpdf, one A4 page a sheet', () => {
    const path = join(folder, 'day.pdf')
    expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors')
    const info = run('pdfinfo', [path])
    expect(info).toMatch(new RegExp(`Pages:\\s+${sheets.length}\\n`))
    expect(info).toMatch(/Page size:\s+595\.2\d* x 841\.8\d* pts \(A4\)/)
  })

  it('embed their font', () => {
    expect(run('pdffonts', [join(folder, 'day.pdf')])).toMatch(/DejaVuSans\S*\s+CID TrueType\s+Identity-H\s+yes/)
  })

  it('say every word and figure to pdftotext, Norwegian letters and signs among them', () => {
    const words = run('pdftotext', ['-layout', '-f', '1', '-l', '1', join(folder, 'day.pdf'), '-'])
    for (const part of [
      'Bøyeseddel',
      'T-000012 / 3',
      '24.11.2026',
      'Bølgen Bygg AS',
      'Vindusbeslag sør',
      'plastbelagt stål',
      'RR33',
      'utside',
      '0,6 mm',
      '198,4 mm',
      'lukket omslag',
      '▲ opp',
      '▼ ned',
      '75°',
      '154,6',
      'R · høyre',
      'L · venstre',
      'Hullene ≤ ⌀6, fall 15° på flate Å',
      'Signatur',
    ]) {
      expect(words).toContain(part)
    }
  })

  it('draw each hand of a sheet with its name, and say which piece each drawing shows', () => {
    const handed = sheets.flatMap((sheet, index) =>
      sheet.pieces.some(({ hand }) => hand === 'left') && sheet.pieces.some(({ hand }) => hand === 'right')
        ? [{ sheet, words: pageWords(index + 1) }]
        : [],
    )
    expect(handed.length).toBeGreaterThan(4)
    for (const { sheet, words } of handed) {
      for (const [hand, name] of [
        ['left', 'VENSTRE'],
        ['right', 'HØYRE'],
      ] as const) {
        const piece = sheet.pieces.find((one) => one.hand === hand)
        expect(words).toContain(name)
        expect(words).toContain(`stk. ${piece?.pieceNo}: ${piece?.lengthMm}`)
      }
    }
  })

  it('give a hem its name in the place of a radius, as the screen does', () => {
    expect(radii(1)).toEqual(['Lukket omslag', '1', '1', '1'])
    const open = sheets.findIndex(({ id }) => id === 'pipebeslag-04')
    expect(radii(open + 1)).toEqual(['1', '1', 'Åpent omslag 2 mm'])
  })

  it('name at the head the one length of all pieces, or from the shortest to the longest', () => {
    expect(pageWords(1)).toContain('1350–2000 mm')
    expect(pageWords(2)).toContain('1000 mm')
  })

  it('say of which hand the places of slanted bends are', () => {
    const tapered = pageWords(sheets.findIndex(({ id }) => id === 'pipebeslag-04') + 1)
    expect(tapered).toContain('Fra kant (høyre)')
    expect(tapered).toContain('175,9 → 135,9')
    expect(tapered).toContain('Konisk: nær ende · venstre: fjern ende')
    expect(pageWords(2)).not.toContain('Fra kant (')
  })

  it('name the one hand of a sheet that has only one', () => {
    expect(pageWords(sheets.findIndex(({ id }) => id === 'right-only') + 1)).toContain('HØYRE')
    expect(pageWords(sheets.findIndex(({ id }) => id === 'right-only') + 1)).not.toContain('VENSTRE')
  })

  it('show a question mark where the font lacks a letter, rather than nothing', () => {
    const words = run('pdftotext', ['-layout', '-f', '2', '-l', '2', join(folder, 'day.pdf'), '-'])
    expect(words).toContain('Bygg ? sør')
  })
})
