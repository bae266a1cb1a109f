// The code on a printed sheet, read by zbar from the page as a scanner or a camera sees it: coarse, grey and soiled.
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

const identified = (id: number) => `5f0d7c2e-2f4f-4a53-9d58-${String(id).padStart(12, '0')}`
const sheets = [sill, taperedAngle, ...sandboxSheets().slice(0, 4)].map((sheet, index) => ({
  ...sheet,
  id: identified(index),
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

/** A page as an image in grey, at so many dots an inch. */
function seen(page: number, dpi: number): string {
  const image = join(folder, `${page}-${dpi}`)
  const one = ['-f', String(page), '-l', String(page), '-singlefile']
  run('pdftoppm', ['-gray', '-r', String(dpi), ...one, printed.path, image])
  return `${image}.pgm`
}

describe('the code on a printed sheet', () => {
  it.each([100, 150, 300])('is read at %i dots an inch, in grey', (dpi) => {
    for (const [index, sheet] of sheets.entries()) {
      expect(read(seen(index + 1, dpi))).toBe(codes.get(sheet.id))
    }
  })

  it('is read with a smear of grease over a tenth of it, and when it is printed pale', async () => {
    const dpi = 300
    const image = readFileSync(seen(1, dpi))
    const [header = '', width = ''] = /^P5\n(\d+) \d+\n255\n/.exec(image.toString('latin1', 0, 40)) ?? []
    // the middle of the code: the page's upper right
    const smear = { xMm: 187, yMm: 22, radiusMm: 4 }
    for (let at = header.length; at < image.length; at += 1) {
      const row = Math.floor((at - header.length) / Number(width))
      const [x, y] = [at - header.length - row * Number(width), row].map((dots) => (dots / dpi) * 25.4)
      const off = Math.hypot((x ?? 0) - smear.xMm, (y ?? 0) - smear.yMm)
      image[at] = off < smear.radiusMm ? 40 : Math.round(110 + (image[at] ?? 0) * 0.5)
    }
    await writeFile(join(folder, 'soiled.pgm'), image)
    expect(read(join(folder, 'soiled.pgm'))).toBe(codes.get(identified(0)))
  })

  it('has its version and the hash beside it for people to compare', () => {
    const [version, hash] = codes.get(identified(1))?.split(':').slice(1) ?? []
    expect(printed.words[1]).toContain(`Tegning v${version} · ${hash}`)
  })

  it('is left out where there is none to print', async () => {
    const { words, path } = await print(folder, 'bare', [sill])
    expect(words[0]).toMatch(/Tegning v2\n/)
    expect(run('pdftotext', [path, '-'])).not.toContain(' · undefined')
  })
})
