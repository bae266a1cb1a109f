// Which texts of people are stored, sent and printed.
import { expect, test } from 'vitest'
import { isPlainText } from '../../../shared/base/plain-text.ts'

// cspell:ignore ملاحظة
test.each(['KN', 'Åse Ødegård', 'ملاحظة', '板金', '5 × 2 mm – ok?', '👷', ''])('%j is plain', (text) => {
  expect(isPlainText(text)).toBe(true)
})

test.each([
  '\0',
  'a\nb',
  '\t',
  '\x7f',
  '\u0085',
  '\u202eNK',
  '\u2066',
  '\u200f',
  '\u061c',
  '\u2028',
  '\ud800',
  'a\udc00',
])('%j is not', (text) => {
  expect(isPlainText(text)).toBe(false)
})
