// zbar reads the code of a printed sheet from an image as a scanner or a camera gives it: with low resolution, grey and soiled.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sheetCode } from '../../../shared/drawing/files.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'
import { print, run } from './printed.ts'
import type { Printed } from './printed.ts'
import { onlyLongUnless } from '../../only-long.ts'

const uuidOf = (id: number) => `5f0d7c2e-2f4f-4a53-9d58-${String(id).padStart(12, '0')}`
const sheets = [sill, taperedAngle, ...sandboxSheets().slice(0, 4)].map((sheet, index) => ({
  ...sheet,
  id: uuidOf(index),
  drawingVersion: index * 300 + 1,
}))
const codes = new Map(sheets.map((sheet) => [sheet.id, sheetCode(sheet, drawingHash(sheet))]))

let folder: string
let printed: Printed
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codes-'))
  printed = await print(folder, 'codes', sheets, { codes })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = (image: string): string =>
  run('zbarimg', ['-q', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable', image]).trim()

/** The path of a grey image of a page, with `dpi` dots per inch. */
function grayImageOf(page: number, dpi: number): string {
  const image = join(folder, `${page}-${dpi}`)
  const one = ['-f', String(page), '-l', String(page), '-singlefile']
  run('pdftoppm', ['-gray', '-r', String(dpi), ...one, printed.path, image])
  return `${image}.pgm`
}

describe('the code on a printed sheet', () => {
  for (const dpi of [100, 150, 300])
    it(`is readable in grey at ${dpi} dots per inch`, onlyLongUnless(dpi === 100), () => {
      for (const [index, sheet] of sheets.entries()) {
        expect(read(grayImageOf(index + 1, dpi))).toBe(codes.get(sheet.id))
      }
    })

  it('is readable with grease on a tenth of it, in a pale print', { tags: 'long' }, async () => {
    const dpi = 300
    const image = readFileSync(grayImageOf(1, dpi))
    const [header = '', width = ''] = /^P5\n(\d+) \d+\n255\n/.exec(image.toString('latin1', 0, 40)) ?? []
    // the centre of the code, at the upper right of the page
    const smear = { xMm: 187, yMm: 22, radiusMm: 4 }
    for (let offset = header.length; offset < image.length; offset += 1) {
      const row = Math.floor((offset - header.length) / Number(width))
      const [x, y] = [offset - header.length - row * Number(width), row].map((dots) => (dots / dpi) * 25.4)
      const distanceMm = Math.hypot((x ?? 0) - smear.xMm, (y ?? 0) - smear.yMm)
      image[offset] = distanceMm < smear.radiusMm ? 40 : Math.round(110 + (image[offset] ?? 0) * 0.5)
    }
    await writeFile(join(folder, 'soiled.pgm'), image)
    expect(read(join(folder, 'soiled.pgm'))).toBe(codes.get(uuidOf(0)))
  })

  it('is next to its version and hash, which a person can compare', () => {
    const [version, hash] = codes.get(uuidOf(1))?.split(':').slice(1) ?? []
    expect(printed.words[1]).toContain(`Tegning v${version} · ${hash}`)
  })

  it('is absent if none is given', async () => {
    const { words, path } = await print(folder, 'bare', [sill])
    expect(words[0]).toMatch(/Tegning v2\n/)
    expect(run('pdftotext', [path, '-'])).not.toContain(' · undefined')
  })
})
