// What somebody types for an angle, by keys or by hand.
import { expect, test } from 'vitest'
import { angleTyped, turned } from '../../../../src-renderer/brake/typed-angle.ts'

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
  expect(angleTyped(text)).toBe(angle)
})

test('the minus key turns the sign, every other key comes at the end', () => {
  expect(turned('1,5')).toBe('−1,5')
  expect(turned('-1,5')).toBe('1,5')
})
