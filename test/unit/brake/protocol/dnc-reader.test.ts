// What a text controller says, however it is cut, and noise in its place.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDncReader } from '../../../../src-main/brake/protocol/dnc-reader.ts'
import type { DncToken } from '../../../../src-main/brake/protocol/dnc-reader.ts'
import { chanceOf } from '../../../fixtures/generated/random-choice.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const readWhole = (bytes: Uint8Array, longest = 80): readonly DncToken[] => createDncReader(longest).feed(bytes)
const said = '\0\0%\r\nN1 A90.00\u0011\r\n\r\n\u0006COUNT 12\n\u0013%\r\u0003'

describe('what a text controller says', () => {
  it('is lines, control characters, XON and XOFF; a leader of NULs and empty lines are nothing', () => {
    expect(readWhole(bytesOf(said))).toEqual([
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

  it('reads the same cut at every byte, and in three anywhere', () => {
    const whole = readWhole(bytesOf(said))
    const cutAt = (...places: number[]): readonly DncToken[] => {
      const reader = createDncReader(80)
      const ends = [0, ...places.toSorted((a, b) => a - b), said.length]
      return ends.slice(1).flatMap((end, index) => reader.feed(bytesOf(said.slice(ends[index], end))))
    }
    for (let place = 0; place <= said.length; place += 1) expect(cutAt(place)).toEqual(whole)
    const anywhere = fc.nat({ max: said.length })
    fc.assert(
      fc.property(anywhere, anywhere, (one, other) => {
        expect(cutAt(one, other)).toEqual(whole)
      }),
    )
  })

  it('is noise once a line where a line has no end or a byte has eight bits, and is read again from the next line', () => {
    const read = readWhole(bytesOf(`${'A'.repeat(300)}\r\nB\u00c5\u00c5C\r\nCOUNT 3\r\n`))
    expect(read.map(({ kind }) => kind)).toEqual(['noise', 'noise', 'line'])
    expect(read.at(-1)).toEqual({ kind: 'line', text: 'COUNT 3' })
  })

  it('takes 200 000 bytes of chance and holds no more than a line of them', () => {
    const chance = chanceOf(5)
    const reader = createDncReader(80)
    let most = 0
    for (let part = 0; part < 2_000; part += 1) {
      const noise = Uint8Array.from({ length: 100 }, () => chance.whole(0, 255))
      for (const token of reader.feed(noise)) most = Math.max(most, 'text' in token ? token.text.length : 0)
      most = Math.max(most, reader.pendingLength())
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(80)
  })
})
