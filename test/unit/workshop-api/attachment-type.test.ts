// Part 4.5 · the type of a file from its first bytes.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { contentTypeOf } from '../../../shared/workshop-api/index.ts'
import { launchChromium } from '../../chromium.ts'

const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

/** The first box of a HEIF file: the major brand, and the compatible ones. */
function ftyp(major: string, ...compatible: readonly string[]): Buffer {
  const size = 16 + 4 * compatible.length
  return bytes([0, 0, 0, size], 'ftyp', major, [0, 0, 0, 0], ...compatible, 'meta')
}

test.each([
  ['JPEG with Exif', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 4]), 'image/jpeg'],
  ['WebP, lossy', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 '), 'image/webp'],
  ['WebP, lossless', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L'), 'image/webp'],
  ['WebP, extended', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X'), 'image/webp'],
  ['PDF', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['HEIC as telephones write it', ftyp('heic', 'mif1', 'heic'), 'image/heic'],
  ['HEIC of ten bits', ftyp('heix', 'mif1'), 'image/heic'],
  ['HEIC that calls itself HEIF first', ftyp('mif1', 'mif1', 'miaf', 'heic'), 'image/heic'],
  ['HEIC, a sequence', ftyp('msf1', 'hevc'), 'image/heic'],
])('%s is recognised', (_what, head, contentType) => {
  expect(contentTypeOf(head)).toBe(contentType)
})

test.each([
  ['no bytes', bytes()],
  ['a text', bytes('hello, this is a longer text than any signature')],
  ['GIF', bytes('GIF89a')],
  ['TIFF', bytes('II*', [0])],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML that names a PDF', bytes('<!-- %PDF-1.7 -->')],
  ['AVIF', ftyp('avif', 'mif1', 'miaf')],
  ['HEIF of no known coding', ftyp('mif1', 'miaf')],
  ['a film', ftyp('isom', 'mp42', 'hvc1')],
  ['a brand after the end of the box', bytes([0, 0, 0, 16], 'ftyp', 'mif1', [0, 0, 0, 0], 'heic')],
  ['audio in a RIFF', bytes('RIFF', [0, 0, 0, 0], 'WAVEfmt ')],
  ['a truncated JPEG', bytes([0xff, 0xd8])],
  ['a PNG with converted line ends', bytes([0x89], 'PNG\n', [0x1a], '\n')],
  ['a PDF without a version', bytes('%PDF-x')],
  ['a zip archive', bytes('PK', [3, 4])],
])('%s is not one of the five types', (_what, head) => {
  expect(contentTypeOf(head)).toBeNull()
})

test('JPEG, PNG and WebP files of a browser are recognised', { tags: 'long' }, async () => {
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
    const written = z.string().parse(await page.evaluate(`document.createElement('canvas').toDataURL('${type}')`))
    expect(written.slice(0, 5 + type.length)).toBe(`data:${type}`)
    expect(contentTypeOf(Buffer.from(written.slice(written.indexOf(',') + 1), 'base64'))).toBe(type)
  }
})

test("the project's own pictures are recognised", () => {
  for (const name of ['list', 'sheet']) {
    const file = new URL(`../../../resources/pictures/en/${name}.png`, import.meta.url)
    expect(contentTypeOf(readFileSync(file))).toBe('image/png')
  }
})
