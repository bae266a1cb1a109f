// Ten million bytes of chance into what reads a text controller: nothing crashes, and no more than one line is ever held.
import { expect, test } from 'vitest'
import { createDncReader } from '../../src-main/brake/protocol/dnc-reader.ts'
import { chanceOf } from '../fixtures/generated/chance.ts'

test('ten million bytes of chance are read, and none is held on to beyond its line', () => {
  const chance = chanceOf(11)
  const reader = createDncReader(80)
  const part = new Uint8Array(1_000)
  let most = 0
  let tokens = 0
  for (let parts = 0; parts < 10_000; parts += 1) {
    // a third of the parts are text, so that lines grow long as well
    const from = parts % 3 === 0 ? 0x20 : 0
    const to = parts % 3 === 0 ? 0x7e : 0xff
    for (let index = 0; index < part.length; index += 1) part[index] = index % 79 === 0 ? 0x0d : chance.whole(from, to)
    for (const token of reader.feed(part)) {
      tokens += 1
      if ('text' in token) most = Math.max(most, token.text.length)
    }
    most = Math.max(most, reader.held())
  }
  expect(tokens).toBeGreaterThan(1_000)
  expect(most).toBeGreaterThan(30)
  expect(most).toBeLessThanOrEqual(80)
})
