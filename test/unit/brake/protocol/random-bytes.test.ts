// Feeds 50 000 random bytes to each Modbus parser; test:long feeds ten million.
import { expect, test } from 'vitest'
import { feedRandomBytes } from './random-bytes.ts'

test('noise causes no crash, no answer and no growing buffer', () => {
  const { answers, requests, grownBytes } = feedRandomBytes(50_000, 7)
  expect(grownBytes).toBeLessThan(100_000)
  expect(answers).toBe(0)
  expect(requests).toBeLessThan(20)
})
