// Draws every sheet of the sandbox in every frame, and ten thousand generated sheets: no texts overlap, no line crosses a text, everything is
// in the frame, nothing is missing.
import { describe, expect, it } from 'vitest'
import { generatedSheet } from '../../fixtures/generated-sheets.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { frameOf, frames, languageOf, viewFaults } from '../../unit/drawing/sheet-views.ts'

const seed = 7
const sheetsPerTest = 1000

describe('every view is readable', () => {
  it.each(frames)('of the sandbox, at $widthMm × $heightMm mm', (frame) => {
    for (const sheet of sandboxSheets()) {
      for (const language of ['nb', 'en'] as const) expect(viewFaults(sheet, frame, language)).toEqual([])
    }
  })

  it.each(Array.from({ length: 10 }, (_, part) => part * sheetsPerTest))(
    `of ten thousand sheets generated from seed ${seed}, from sheet %i on`,
    { timeout: 600_000 },
    (from) => {
      for (let index = from; index < from + sheetsPerTest; index += 1) {
        expect(viewFaults(generatedSheet(seed, index), frameOf(index), languageOf(index))).toEqual([])
      }
    },
  )
})
