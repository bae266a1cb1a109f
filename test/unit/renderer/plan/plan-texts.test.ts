// The texts of the plan about the pieces of a sheet, on the screen and on paper.
import { expect, test } from 'vitest'
import { piecesAndSplitOf, piecesOf } from '../../../../src-renderer/plan/plan-texts.ts'
import { translationIn } from '../../../fixtures/translation.ts'
import { line } from '../../exports/a-day.ts'

const texts = { t: translationIn('nb').t, mm: String }

test('a sheet of two lengths shows both of them, as the list does', () => {
  const view = line(1, { entry: { quantity: 6, lengthMm: 2_000 } })
  const lengths = [
    { quantity: 4, lengthMm: 2_000, hand: 'none' },
    { quantity: 2, lengthMm: 1_350, hand: 'none' },
  ]
  expect(piecesOf(texts, { view, lengths })).toBe('4 × 2000 + 2 × 1350')
  expect(piecesOf(texts, { view, lengths: null })).toBe('6 stk. · inntil 2000 mm')
})

test('a split sheet shows its lengths next to its own length', () => {
  const view = line(1, { entry: { quantity: 2, lengthMm: 4_000 } })
  const part = { of: 1, quantity: 2, lengthMm: 2_025 }
  const pieces = [
    { ...part, pieceNo: 1_001, part: 1 },
    { ...part, pieceNo: 1_002, part: 2 },
  ]
  const row = { view, lengths: [{ quantity: 2, lengthMm: 4_000, hand: 'none' }] }
  const split = { longestMm: 3_200, lapMm: 50, pieces }
  expect(piecesAndSplitOf(texts, { ...row, planned: { split: null } })).toBe('2 × 4000')
  expect(piecesAndSplitOf(texts, { ...row, planned: { split } })).toBe('2 × 4000, delt i 2 × 2025 + 2 × 2025')
})
