import { createRequire } from 'node:module'
import type { IDxf } from 'dxf-parser'
import { describe, expect, it } from 'vitest'
import { dxfPresets, sheetDxf } from '../../../shared/drawing/files.ts'
import type { DrawnSheet, DxfOptions } from '../../../shared/drawing/files.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { sill, taperedAngle, withFlatPattern } from './sample-sheets.ts'

function dxf(sheet: DrawnSheet, options?: DxfOptions): string {
  const result = sheetDxf(sheet, options)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

// The types of the package do not match its exports, so this declares the export.
const DxfParser: new () => { parseSync(text: string): IDxf | null } = createRequire(import.meta.url)('dxf-parser')

function parsed(text: string) {
  const read = new DxfParser().parseSync(text)
  if (read === null) throw new Error('no DXF')
  return read
}
const onLayer = (text: string, layer: string) => parsed(text).entities.filter((entity) => entity.layer === layer)

/** The figures after a group code, in the order of the file. */
function groups(text: string, code: number): string[] {
  const lines = text.split('\n')
  return lines.filter((_, index) => index % 2 === 1 && Number(lines[index - 1]) === code)
}

const textLayerColour = (text: string) => groups(text.slice(text.indexOf('\nTEXT\n')), 62)[0]
const holes = (text: string) =>
  onLayer(text, 'IV_INTERIOR_PROFILES').flatMap((entity) => ('center' in entity ? [entity.center] : []))

describe('the DXF of a blank', () => {
  it('has one closed outline, its cut-outs, and a line for each bend on the layer of its direction', () => {
    const text = dxf(sill)
    expect(onLayer(text, 'IV_OUTER_PROFILE')).toMatchObject([{ type: 'LWPOLYLINE', shape: true }])
    expect(onLayer(text, 'IV_INTERIOR_PROFILES').map(({ type }) => type)).toEqual(['CIRCLE', 'CIRCLE', 'LWPOLYLINE'])
    expect(onLayer(text, 'IV_BEND')).toMatchObject([
      { type: 'LINE', lineType: 'CENTER', colorIndex: 3 },
      { type: 'LINE', lineType: 'CENTER', colorIndex: 3 },
    ])
    expect(onLayer(text, 'IV_BEND_DOWN')).toMatchObject([
      { type: 'LINE', lineType: 'DASHED', colorIndex: 1 },
      { type: 'LINE', lineType: 'DASHED', colorIndex: 1 },
    ])
  })

  it('contains its unit, its extent and its code page', () => {
    expect(parsed(dxf(sill)).header).toMatchObject({
      $ACADVER: 'AC1021',
      $INSUNITS: 4,
      $MEASUREMENT: 1,
      $DWGCODEPAGE: 'ANSI_1252',
      $EXTMIN: { x: 0, y: 0 },
      $EXTMAX: { x: 198.4, y: 2000 },
    })
  })

  it('has its texts on a hidden layer by default', () => {
    expect(textLayerColour(dxf(sill))).toBe('-2')
    expect(textLayerColour(dxf(sill, { showTexts: true }))).toBe('2')
  })

  it('has the same bytes for the same sheet, whatever was drawn in between', () => {
    const once = dxf(sill)
    dxf(taperedAngle)
    expect(dxf(sill)).toBe(once)
  })

  it('ends in a newline, and its figures have no exponent and at most six decimals', () => {
    const slanted = {
      ...sill.unfolding.bendLines[0],
      bend: 0,
      positionMm: 11.7000000004,
      endPositionMm: 11.70000004,
      direction: 'up',
      angleDeg: 180,
    }
    const text = dxf(withFlatPattern(sill, { bendLines: [slanted, ...sill.unfolding.bendLines.slice(1)] }))
    expect(text.endsWith('\nEOF\n')).toBe(true)
    for (const code of [10, 11, 20, 21, 40]) {
      for (const figure of groups(text, code)) expect(figure).toMatch(/^-?\d+(\.\d{1,6})?$/)
    }
  })

  it('mirrors a left piece: its holes have the same distance from the other end', () => {
    const [, right, left] = sill.pieces
    expect(holes(dxf(sill, { piece: right }))).toMatchObject([{ y: 60 }, { y: 60 }])
    expect(holes(dxf(sill, { piece: left }))).toMatchObject([{ y: 1290 }, { y: 1290 }])
  })

  it('omits bends and texts from a file for cutting only', () => {
    const layers = new Set(parsed(dxf(sill, { preset: 'cutting-only' })).entities.map(({ layer }) => layer))
    expect(layers).toEqual(new Set(['IV_OUTER_PROFILE', 'IV_INTERIOR_PROFILES']))
  })

  it('writes only lines and arcs on layer 0 for readers without polylines', () => {
    const { entities } = parsed(dxf(sill, { preset: 'plain' }))
    expect(new Set(entities.map(({ type }) => type))).toEqual(new Set(['LINE', 'ARC', 'CIRCLE']))
    expect(new Set(entities.map(({ layer }) => layer))).toEqual(new Set(['0']))
    expect(entities.filter(({ type }) => type === 'ARC')).toMatchObject([{ radius: 10 }, { radius: 10 }])
  })

  it.each(dxfPresets)('has layers with ASCII names and is not empty as %s', (preset) => {
    const text = dxf(sill, { preset })
    expect(text).toMatch(/^[\x20-\x7e\n]*$/)
    expect(parsed(text).entities.length).toBeGreaterThan(3)
  })

  it('has the box of the flat pattern and its bends, up and down, for every sheet of the sandbox', () => {
    for (const sheet of sandboxSheets()) {
      const text = dxf(sheet)
      const [outline] = onLayer(text, 'IV_OUTER_PROFILE')
      const points = outline !== undefined && 'vertices' in outline ? outline.vertices : []
      if (!Array.isArray(points)) throw new Error('an outline has corners')
      expect(Math.max(...points.map(({ x }: { x: number }) => x))).toBeCloseTo(sheet.unfolding.widthMm, 6)
      expect(Math.max(...points.map(({ y }: { y: number }) => y))).toBeCloseTo(sheet.unfolding.lengthMm, 6)
      const up = sheet.unfolding.bendLines.filter(({ direction }) => direction === 'up').length
      expect(onLayer(text, 'IV_BEND')).toHaveLength(up)
      expect(onLayer(text, 'IV_BEND_DOWN')).toHaveLength(sheet.unfolding.bendLines.length - up)
    }
  })

  it('is refused if the flat pattern contradicts itself', () => {
    expect(sheetDxf(withFlatPattern(sill, { lengthMm: 1999 }))).toMatchObject({
      ok: false,
      error: { field: 'unfolding.outline' },
    })
  })
})
