import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf, fitted, shrunk, wrapped } from '../../../shared/drawing/paper/index.ts'

/** Letters of two widths, so that the number of letters does not determine the width of a line. */
const measure = (text: string, sizeMm: number) =>
  Array.from(text).reduce((sum, letter) => sum + (letter === 'w' ? 1 : 0.5), 0) * sizeMm
const note = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'w', 'ø', ' ', '\n'), maxLength: 30 }))
  .map((a) => a.join(''))
const bare = (text: string) => text.replace(/\s+/g, '')

describe('a text on paper', () => {
  it('is unchanged if it fits, and ends in an ellipsis if it does not', () => {
    expect(fitted(measure, ' two\n words ', 1, 10)).toBe('two words')
    expect(fitted(measure, 'abcdef', 1, 2)).toBe('abc…')
  })

  it('is set smaller before it is cut', () => {
    expect(shrunk(measure, 'abcdef', { most: 4, least: 2 }, 12)).toEqual({ text: 'abcdef', sizeMm: 4 })
    expect(shrunk(measure, 'abcdef', { most: 4, least: 2 }, 9)).toEqual({ text: 'abcdef', sizeMm: 3 })
    expect(shrunk(measure, 'abcdef', { most: 4, least: 2 }, 4)).toEqual({ text: 'abc…', sizeMm: 2 })
  })

  it('wraps into lines that fit, without losing a letter', () => {
    fc.assert(
      fc.property(note, fc.double({ min: 1, max: 12, noNaN: true }), (text, room) => {
        const lines = wrapped(measure, text, 1, room)
        for (const line of lines) expect(measure(line, 1)).toBeLessThanOrEqual(room + 1e-9)
        expect(bare(lines.join(''))).toBe(bare(text))
      }),
    )
  })

  it('preserves its line breaks and wraps between words if possible', () => {
    expect(wrapped(measure, 'one two\nthree', 1, 4)).toEqual(['one two', 'three'])
    expect(wrapped(measure, 'one two three', 1, 3.9)).toEqual(['one', 'two', 'three'])
    expect(wrapped(measure, 'wwwwww', 1, 2)).toEqual(['ww', 'ww', 'ww'])
  })

  it('is complete, or states that there is more', () => {
    const sizes = [
      { sizeMm: 2, lines: 2 },
      { sizeMm: 1, lines: 5 },
    ]
    fc.assert(
      fc.property(note, (text) => {
        const { lines, sizeMm } = blockOf(measure, text, 12, sizes, ' …more')
        expect(lines.length).toBeLessThanOrEqual(sizes.find((size) => size.sizeMm === sizeMm)?.lines ?? 0)
        for (const line of lines) expect(measure(line, sizeMm)).toBeLessThanOrEqual(12 + 1e-9)
        const shown = bare(lines.join(''))
        const whole = shown === bare(text)
        const cut = shown.endsWith('…more') && bare(text).startsWith(shown.slice(0, -'…more'.length))
        expect(whole || cut).toBe(true)
      }),
    )
  })

  it('is read only as far as it is shown, however long it is', () => {
    const { lines } = blockOf(measure, 'ord '.repeat(250_000), 20, [{ sizeMm: 1, lines: 14 }], ' …')
    expect(lines).toHaveLength(14)
    expect(lines.at(-1)).toMatch(/ …$/)
  })
})
