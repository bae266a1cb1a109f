// A million random frames change nothing, and the memory stays bounded.
import process from 'node:process'
import { expect, inject, test } from 'vitest'
import { sendRandomFrames } from '../../integration/peers/random-frames.ts'

test('1 000 000 random frames change none of the facts, and take no memory', () => {
  sendRandomFrames(10_000, inject('sharedFolder'))
  const before = process.memoryUsage().rss
  const { isUnchanged } = sendRandomFrames(1_000_000, inject('sharedFolder'), 2)
  expect(isUnchanged).toBe(true)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})
