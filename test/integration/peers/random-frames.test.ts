// Thousands of random frames change nothing. A million run in test/long.
import { expect, inject, test } from 'vitest'
import { sendRandomFrames } from './random-frames.ts'

test('6 000 random frames change none of the facts, and nearly all are refused', () => {
  const { refused, isUnchanged } = sendRandomFrames(6_000, inject('sharedFolder'))
  expect(isUnchanged).toBe(true)
  expect(refused).toBeGreaterThan(5_500)
})
