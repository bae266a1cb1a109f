import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetCode } from '../../../shared/drawing/qr-code.ts'
import { looksLikeHandOver, readPrintedCode } from '../../../shared/station-api/index.ts'

const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
const code = sheetCode({ id: sheetId, drawingVersion: 3 }, '0a1b2c3d4e5f')
const contents = { sheetId, drawingVersion: 3, hash8: '0a1b2c3d' }

test('the code of a printed sheet is read', () => {
  expect(readPrintedCode(code)).toEqual(contents)
  expect(readPrintedCode(` ${code}\r\n`)).toEqual(contents)
})

test('it is read with the keyboard layout of another country, and with Caps Lock', () => {
  // an American scanner on a Norwegian keyboard, a Norwegian one on an American keyboard
  expect(readPrintedCode(code.replaceAll('-', '+').replaceAll(':', 'Ø'))).toEqual(contents)
  expect(readPrintedCode(code.replaceAll('-', '/').replaceAll(':', '>'))).toEqual(contents)
  expect(readPrintedCode(code.toUpperCase())).toEqual(contents)
})

test('half a code, two codes, and a code with other characters are refused', () => {
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

test('any other text is refused, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      expect(readPrintedCode(text)).toBeNull()
    }),
  )
})

test('a hand-over code is recognised by its start', () => {
  expect(looksLikeHandOver('kh1ABC')).toBe(true)
  expect(looksLikeHandOver(code)).toBe(false)
})
