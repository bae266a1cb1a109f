// Every drawing is readable: each sheet of the sandbox in three of the frames, and 100 generated sheets in one frame each.
// test/long/drawing/scenes.test.ts draws every sheet of the sandbox in every frame, and ten thousand generated sheets.
import { describe, expect, it } from 'vitest'
import { sceneOf } from '../../../shared/drawing/scene/scene.ts'
import type { SceneItem, TextItem } from '../../../shared/drawing/index.ts'
import { generatedSheet } from '../../fixtures/generated-sheets.ts'
import { sill, taperedAngle } from './sample-sheets.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { layoutFaults } from './scene-faults.ts'
import { frameOf, frames, languageOf, viewFaults } from './sheet-views.ts'

const seed = 20_261_121

describe('every view of a sheet has readable texts within the frame, and shows bends, hems, colour side and hand', () => {
  it.each(frames)('of the sandbox, at $widthMm × $heightMm mm', (frame) => {
    const frameNo = frames.indexOf(frame)
    const sheets = [sill, taperedAngle, ...sandboxSheets()].filter((_, index) => (index + frameNo) % 3 === 0)
    for (const [index, sheet] of sheets.entries()) expect(viewFaults(sheet, frame, languageOf(index))).toEqual([])
  })

  it.each([0, 50])(`of 100 sheets generated from the seed ${seed}, from sheet %i on`, (from) => {
    for (let index = from; index < from + 50; index += 1) {
      expect(viewFaults(generatedSheet(seed, index), frameOf(index), languageOf(index))).toEqual([])
    }
  })
})

const text = (x: number, content: string, sizeMm = 3): TextItem => ({
  kind: 'text',
  role: 'label',
  position: { x, y: 0 },
  text: content,
  sizeMm,
  anchor: 'start',
  rotationDeg: 0,
})
const line = (y: number): SceneItem => ({ kind: 'line', role: 'outline', from: { x: -5, y }, to: { x: 30, y } })
const faults = (...items: SceneItem[]) => layoutFaults(sceneOf(items, 1), { widthMm: 60, heightMm: 20 })

describe('the faults of a drawing', () => {
  it('are overlapping texts, a text that a line crosses, a small text and a drawing larger than its frame', () => {
    expect(faults(text(0, '100'), text(10, '200'))).toEqual([])
    expect(faults(text(0, '100'), text(4, '200'))).toEqual(['"100" overlaps "200"'])
    expect(faults(text(0, '100'), line(0.5))).toEqual(['"100" is struck through by a line of outline'])
    expect(faults(text(0, '100'), line(2.2))).toEqual([])
    expect(faults(text(0, '100', 2))).toEqual(['"100" is 2.00 mm high'])
    expect(faults(text(0, '100'), text(60, '200'))).toEqual(['the drawing is 68.7 mm wide'])
  })
})
