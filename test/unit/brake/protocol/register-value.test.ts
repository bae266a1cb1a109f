// Converts numbers to words and back.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromWords,
  limitsOf,
  registerTypes,
  toWords,
  widthOf,
} from '../../../../src-main/brake/protocol/register-value.ts'

const order = fc.constantFrom('high_first' as const, 'low_first' as const)

describe('a value', () => {
  test.each([
    ['u16', 65_535, [0xffff]],
    ['i16', -1, [0xffff]],
    ['i16', -32_768, [0x8000]],
    ['u32', 70_000, [1, 4_464]],
    ['i32', -2, [0xffff, 0xfffe]],
    ['f32', 12.5, [0x4148, 0]],
    ['bit', 1, [1]],
  ] as const)('%s %d is %j, high word first', (type, value, words) => {
    expect(toWords(value, { type, wordOrder: 'high_first' })).toEqual(words)
    expect(fromWords(words, { type, wordOrder: 'high_first' })).toBe(value)
    expect(toWords(value, { type, wordOrder: 'low_first' })).toEqual(words.toReversed())
  })

  test('is decoded as it was encoded', () => {
    const whole = fc.constantFrom(...registerTypes.filter((type) => type !== 'f32')).chain((type) =>
      fc.record({
        type: fc.constant(type),
        value: fc.integer({ min: limitsOf[type].least, max: limitsOf[type].greatest }),
      }),
    )
    const float = fc.record({
      type: fc.constant('f32' as const),
      value: fc.float({ noNaN: true, noDefaultInfinity: true }),
    })
    fc.assert(
      fc.property(fc.oneof(whole, float), order, ({ type, value }, wordOrder) => {
        const words = toWords(value, { type, wordOrder })
        expect(words).toHaveLength(widthOf(type))
        expect(fromWords(words, { type, wordOrder })).toBe(value)
      }),
    )
  })

  test.each([
    ['u16', 65_536],
    ['u16', -1],
    ['u16', 1.5],
    ['i16', 32_768],
    ['bit', 2],
    ['u32', Number.NaN],
    ['f32', Number.NaN],
    ['f32', Number.POSITIVE_INFINITY],
  ] as const)('that is not a %s is refused: %d', (type, value) => {
    expect(() => toWords(value, { type, wordOrder: 'high_first' })).toThrow(RangeError)
  })

  test('of type f32 can be NaN or infinite', () => {
    expect(fromWords([0x7fc0, 0], { type: 'f32', wordOrder: 'high_first' })).toBeNaN()
    expect(fromWords([0, 0x7f80], { type: 'f32', wordOrder: 'low_first' })).toBe(Number.POSITIVE_INFINITY)
  })
})
