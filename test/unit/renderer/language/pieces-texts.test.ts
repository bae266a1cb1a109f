import { describe, expect, test } from 'vitest'
import { formatMm } from '../../../../src-renderer/language/format.ts'
import { piecesTexts } from '../../../../src-renderer/language/pieces-texts.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const textsIn = (language: 'nb' | 'en') => ({
  t: translationIn(language).t,
  mm: (mm: number) => formatMm(mm, language),
})
const nb = textsIn('nb')
const en = textsIn('en')
const piece = (quantity: number, lengthMm: number, hand = 'none') => ({ quantity, lengthMm, hand })

describe('the pieces', () => {
  test('are pieces × length, each length once', () => {
    expect(piecesTexts(nb, [piece(12, 2500), piece(2, 1775)])).toEqual(['12 × 2500', '2 × 1775'])
    expect(piecesTexts(nb, [piece(12, 2500), piece(2, 2500)])).toEqual(['14 × 2500'])
  })

  test('of both hands are counted by hand', () => {
    expect(piecesTexts(nb, [piece(3, 2600, 'left'), piece(3, 2600, 'right')])).toEqual(['3 V + 3 H × 2600'])
    expect(piecesTexts(en, [piece(3, 2600, 'left')])).toEqual(['3 L × 2600'])
  })

  test('of many lengths say how many more there are', () => {
    const pieces = [1, 2, 3, 4, 5].map((count) => piece(count, 1000 + count))
    expect(piecesTexts(nb, pieces)).toEqual(['1 × 1001', '2 × 1002', '3 × 1003', '2 lengder til'])
    expect(piecesTexts(nb, pieces.slice(0, 4))).toHaveLength(4)
  })
})
