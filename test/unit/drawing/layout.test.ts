import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortenedLength } from '../../../shared/drawing/flat-pattern/shortened-length.ts'
import { spread } from '../../../shared/drawing/labels/label-spacing.ts'

describe('labels in a row', () => {
  it('stay at their places while there is space', () => {
    expect(spread([10, 20, 30].map((wanted) => ({ wanted, room: 4 })))).toEqual([10, 20, 30])
  })

  it('move apart evenly around their places if there is no space', () => {
    expect(spread([10, 10, 10].map((wanted) => ({ wanted, room: 4 })))).toEqual([6, 10, 14])
  })

  it('never overlap and keep their order', () => {
    const wanted = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 20 })
    fc.assert(
      fc.property(wanted, fc.double({ min: 0.1, max: 30, noNaN: true }), (places, room) => {
        const sorted = places.toSorted((a, b) => a - b)
        const spaced = spread(sorted.map((place) => ({ wanted: place, room })))
        for (const [index, place] of spaced.slice(1).entries()) {
          expect(place - (spaced[index] ?? 0)).toBeGreaterThan(room - 1e-6)
        }
      }),
    )
  })
})

describe('labels in a row that has an end', () => {
  const within = { from: 0, to: 100 }

  it('are placed as in a row without an end while they are inside it', () => {
    expect(
      spread(
        [10, 90].map((wanted) => ({ wanted, room: 4 })),
        within,
      ),
    ).toEqual([10, 90])
  })

  it('never leave it or overlap while there is space for all', () => {
    const wanted = fc.array(fc.double({ min: -20, max: 120, noNaN: true }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(wanted, (places) => {
        const room = 100 / places.length
        const spaced = spread(
          places.toSorted((a, b) => a - b).map((place) => ({ wanted: place, room })),
          within,
        )
        for (const [index, place] of spaced.entries()) expect(place).toBeCloseTo((index + 0.5) * room, 6)
      }),
    )
  })

  it('begin at its start if there is no space for all', () => {
    expect(
      spread(
        [95, 96, 97].map((wanted) => ({ wanted, room: 40 })),
        within,
      ),
    ).toEqual([20, 60, 100])
  })
})

describe('a shortened length', () => {
  it('is the real length if it fits', () => {
    const { place, breaks } = shortenedLength(500, 600, [], 10)
    expect([place(0), place(123), place(500), breaks]).toEqual([0, 123, 500, []])
  })

  it('shortens the longest plain stretch', () => {
    const { place, breaks } = shortenedLength(1000, 400, [{ from: 190, to: 210 }], 10)
    expect(place(1000)).toBeCloseTo(400, 9)
    expect(place(210)).toBe(210)
    expect(breaks).toEqual([305])
  })

  it('draws protected stretches to scale and never decreases', () => {
    const { place } = shortenedLength(3000, 500, [{ from: 1000, to: 1100 }], 20)
    expect(place(1100) - place(1000)).toBeCloseTo(100, 9)
    let last = -1
    for (let y = 0; y <= 3000; y += 10) {
      expect(place(y)).toBeGreaterThan(last)
      last = place(y)
    }
  })

  it('is shortened evenly and marked as broken if the plain stretches are too short', () => {
    const all = shortenedLength(1000, 250, [{ from: 0, to: 1000 }], 10)
    expect([all.place(400), all.place(1000), all.breaks, all.evenReduction]).toEqual([100, 250, [125], 0.25])
    const half = shortenedLength(1000, 250, [{ from: 0, to: 500 }], 10)
    expect(half.place(1000)).toBeCloseTo(250, 9)
    expect(half.evenReduction).toBeLessThan(1)
  })

  it('is marked only at the three stretches that were shortened the most', () => {
    const protectedParts = Array.from({ length: 9 }, (_, index) => ({ from: 100 + index * 100, to: 110 + index * 100 }))
    expect(shortenedLength(1000, 300, protectedParts, 10).breaks).toHaveLength(3)
  })
})
