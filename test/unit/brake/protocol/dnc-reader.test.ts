// The bytes of a DNC controller, in parts of any size, and noise.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDncReader } from '../../../../src-main/brake/protocol/dnc-reader.ts'
import type { DncToken } from '../../../../src-main/brake/protocol/dnc-reader.ts'
import { chanceOf } from '../../../fixtures/generated/random-choice.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const readAll = (bytes: Uint8Array, longestLine = 80): readonly DncToken[] => createDncReader(longestLine).feed(bytes)
const sentText = '\0\0%\r\nN1 A90.00\u0011\r\n\r\n\u0006COUNT 12\n\u0013%\r\u0003'

describe('the bytes of a DNC controller', () => {
  it('are lines, control characters, XON and XOFF; NULs and empty lines are ignored', () => {
    expect(readAll(bytesOf(sentText))).toEqual([
      { kind: 'line', text: '%' },
      { kind: 'xon' },
      { kind: 'line', text: 'N1 A90.00' },
      { kind: 'control', text: '\u0006' },
      { kind: 'line', text: 'COUNT 12' },
      { kind: 'xoff' },
      { kind: 'line', text: '%' },
      { kind: 'control', text: '\u0003' },
    ])
  })

  it('give the same tokens in two parts, split at every byte, and in any three parts', () => {
    const whole = readAll(bytesOf(sentText))
    const readInParts = (...places: number[]): readonly DncToken[] => {
      const reader = createDncReader(80)
      const ends = [0, ...places.toSorted((a, b) => a - b), sentText.length]
      return ends.slice(1).flatMap((end, index) => reader.feed(bytesOf(sentText.slice(ends[index], end))))
    }
    for (let place = 0; place <= sentText.length; place += 1) expect(readInParts(place)).toEqual(whole)
    const anywhere = fc.nat({ max: sentText.length })
    fc.assert(
      fc.property(anywhere, anywhere, (one, other) => {
        expect(readInParts(one, other)).toEqual(whole)
      }),
    )
  })

  it('are reported as noise once per line, if a line is too long or a byte has eight bits', () => {
    const read = readAll(bytesOf(`${'A'.repeat(300)}\r\nB\u00c5\u00c5C\r\nCOUNT 3\r\n`))
    expect(read.map(({ kind }) => kind)).toEqual(['noise', 'noise', 'line'])
    expect(read.at(-1)).toEqual({ kind: 'line', text: 'COUNT 3' })
  })

  it('can be 200 000 random bytes: at most one line is stored', () => {
    const random = chanceOf(5)
    const reader = createDncReader(80)
    let longest = 0
    for (let part = 0; part < 2_000; part += 1) {
      const noise = Uint8Array.from({ length: 100 }, () => random.whole(0, 255))
      for (const token of reader.feed(noise)) longest = Math.max(longest, 'text' in token ? token.text.length : 0)
      longest = Math.max(longest, reader.pendingLength())
    }
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThanOrEqual(80)
  })
})
