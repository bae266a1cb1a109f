// Ten thousand generated sheets drawn: no text over another, none struck through, all within the frame, everything told.
import { describe, expect, it } from 'vitest'
import { generatedSheet } from '../fixtures/generated-sheets.ts'
import { frames, viewFaults } from '../unit/drawing/sheet-views.ts'

const seed = 7
const each = 1000

describe('every view of ten thousand sheets generated from the seed 7', () => {
  it.each(Array.from({ length: 10 }, (_, part) => part * each))(
    'can be read, from sheet %i on',
    { timeout: 600_000 },
    (from) => {
      for (let index = from; index < from + each; index += 1) {
        const frame = frames[index % frames.length]
        if (frame === undefined) throw new Error('there are frames')
        expect(viewFaults(generatedSheet(seed, index), frame, index % 2 === 0 ? 'nb' : 'en')).toEqual([])
      }
    },
  )
})
