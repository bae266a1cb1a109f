import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortenedLength } from '../../../shared/drawing/shortened-length.ts'
import { spread } from '../../../shared/drawing/spread.ts'

describe('labels in a row', () => {
  it('stay where they belong while there is room', () => {
    expect(spread([10, 20, 30].map((wanted) => ({ wanted, room: 4 })))).toEqual([10, 20, 30])
  })

  it('move apart evenly about where they belong where there is none', () => {
    expect(spread([10, 10, 10].map((wanted) => ({ wanted, room: 4 })))).toEqual([6, 10, 14])
  })

  it('never overlap and keep their order', () => {
    const wanted = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 20 })
    fc.assert(
      fc.property(wanted, fc.double({ min: 0.1, max: 30, noNaN: true }), (places, room) => {
        const sorted = places.toSorted((a, b) => a - b)
        const found = spread(sorted.map((place) => ({ wanted: place, room })))
        for (const [index, place] of found.slice(1).entries()) {
          expect(place - (found[index] ?? 0)).toBeGreaterThan(room - 1e-6)
        }
      }),
    )
  })
})

describe('a shortened length', () => {
  it('is the true one where it fits', () => {
    const { place, breaks } = shortenedLength(500, 600, [], 10)
    expect([place(0), place(123), place(500), breaks]).toEqual([0, 123, 500, []])
  })

  it('takes what is too much from the longest plain stretch', () => {
    const { place, breaks } = shortenedLength(1000, 400, [{ from: 190, to: 210 }], 10)
    expect(place(1000)).toBeCloseTo(400, 9)
    expect(place(210)).toBe(210)
    expect(breaks).toEqual([305])
  })

  it('leaves what must be kept at its true size and never falls', () => {
    const { place } = shortenedLength(3000, 500, [{ from: 1000, to: 1100 }], 20)
    expect(place(1100) - place(1000)).toBeCloseTo(100, 9)
    let last = -1
    for (let y = 0; y <= 3000; y += 10) {
      expect(place(y)).toBeGreaterThan(last)
      last = place(y)
    }
  })
})
