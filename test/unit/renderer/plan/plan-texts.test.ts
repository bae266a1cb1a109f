// The texts of the plan about the pieces of a sheet, on the screen and on paper.
import { expect, test } from 'vitest'
import { piecesOf } from '../../../../src-renderer/plan/plan-texts.ts'
import { translationIn } from '../../../fixtures/translation.ts'
import { line } from '../../exports/a-day.ts'

test('a split sheet shows its lengths next to its own length', () => {
  const texts = { t: translationIn('nb').t, mm: String }
  const view = line(1, { entry: { quantity: 2, lengthMm: 4_000 } })
  const part = { of: 1, quantity: 2, lengthMm: 2_025 }
  const pieces = [
    { ...part, pieceNo: 1_001, part: 1 },
    { ...part, pieceNo: 1_002, part: 2 },
  ]
  expect(piecesOf(texts, view, null)).toBe('2 × 4000')
  expect(piecesOf(texts, view, { longestMm: 3_200, lapMm: 50, pieces })).toBe('2 × 4000, delt i 2 × 2025 + 2 × 2025')
})
