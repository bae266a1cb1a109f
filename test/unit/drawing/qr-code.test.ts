import * as fc from 'fast-check'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { qrCode, sheetCode } from '../../../shared/drawing/qr-code.ts'
import type { QrCode } from '../../../shared/drawing/qr-code.ts'

const scale = 4
const quiet = 4

/** Draws the code as pixels with the white margin that a reader needs. */
function read({ size, bars }: QrCode): string {
  const side = (size + 2 * quiet) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { x, y, width } of bars) {
    for (let row = (y + quiet) * scale; row < (y + 1 + quiet) * scale; row += 1) {
      for (let column = (x + quiet) * scale; column < (x + width + quiet) * scale; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return decodeQR({ width: side, height: side, data })
}

describe('the code of a sheet', () => {
  it('contains the sheet, its drawing version and the first 8 characters of the drawing hash', () => {
    const sheet = { id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a01', drawingVersion: 12 }
    expect(sheetCode(sheet, '0123456789abcdef')).toBe('5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a01:12:01234567')
  })

  it('is read with its content', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 9999 }),
        fc.stringMatching(/^[0-9a-f]{64}$/),
        (id, version, hash) => {
          const code = sheetCode({ id, drawingVersion: version }, hash)
          expect(read(qrCode(code))).toBe(code)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has 37 squares per side and a quarter of redundancy, so that each square is wide enough to print', () => {
    expect(qrCode(sheetCode({ id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a01', drawingVersion: 1 }, '01234567')).size).toBe(
      37,
    )
    expect(
      qrCode(sheetCode({ id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a01', drawingVersion: 999 }, '01234567')).size,
    ).toBe(37)
  })

  it('has each dark square in one bar, and no adjacent bars in a row', () => {
    const { size, bars } = qrCode('KANT')
    expect(bars.filter(({ y }) => y === 0)).toEqual(
      expect.arrayContaining([
        { x: 0, y: 0, width: 7 },
        { x: size - 7, y: 0, width: 7 },
      ]),
    )
    for (const one of bars) {
      expect(bars.filter((other) => other.y === one.y && other.x === one.x + one.width)).toEqual([])
    }
  })
})
