// A million random frames change nothing, and the memory stays bounded.
import { expect, inject, test } from 'vitest'
import { sendRandomFrames } from '../../integration/peers/random-frames.ts'

test('1 000 000 random frames change none of the facts, and take no memory', () => {
  sendRandomFrames(10_000, inject('sharedFolder'))
  const { isUnchanged, keptBytes } = sendRandomFrames(1_000_000, inject('sharedFolder'), 2)
  expect(isUnchanged).toBe(true)
  expect(keptBytes).toBeLessThan(20 * 1024 * 1024)
})
