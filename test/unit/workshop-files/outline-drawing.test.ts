// A tool's drawing: its closed loops, and the drawings that are refused.
import { createRequire } from 'node:module'
import { describe, expect, it, test } from 'vitest'
import type { IDxf } from 'dxf-parser'
import {
  deriveTool,
  placeOutline,
  referencePoints,
  turnUpright,
  validateOutline,
} from '../../../shared/bending/fit/index.ts'
import { readOutlineDrawing } from '../../../shared/workshop-files/index.ts'
import type { OutlineDrawing } from '../../../shared/workshop-files/index.ts'
import { tables } from '../bending/fit/shipped-workshop.ts'
import { arc, circle, dxfText, line, millimetres, polyline, punchEntities } from './dxf-drawings.ts'

function drawing(text: string): OutlineDrawing {
  const result = readOutlineDrawing(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe('reading the drawing of a tool', () => {
  it('reads the outline and the figures of a punch from lines and an arc', () => {
    const { loops, notices } = drawing(dxfText(punchEntities(), millimetres))
    expect(notices).toEqual([])
    expect(loops).toHaveLength(1)
    const loop = loops[0]?.corners ?? []
    const [tip] = referencePoints(loop, 'punch')
    expect(tip?.x).toBeCloseTo(200, 2)
    const outline = placeOutline(loop, tip ?? { x: 0, y: 0 })
    expect(validateOutline(outline, 'punch')).toEqual([])
    expect(deriveTool(outline, 'punch')).toMatchObject({ heightMm: 90, bodyWidthMm: 20 })
    expect(deriveTool(outline, 'punch').tipRadiusMm).toBeCloseTo(1, 1)
    expect(deriveTool(outline, 'punch').includedDeg).toBeCloseTo(90, 0)
  })

  it.each([0, 1, 2, 3] as const)(
    'reads a shipped die that is drawn with %i quarter turns as the same die',
    (quarterTurns) => {
      const outline = tables.tools.dies.find(({ id }) => id === 'v12-88-t')?.outline ?? []
      const drawn = turnUpright(outline, { quarterTurns, isMirrored: false }).map(
        ({ x, y }) => [x + 70, y - 12] as const,
      )
      const loop = drawing(dxfText([polyline(drawn)], millimetres)).loops[0]?.corners ?? []
      const inverse = { quarterTurns: ([0, 3, 2, 1] as const)[quarterTurns], isMirrored: true }
      const upright = turnUpright(loop, inverse)
      const placed = referencePoints(upright, 'die').map((point) => placeOutline(upright, point))
      expect(placed).toHaveLength(1)
      expect(validateOutline(placed[0] ?? [], 'die')).toEqual([])
      expect(deriveTool(placed[0] ?? [], 'die')).toEqual(deriveTool(outline, 'die'))
    },
  )

  it('finds both middles of a block with two Vs', () => {
    const block = [
      [0, 0],
      [60, 0],
      [60, 55],
      [45, 55],
      [40, 50],
      [35, 55],
      [18, 55],
      [15, 52],
      [12, 55],
      [0, 55],
    ] as const
    const loop = drawing(dxfText([polyline(block)], millimetres)).loops[0]?.corners ?? []
    expect(referencePoints(loop, 'die')).toEqual([
      { x: 15, y: 55 },
      { x: 40, y: 55 },
    ])
  })

  it('reads bulges and circles as chords within 0.02 mm, and returns the largest loop first', () => {
    const slot = polyline([
      [0, 0],
      [40, 0, 1],
      [40, 20],
      [0, 20, 1],
    ])
    const { loops } = drawing(dxfText([circle(20, 10, 4), slot], millimetres))
    expect(loops).toHaveLength(2)
    const [outer, inner] = loops.map(({ corners }) => corners)
    expect(Math.max(...(outer ?? []).map(({ x }) => x))).toBeCloseTo(50, 1)
    expect(Math.min(...(outer ?? []).map(({ x }) => x))).toBeCloseTo(-10, 1)
    for (const { x, y } of inner ?? []) expect(Math.hypot(x - 20, y - 10)).toBeCloseTo(4, 2)
    for (const [index, { x, y }] of (inner ?? []).entries()) {
      const next = inner?.[(index + 1) % inner.length] ?? { x, y }
      expect(Math.hypot((x + next.x) / 2 - 20, (y + next.y) / 2 - 10)).toBeGreaterThan(3.98)
    }
  })

  it('skips the layers of dimensions and borders', () => {
    const { loops } = drawing(dxfText([...punchEntities(), circle(0, 0, 500, 'BORDER'), circle(0, 0, 9, 'Dim_1')]))
    expect(loops).toHaveLength(1)
  })

  it('closes gaps of up to 0.5 mm, drops lines that are drawn twice, and reports both', () => {
    const square = [line(0, 0, 30, 0), line(30, 0.3, 30, 30), line(30, 30, 0, 30), line(0, 30, 0, 0), line(0, 0, 30, 0)]
    const { loops, notices } = drawing(dxfText(square, millimetres))
    expect(loops.map(({ corners }) => corners.length)).toEqual([5])
    expect(notices).toEqual([
      { code: 'dxf_gaps', params: { count: 1, widestMm: 0.3 } },
      { code: 'dxf_doubles', params: { count: 1 } },
    ])
  })

  it('converts inches to millimetres', () => {
    const inch = polyline([
      [0, 0],
      [1, 0],
      [1, 4],
      [0, 4],
    ])
    const header = [
      [9, '$INSUNITS'],
      [70, 1],
    ] as const
    expect(drawing(dxfText([inch], header)).loops[0]?.corners).toContainEqual({ x: 25.4, y: 101.6 })
    expect(drawing(dxfText([inch])).notices).toEqual([{ code: 'dxf_inches', params: {} }])
  })

  test.each<[string, string, object]>([
    ['is no DXF', 'solid\nfacet', { code: 'dxf_no_dxf', params: { line: 1 } }],
    ['is empty', '', { code: 'dxf_no_dxf' }],
    ['has no lines', dxfText([]), { code: 'dxf_no_lines' }],
    ['is open', dxfText([line(0, 0, 30, 0), line(30, 2, 30, 30), line(30, 30, 0, 0)]), { code: 'dxf_open' }],
    [
      'has a spline',
      dxfText([
        ...punchEntities(),
        [
          [0, 'SPLINE'],
          [8, 'TOOL'],
        ],
      ]),
      { code: 'dxf_curve', params: { kind: 'SPLINE', layer: 'TOOL' } },
    ],
    [
      'has an ellipse',
      dxfText([
        [
          [0, 'ELLIPSE'],
          [8, '0'],
        ],
      ]),
      { code: 'dxf_curve' },
    ],
    ['has a coordinate that is not a number', dxfText([line(0, NaN, 1, 1)]), { code: 'dxf_number' }],
    [
      'has light years as its unit',
      dxfText(punchEntities(), [
        [9, '$INSUNITS'],
        [70, 20],
      ]),
      { code: 'dxf_unit', params: { code: 20 } },
    ],
    [
      'has too many lines',
      dxfText(Array.from({ length: 5_001 }, (_, index) => line(index, 0, index + 1, 0))),
      { code: 'dxf_too_large' },
    ],
  ])('refuses a drawing that %s', (_, text, error) => {
    expect(readOutlineDrawing(text)).toMatchObject({ ok: false, error: error })
  })

  it('reads an outline that crosses itself, which the validation of the outline refuses', () => {
    const selfCrossing = polyline([
      [0, 0],
      [30, 60],
      [30, 0],
      [0, 60],
    ])
    const loop = drawing(dxfText([selfCrossing], millimetres)).loops[0]?.corners ?? []
    expect(validateOutline(loop, 'punch')).toMatchObject([{ code: 'outline_crosses' }])
  })

  it('reads the same types of entities as another reader', () => {
    const DxfParser: new () => { parseSync(text: string): IDxf | null } = createRequire(import.meta.url)('dxf-parser')
    const text = dxfText([...punchEntities(), arc(0, 0, 5, 350, 10)], millimetres)
    const parsed = new DxfParser().parseSync(text)
    expect(parsed?.entities.map(({ type }) => type)).toEqual(['ARC', 'LINE', 'LINE', 'LINE', 'LINE', 'LINE', 'ARC'])
    expect(drawing(text).notices).toMatchObject([{ code: 'dxf_open', params: { count: 1 } }])
  })
})
