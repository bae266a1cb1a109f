// Equal content of two bodies, and the format of an Idempotency-Key.
import { describe, expect, test } from 'vitest'
import { contentHash, isWellFormedKey } from '../../../src-service/http/idempotency.ts'

describe('content', () => {
  test('the order of members does not matter, at every depth', () => {
    expect(contentHash({ a: 1, b: { c: [1, 2], d: 'x' } })).toBe(contentHash({ b: { d: 'x', c: [1, 2] }, a: 1 }))
  })

  test.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{}, { a: null }],
    [{}, []],
    [{ a: '1,"b":2' }, { a: '1', b: 2 }],
  ])('%j and %j differ', (one, other) => {
    expect(contentHash(one)).not.toBe(contentHash(other))
  })
})

test('a key is 8 to 255 visible ASCII characters', () => {
  expect(['12345678', '!'.repeat(255), '~~~~~~~~'].map(isWellFormedKey)).toEqual([true, true, true])
  expect(['1234567', '!'.repeat(256), '1234 5678', 'ærfuglene', ''].map(isWellFormedKey)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
