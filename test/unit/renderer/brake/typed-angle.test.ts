// Parsing of typed angles, from the large keys or a keyboard.
import { expect, test } from 'vitest'
import { parseAngle, toggleSign } from '../../../../src-renderer/brake/typed-angle.ts'

test.each([
  ['91,5', 91.5],
  [' -1.5 ', -1.5],
  ['−2', -2],
  ['90,', 90],
  ['', null],
  ['−', null],
  [',5', null],
  ['1e2', null],
  ['90,555', null],
  ['90 5', null],
])('"%s" is %s', (text, angle) => {
  expect(parseAngle(text)).toBe(angle)
})

test('the minus key changes the sign, every other key appends', () => {
  expect(toggleSign('1,5')).toBe('−1,5')
  expect(toggleSign('-1,5')).toBe('1,5')
})
