// Draws ten thousand generated sheets: no texts overlap, no line crosses a text, everything is in the frame, nothing is missing.
import { describe, expect, it } from 'vitest'
import { generatedSheet } from '../fixtures/generated-sheets.ts'
import { frames, viewFaults } from '../unit/drawing/sheet-views.ts'

const seed = 7
const sheetsPerTest = 1000

describe('every view of ten thousand sheets generated from seed 7', () => {
  it.each(Array.from({ length: 10 }, (_, part) => part * sheetsPerTest))(
    'is readable, from sheet %i on',
    { timeout: 600_000 },
    (from) => {
      for (let index = from; index < from + sheetsPerTest; index += 1) {
        const frame = frames[index % frames.length]
        if (frame === undefined) throw new Error('there is no frame')
        expect(viewFaults(generatedSheet(seed, index), frame, index % 2 === 0 ? 'nb' : 'en')).toEqual([])
      }
    },
  )
})
