// The machines as set-up draws them.
import { describe, expect, it } from 'vitest'
import { machineDrawing, readTooling } from '../../../shared/workshop-files/index.ts'
import { resourceText } from '../bending/fit/shipped-workshop.ts'

const read = readTooling(resourceText('tools/tools.json'))
if (!read.ok) throw new Error('the shipped file of tools is wrong')
const tools = read.value
const drawingOf = (text: string) => machineDrawing(text, tools)
const partsOf = (text: string): string[][] => drawingOf(text).figures.map((parts) => parts.map(({ part }) => part))

const pressBrake = resourceText('machines/kantpresse-1.json')
const foldingMachine = resourceText('machines/knekkemaskin-1.json')

describe('the drawing of a machine', () => {
  it('of a press brake has the parts at the ram, the parts below and the fingers, each with its corners', () => {
    expect(partsOf(pressBrake)).toEqual([['clamp', 'beam'], ['holder', 'table', 'apron'], ['fingers']])
    const { name, figures, wrong } = drawingOf(pressBrake)
    expect([name, wrong]).toEqual(['Kantpresse 1', []])
    for (const { outline, wrong: faults } of figures.flat()) {
      expect(outline.length).toBeGreaterThan(3)
      expect(faults).toEqual([])
    }
  })

  it('of a folding machine has all parts around its bend line', () => {
    expect(partsOf(foldingMachine)).toEqual([['clamp', 'folding_beam', 'table', 'gauge']])
  })

  it('names the corner that is wrong, and is drawn all the same', () => {
    const crossed = pressBrake.replace(/("table": \[\s*)\[[^\]]*\],(\s*)\[[^\]]*\]/, '$1[500, -900],$2[-500, 900]')
    expect(crossed).not.toBe(pressBrake)
    const { figures, wrong } = drawingOf(crossed)
    const table = figures.flat().find(({ part }) => part === 'table')
    expect(table?.wrong.length).toBeGreaterThan(0)
    expect(wrong.map(({ field }) => field)).toContain(table?.wrong[0]?.field)
    expect(figures.flat().filter((part) => part.wrong.length > 0 && part.part !== 'table')).toEqual([])
  })

  it('names a tool that the file of tools does not have', () => {
    expect(machineDrawing(pressBrake, { ...tools, dies: [], punches: [], hemmingTools: [] }).wrong[0]?.why.code).toBe(
      'tool_unknown',
    )
    expect(machineDrawing(pressBrake, null).wrong).toEqual([])
  })

  it('has no figure without outlines, without a known kind and for a text that is not JSON', () => {
    const without = pressBrake.replace(/"outlines": \{[\s\S]*\n {2}\},?\n/, '').replace(/,\s*\}\s*$/, '\n}\n')
    expect(drawingOf(without)).toEqual({ name: 'Kantpresse 1', figures: [], wrong: [] })
    expect(drawingOf(pressBrake.replace('"press_brake"', '"lathe"')).figures).toEqual([])
    expect(drawingOf('{').wrong).toHaveLength(1)
  })
})
