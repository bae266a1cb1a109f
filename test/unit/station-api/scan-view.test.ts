import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetCode } from '../../../shared/drawing/qr-code.ts'
import { looksLikeHandOver, readPrintedCode } from '../../../shared/station-api/index.ts'

const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
const code = sheetCode({ id: sheetId, drawingVersion: 3 }, '0a1b2c3d4e5f')
const read = { sheetId, drawingVersion: 3, hash8: '0a1b2c3d' }

test('reads the code that a sheet is printed with', () => {
  expect(readPrintedCode(code)).toEqual(read)
  expect(readPrintedCode(` ${code}\r\n`)).toEqual(read)
})

test('reads it through the keyboard of another country, and with Caps Lock', () => {
  // an American scanner on a Norwegian keyboard, a Norwegian one on an American keyboard
  expect(readPrintedCode(code.replaceAll('-', '+').replaceAll(':', 'Ø'))).toEqual(read)
  expect(readPrintedCode(code.replaceAll('-', '/').replaceAll(':', '>'))).toEqual(read)
  expect(readPrintedCode(code.toUpperCase())).toEqual(read)
})

test('refuses half a code, two codes, and a code with anything about it', () => {
  for (let length = 0; length < code.length; length += 1) expect(readPrintedCode(code.slice(0, length))).toBeNull()
  for (const wrong of [
    `${code}${code}`,
    `x${code}`,
    `${code}1`,
    code.replace(':3:', '::'),
    code.replace(':3:', ':-3:'),
  ])
    expect(readPrintedCode(wrong)).toBeNull()
})

test('refuses whatever else a scanner reads, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      expect(readPrintedCode(text)).toBeNull()
    }),
  )
})

test('knows what is meant as a hand-over', () => {
  expect(looksLikeHandOver('kh1ABC')).toBe(true)
  expect(looksLikeHandOver(code)).toBe(false)
})
