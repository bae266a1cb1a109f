// The letters of a printed page as poppler draws them: the part of the font that is embedded draws what the whole font does.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLettering } from '../../../shared/drawing/pdf/pdf-glyphs.ts'
import { openPaper } from '../../../shared/drawing/pdf/pdf-paper.ts'
import { font, run } from './printed.ts'

const hard = ['æøåÆØÅ', '≤ ≥ α ⌀ ° × · – …', '▲▼ → Σ', 'éüß –«»', '0123456789,.', 'WAVA fi fl Tj']
const pointsPerMm = 72 / 25.4
const names = { title: 'letters', language: 'nb', fontTag: 'AAAAAA' }
const lettering = openLettering(font)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** One page for each list of texts, each text on a line of its own, 20 mm from the left, in 6 mm letters. */
async function subset(...pages: (readonly string[])[]): Promise<Uint8Array> {
  const paper = await openPaper(lettering, font, names)
  for (const texts of pages) {
    paper.page(null, (page) => {
      for (const [index, text] of texts.entries()) page.text(20, 20 + index * 10, text, { sizeMm: 6 })
    })
  }
  return paper.bytes()
}

async function whole(texts: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const full = await document.embedFont(font, { subset: false, features: { liga: false } })
  const page = document.addPage([210 * pointsPerMm, 297 * pointsPerMm])
  for (const [index, text] of texts.entries()) {
    const y = (297 - 20 - index * 10) * pointsPerMm
    page.drawText(text, { x: 20 * pointsPerMm, y, size: 6 * pointsPerMm, font: full })
  }
  return document.save()
}

/** Each page as an image. */
async function drawn(name: string, bytes: Uint8Array, count = 1): Promise<Buffer[]> {
  const path = join(folder, `${name}.pdf`)
  await writeFile(path, bytes)
  const images = execFileSync('pdftoppm', ['-gray', '-r', '100', path], { maxBuffer: 2 ** 28 })
  const each = images.length / count
  return Array.from({ length: count }, (_, index) => images.subarray(index * each, (index + 1) * each))
}

describe('the letters of a printed page', () => {
  it('look as those of the whole font do', async () => {
    const part = await drawn('part', await subset(hard))
    expect(part).toEqual(await drawn('whole', await whole(hard)))
  })

  it('are each drawn: no page that has one of them is blank', async () => {
    const letters = [...new Set(hard.join('').replace(/\s/g, ''))]
    const pages = ['', ...letters].map((letter) => [letter])
    const [blank, ...images] = await drawn('each', await subset(...pages), pages.length)
    const missing = letters.filter((_, index) => blank === undefined || images[index]?.equals(blank) !== false)
    expect(missing).toEqual([])
  })

  it('say a question mark for what the font lacks, and one letter for a letter with its mark', async () => {
    const path = join(folder, 'odd.pdf')
    await writeFile(path, await subset(['a漢b', 'A\u030Ase', 'tab\tand\u0007bell']))
    expect(run('pdftotext', [path, '-'])).toMatch(/^a\?b\n+Åse\n+tab and bell\n/)
  })

  it('are as wide as they are measured', async () => {
    const path = join(folder, 'wide.pdf')
    const text = 'Åsgård▲→≤WAVAfi'
    await writeFile(path, await subset([text]))
    const [, from, to] = /xMin="([\d.]+)".*xMax="([\d.]+)"/.exec(run('pdftotext', ['-bbox', path, '-'])) ?? []
    expect((Number(to) - Number(from)) / pointsPerMm).toBeCloseTo(lettering.width(text, 6), 1)
  })
})
