// 200 000 random bytes into each parser of the Modbus link; ten million in test:long.
import { expect, test } from 'vitest'
import { eatRandomBytes } from './random-bytes.ts'

test('noise is no crash, no answer and no growing buffer', () => {
  const { answers, requests, grownBytes } = eatRandomBytes(200_000, 7)
  expect(grownBytes).toBeLessThan(100_000)
  expect(answers).toBe(0)
  expect(requests).toBeLessThan(20)
})
