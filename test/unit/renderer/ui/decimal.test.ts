// Parsing of typed numbers, from the large keys or a keyboard.
import { expect, test } from 'vitest'
import { parseDecimal, parsePositive, toggleSign } from '../../../../src-renderer/ui/decimal.ts'

test.each([
  ['91,5', 91.5],
  [' -1.5 ', -1.5],
  ['−2', -2],
  ['90,', 90],
  ['12000', 12_000],
  ['0,3', 0.3],
  ['', null],
  ['−', null],
  [',5', null],
  ['1e2', null],
  ['90,555', null],
  ['90 5', null],
  ['1,2,3', null],
  ['123456', null],
])('"%s" is %s', (text, value) => {
  expect(parseDecimal(text)).toBe(value)
})

test.each([
  ['120,5', 120.5],
  [' 12.25 ', 12.25],
  ['0', null],
  ['0,00', null],
  ['-5', null],
  ['−5', null],
  ['twelve', null],
])('as a positive number "%s" is %s', (text, value) => {
  expect(parsePositive(text)).toBe(value)
})

test('the minus key changes the sign, every other key appends', () => {
  expect(toggleSign('1,5')).toBe('−1,5')
  expect(toggleSign('-1,5')).toBe('1,5')
})
