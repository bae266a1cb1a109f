// The code of a hand-over: short, independent of the keyboard layout, and refused where one of its letters is wrong.
import * as fc from 'fast-check'
import { ok } from '../../../shared/base/result.ts'
import { looksLikeHandOver } from '../../../shared/station-api/index.ts'
import { describe, expect, test } from 'vitest'
import {
  handOverText,
  readHandOver,
  workshopId,
  type HandOverCode,
} from '../../../src-main/ledger/work/hand-over-code.ts'
import { sampleSheet } from './sample-sheet.ts'

const sample: HandOverCode = {
  workshop: workshopId('bolgen/test'),
  sheetId: sampleSheet.id,
  drawingHash8: '0badf00d',
  reworkCount: 0,
  station: '0123456789',
  nonce: 'abcdef0123',
  pieces: [
    { pieceNo: 1, done: 7 },
    { pieceNo: 2, done: 0 },
  ],
  by: 'ÆØÅ',
  includes: [],
}
const id = fc.uint8Array({ minLength: 5, maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const codes: fc.Arbitrary<HandOverCode> = fc.record({
  workshop: id,
  sheetId: fc.uuid(),
  drawingHash8: fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  reworkCount: fc.nat({ max: 1_000_000 }),
  station: id,
  nonce: id,
  pieces: fc.array(fc.record({ pieceNo: fc.integer({ min: 1, max: 200 }), done: fc.nat({ max: 100_000 }) }), {
    maxLength: 12,
  }),
  by: fc.option(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((by) => Buffer.byteLength(by) <= 24),
  ),
  includes: fc.array(id, { maxLength: 6 }),
})

describe('a hand-over’s code', () => {
  test('reads back unchanged', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(readHandOver(handOverText(code))).toEqual(ok(code))
      }),
    )
  })

  test('contains only letters and digits that every keyboard layout sends alike', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(handOverText(code)).toMatch(/^KH1[0-9A-Z]+$/)
      }),
    )
  })

  test('is short enough for a QR code that a hand scanner reads from a screen', () => {
    // 154 letters and figures are what version 6 holds at error correction M: 41 × 41 modules
    expect(handOverText(sample).length).toBeLessThanOrEqual(154)
  })

  test('is read in lower case, in groups, with blanks, and with O for 0 and I or l for 1', () => {
    const text = handOverText(sample)
    const shapes = [
      text.toLowerCase(),
      (text.match(/.{1,4}/g) ?? []).join(' '),
      (text.match(/.{1,5}/g) ?? []).join('-'),
      `  ${text}\r\n`,
      text.replaceAll('0', 'O').replaceAll('1', 'I'),
      text.replaceAll('1', 'l'),
    ]
    for (const shape of shapes) expect(readHandOver(shape)).toEqual(ok(sample))
    for (const shape of shapes) expect(looksLikeHandOver(shape)).toBe(true)
  })

  test('is refused where a letter is wrong or missing, or two are exchanged', () => {
    const text = handOverText(sample)
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    fc.assert(
      fc.property(fc.integer({ min: 4, max: text.length - 1 }), fc.integer({ min: 0, max: 31 }), (position, other) => {
        const altered = text.slice(0, position) + letters.charAt(other) + text.slice(position + 1)
        const swapped =
          text.slice(0, position - 1) + text.charAt(position) + text.charAt(position - 1) + text.slice(position + 1)
        const shorter = text.slice(0, position) + text.slice(position + 1)
        const wrong = [altered, swapped, shorter, text + letters.charAt(other)].filter((one) => one !== text)
        expect(wrong.filter((one) => readHandOver(one).ok)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '',
    'KH',
    'KH1',
    'KH10',
    '0123',
    `${sampleSheet.id}:2:0badf00d`,
    'KH1'.padEnd(5_000, 'Z'),
    'KH1U0000',
    'ÆØÅ',
  ])('any other text is refused: %s', (text) => {
    expect(readHandOver(text)).toEqual({ ok: false, error: { code: 'code_unreadable' } })
  })

  test('of a newer program is named as such', () => {
    expect(readHandOver(handOverText(sample).replace('KH1', 'KH2'))).toEqual({
      ok: false,
      error: { code: 'code_from_newer_program' },
    })
  })

  test('cuts a long name at a whole letter', () => {
    const result = readHandOver(handOverText({ ...sample, by: 'Å'.repeat(30) }))
    expect(result).toMatchObject({ value: { by: 'Å'.repeat(12) } })
  })

  test('is not created from invalid values', () => {
    expect(() => handOverText({ ...sample, station: '01' })).toThrow(RangeError)
    expect(() => handOverText({ ...sample, pieces: [{ pieceNo: 1, done: -1 }] })).toThrow(RangeError)
  })

  test('differs from a printed sheet’s code', () => {
    expect(looksLikeHandOver(`${sampleSheet.id}:2:0badf00d`)).toBe(false)
  })
})
