// Splits a sheet that is too long: for any length, machine and lap, the lengths are sufficient, fit, and are as few as possible.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lengthOfPiece,
  pieceName,
  splitLength,
  splitSheet,
  wholePieces,
  type Split,
} from '../../../shared/planning/index.ts'

const piece = { pieceNo: 1, quantity: 4, lengthMm: 5_000, endLengthMm: null }
const splitOf = (...args: Parameters<typeof splitSheet>): Split => {
  const result = splitSheet(...args)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe('a length', () => {
  test('is split into as few as possible that fit the machine and add up to it minus a lap per joint', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 20_000, noNaN: true }),
        fc.integer({ min: 1_500, max: 6_000 }),
        fc.integer({ min: 0, max: 500 }),
        (rough, longestMm, lapMm) => {
          const lengthMm = Math.round(rough * 10) / 10
          const result = splitLength(lengthMm, longestMm, lapMm)
          if (!result.ok) throw new Error(result.error.message)
          const lengths = result.value
          const joints = lengths.length - 1
          expect(lengths.reduce((sum, one) => sum + one, 0) - joints * lapMm).toBeCloseTo(lengthMm, 3)
          for (const one of lengths) expect(one).toBeLessThanOrEqual(longestMm + 1e-6)
          for (const one of lengths) expect(one).toBeGreaterThan(Math.min(lapMm, lengthMm - 1))
          const withOneFewer = joints > 0 ? joints * longestMm - (joints - 1) * lapMm : 0
          expect(withOneFewer).toBeLessThan(lengthMm)
        },
      ),
    )
  })

  test('that is impossible is refused with its field', () => {
    expect(splitLength(5_000, 3_000, -1)).toMatchObject({ ok: false, error: { field: 'lapMm' } })
    expect(splitLength(5_000, 3_000, 1_600)).toMatchObject({ ok: false, error: { field: 'lapMm' } })
    expect(splitLength(5_000, 3_000, Number.NaN)).toMatchObject({ ok: false, error: { field: 'lapMm' } })
    expect(splitLength(5_000, 0, 0)).toMatchObject({ ok: false, error: { field: 'longestMm' } })
    expect(splitLength(5_000, 100, 10)).toMatchObject({ ok: false, error: { field: 'longestMm' } })
  })
})

describe('a sheet', () => {
  test('is split if its pieces are too long, and its lengths have separate numbers', () => {
    const { pieces } = splitOf([piece, { ...piece, pieceNo: 2, lengthMm: 2_000 }], 3_000, 50)
    expect(pieces).toEqual([
      { pieceNo: 1001, of: 1, part: 1, quantity: 4, lengthMm: 2_525 },
      { pieceNo: 1002, of: 1, part: 2, quantity: 4, lengthMm: 2_525 },
      { pieceNo: 2, of: 2, part: 1, quantity: 4, lengthMm: 2_000 },
    ])
  })

  test('is not split if the number of any piece could be that of a length', () => {
    for (const pieceNo of [1_001, 2_000])
      expect(splitSheet([piece, { ...piece, pieceNo, lengthMm: 500 }], 3_000, 50)).toMatchObject({
        ok: false,
        error: { field: 'pieces[1].pieceNo' },
      })
    expect(splitSheet([{ ...piece, pieceNo: 1_000 }], 3_000, 50)).toMatchObject({ ok: true })
  })

  test('has lengths named by their piece and their position in it', () => {
    for (const { pieceNo, of, part } of splitOf([piece, { ...piece, pieceNo: 1_000 }], 1_000, 50).pieces) {
      expect(lengthOfPiece(pieceNo)).toEqual({ of, part })
      expect(pieceName(pieceNo, 'lengde')).toBe(`${of}, lengde ${part}`)
    }
    for (const pieceNo of [1, 999, 1_000]) expect(pieceName(pieceNo, 'lengde')).toBe(String(pieceNo))
  })

  test('is not split if a piece has unequal ends', () => {
    expect(splitSheet([{ ...piece, endLengthMm: 4_900 }], 3_000, 50)).toMatchObject({
      ok: false,
      error: { field: 'pieces[0].endLengthMm' },
    })
  })

  test('has as many complete pieces as its least finished length', () => {
    const split = splitOf([piece, { ...piece, pieceNo: 2, lengthMm: 2_000 }], 3_000, 50)
    const done = new Map([
      [1001, 4],
      [1002, 3],
      [2, 1],
    ])
    expect(wholePieces(split, (pieceNo) => done.get(pieceNo) ?? 0)).toBe(4)
  })
})
