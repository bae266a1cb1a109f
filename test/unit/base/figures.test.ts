// Rounding of lengths, and figures as text.
import { expect, test } from 'vitest'
import { figureText, toThousandth } from '../../../shared/base/figures.ts'

test('a length is rounded to 1/1000 mm, and zero has no sign', () => {
  expect([0.1 + 0.2, 12.3456, -12.3456, -0.0001].map(toThousandth)).toEqual([0.3, 12.346, -12.346, 0])
})

test('a figure has the decimal sign of its language and at most the decimals asked for', () => {
  expect(figureText(5.55, 1, 'nb')).toBe('5,6')
  expect(figureText(5.55, 2, 'en')).toBe('5.55')
  expect(figureText(5, 2, 'nb')).toBe('5')
})
