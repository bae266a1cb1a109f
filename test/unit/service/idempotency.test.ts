// What makes two bodies the same content, and an Idempotency-Key well formed.
import { describe, expect, test } from 'vitest'
import { contentHash, wellFormed } from '../../../src-service/http/idempotency.ts'

describe('content', () => {
  test('members in another order are the same, at every depth', () => {
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
  expect(['12345678', '!'.repeat(255), '~~~~~~~~'].map(wellFormed)).toEqual([true, true, true])
  expect(['1234567', '!'.repeat(256), '1234 5678', 'ærfuglene', ''].map(wellFormed)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
