// Feeds ten million random bytes to the reader of a DNC text controller: no crash, and it never buffers more than one line.
import { expect, test } from 'vitest'
import { createDncReader } from '../../../src-main/brake/protocol/dnc-reader.ts'
import { chanceOf } from '../../fixtures/generated/random-choice.ts'

test('ten million random bytes are read, and the buffer is never longer than a line', () => {
  const chance = chanceOf(11)
  const reader = createDncReader(80)
  const part = new Uint8Array(1_000)
  let longest = 0
  let tokens = 0
  for (let parts = 0; parts < 10_000; parts += 1) {
    // a third of the parts are text, so that lines grow long as well
    const from = parts % 3 === 0 ? 0x20 : 0
    const to = parts % 3 === 0 ? 0x7e : 0xff
    for (let index = 0; index < part.length; index += 1) part[index] = index % 79 === 0 ? 0x0d : chance.whole(from, to)
    for (const token of reader.feed(part)) {
      tokens += 1
      if ('text' in token) longest = Math.max(longest, token.text.length)
    }
    longest = Math.max(longest, reader.pendingLength())
  }
  expect(tokens).toBeGreaterThan(1_000)
  expect(longest).toBeGreaterThan(30)
  expect(longest).toBeLessThanOrEqual(80)
})
