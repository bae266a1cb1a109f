// A sheet that is too long, in lengths: over any length, machine and lap they reach, fit, and are as few as can be.
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
  const made = splitSheet(...args)
  if (!made.ok) throw new Error(made.refusal.message)
  return made.value
}

describe('a length', () => {
  test('is made in as few as reach, all within the machine, less a lap at each joint the whole', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 20_000, noNaN: true }),
        fc.integer({ min: 1_500, max: 6_000 }),
        fc.integer({ min: 0, max: 500 }),
        (rough, longestMm, lapMm) => {
          const lengthMm = Math.round(rough * 10) / 10
          const made = splitLength(lengthMm, longestMm, lapMm)
          if (!made.ok) throw new Error(made.refusal.message)
          const lengths = made.value
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

  test('that cannot be made is refused by its field', () => {
    expect(splitLength(5_000, 3_000, -1)).toMatchObject({ ok: false, refusal: { field: 'lapMm' } })
    expect(splitLength(5_000, 3_000, 1_600)).toMatchObject({ ok: false, refusal: { field: 'lapMm' } })
    expect(splitLength(5_000, 3_000, Number.NaN)).toMatchObject({ ok: false, refusal: { field: 'lapMm' } })
    expect(splitLength(5_000, 0, 0)).toMatchObject({ ok: false, refusal: { field: 'longestMm' } })
    expect(splitLength(5_000, 100, 10)).toMatchObject({ ok: false, refusal: { field: 'longestMm' } })
  })
})

describe('a sheet', () => {
  test('is split where its pieces are too long, and its lengths have numbers of their own', () => {
    const { pieces } = splitOf([piece, { ...piece, pieceNo: 2, lengthMm: 2_000 }], 3_000, 50)
    expect(pieces).toEqual([
      { pieceNo: 1001, of: 1, part: 1, quantity: 4, lengthMm: 2_525 },
      { pieceNo: 1002, of: 1, part: 2, quantity: 4, lengthMm: 2_525 },
      { pieceNo: 2, of: 2, part: 1, quantity: 4, lengthMm: 2_000 },
    ])
  })

  test('whose own numbers could be those of a length is not split, whichever piece has one', () => {
    for (const pieceNo of [1_001, 2_000])
      expect(splitSheet([piece, { ...piece, pieceNo, lengthMm: 500 }], 3_000, 50)).toMatchObject({
        ok: false,
        refusal: { field: 'pieces[1].pieceNo' },
      })
    expect(splitSheet([{ ...piece, pieceNo: 1_000 }], 3_000, 50)).toMatchObject({ ok: true })
  })

  test('has lengths that are called by their piece and their place in it', () => {
    for (const { pieceNo, of, part } of splitOf([piece, { ...piece, pieceNo: 1_000 }], 1_000, 50).pieces) {
      expect(lengthOfPiece(pieceNo)).toEqual({ of, part })
      expect(pieceName(pieceNo, 'lengde')).toBe(`${of}, lengde ${part}`)
    }
    for (const own of [1, 999, 1_000]) expect(pieceName(own, 'lengde')).toBe(String(own))
  })

  test('with a piece of unequal ends is not split', () => {
    expect(splitSheet([{ ...piece, endLengthMm: 4_900 }], 3_000, 50)).toMatchObject({
      ok: false,
      refusal: { field: 'pieces[0].endLengthMm' },
    })
  })

  test('has so many whole pieces as of the length that lags behind', () => {
    const split = splitOf([piece, { ...piece, pieceNo: 2, lengthMm: 2_000 }], 3_000, 50)
    const done = new Map([
      [1001, 4],
      [1002, 3],
      [2, 1],
    ])
    expect(wholePieces(split, (pieceNo) => done.get(pieceNo) ?? 0)).toBe(4)
  })
})
