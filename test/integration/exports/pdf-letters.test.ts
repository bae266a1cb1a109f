// Poppler draws the letters of a printed page with the embedded part of the font as with the whole font.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLettering, openPaper } from '../../../shared/drawing/paper/index.ts'
import { font, run } from './printed.ts'

const texts = ['æøåÆØÅ', '≤ ≥ α ⌀ ° × · – …', '▲▼ → Σ', 'éüß –«»', '0123456789,.', 'WAVA fi fl Tj']
const pointsPerMm = 72 / 25.4
const names = { title: 'letters', language: 'nb', fontTag: 'AAAAAA' }
const lettering = openLettering(font)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** One page per list, each text on its own line, 20 mm from the left, in 6 mm letters. */
async function pdfWithSubset(...pages: (readonly string[])[]): Promise<Uint8Array> {
  const paper = await openPaper(lettering, font, names)
  for (const lines of pages) {
    paper.page(null, (page) => {
      for (const [index, text] of lines.entries()) page.text(20, 20 + index * 10, text, { sizeMm: 6 })
    })
  }
  return paper.bytes()
}

async function pdfWithWholeFont(lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const full = await document.embedFont(font, { subset: false, features: { liga: false } })
  const page = document.addPage([210 * pointsPerMm, 297 * pointsPerMm])
  for (const [index, text] of lines.entries()) {
    const y = (297 - 20 - index * 10) * pointsPerMm
    page.drawText(text, { x: 20 * pointsPerMm, y, size: 6 * pointsPerMm, font: full })
  }
  return document.save()
}

/** Each page as an image. */
async function pageImages(name: string, bytes: Uint8Array, count = 1): Promise<Buffer[]> {
  const path = join(folder, `${name}.pdf`)
  await writeFile(path, bytes)
  const images = execFileSync('pdftoppm', ['-gray', '-r', '100', path], { maxBuffer: 2 ** 28 })
  const each = images.length / count
  return Array.from({ length: count }, (_, index) => images.subarray(index * each, (index + 1) * each))
}

describe('the letters of a printed page', () => {
  it('look as with the whole font', { tags: 'long' }, async () => {
    const part = await pageImages('part', await pdfWithSubset(texts))
    expect(part).toEqual(await pageImages('whole', await pdfWithWholeFont(texts)))
  })

  it('are all drawn: no page with one of them is blank', async () => {
    const letters = [...new Set(texts.join('').replace(/\s/g, ''))]
    const pages = ['', ...letters].map((letter) => [letter])
    const [blank, ...images] = await pageImages('each', await pdfWithSubset(...pages), pages.length)
    const missing = letters.filter((_, index) => blank === undefined || images[index]?.equals(blank) !== false)
    expect(missing).toEqual([])
  })

  it('are a question mark if the font lacks them, and one letter for a letter with a combining mark', async () => {
    const path = join(folder, 'odd.pdf')
    await writeFile(path, await pdfWithSubset(['a漢b', 'A\u030Ase', 'tab\tand\u0007bell']))
    expect(run('pdftotext', [path, '-'])).toMatch(/^a\?b\n+Åse\n+tab and bell\n/)
  })

  it('have their measured width', async () => {
    const path = join(folder, 'wide.pdf')
    const text = 'Åsgård▲→≤WAVAfi'
    await writeFile(path, await pdfWithSubset([text]))
    const [, from, to] = /xMin="([\d.]+)".*xMax="([\d.]+)"/.exec(run('pdftotext', ['-bbox', path, '-'])) ?? []
    expect((Number(to) - Number(from)) / pointsPerMm).toBeCloseTo(lettering.width(text, 6), 1)
  })
})
