import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bendPositions, blankOf } from '../../../shared/drawing/index.ts'
import type { DrawnPiece, DrawnSheet, Blank, Vertex } from '../../../shared/drawing/index.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { edges, pathBox } from '../../../shared/drawing/scene/outline.ts'
import { profiledAs, sill, taperedAngle, withFlatPattern } from './sample-sheets.ts'

function blank(sheet: DrawnSheet, piece?: DrawnPiece): Blank {
  const result = blankOf(sheet, piece)
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`)
  return result.value
}

const hundredth = (value: number) => Math.round(value * 100) / 100
const vertex = (x: number, y: number, bulge = 0): Vertex => ({ x: hundredth(x), y: hundredth(y), bulge })

/** Extends from 0 to `right` at the bottom; the right edge slants outwards by `slant` from bottom to top; every corner is rounded. */
function roundedBlank(right: number, length: number, radius: number, slant: number): Vertex[] {
  const lean = Math.atan2(slant, length)
  // the edges at the lower and the upper right corner turn by a quarter of a turn, less and more by the lean
  const [lower, upper] = [Math.PI / 2 - lean, Math.PI / 2 + lean].map((turn) => ({
    cut: radius * Math.tan(turn / 2),
    bulge: Math.round(Math.tan(turn / 4) * 1e6) / 1e6,
  }))
  if (lower === undefined || upper === undefined) return []
  const quarter = 0.414214
  const [dx, dy] = [Math.sin(lean), Math.cos(lean)]
  return [
    vertex(radius, 0),
    vertex(right - lower.cut, 0, lower.bulge),
    vertex(right + lower.cut * dx, lower.cut * dy),
    vertex(right + slant - upper.cut * dx, length - upper.cut * dy, upper.bulge),
    vertex(right + slant - upper.cut, length),
    vertex(radius, length, quarter),
    vertex(0, length - radius),
    vertex(0, radius, quarter),
  ]
}

const corners = (blank: Blank) => blank.outline.map(({ x, y }) => [x, y])
const [whole, right, left] = sill.pieces

describe('the blank of a piece', () => {
  it('is the flat pattern of the sheet if no piece is given', () => {
    expect(blank(sill)).toMatchObject({ widthMm: 198.4, lengthMm: 2000, outline: sill.unfolding.outline })
  })

  it('moves the part beyond the middle to the length of a piece without its own outline', () => {
    expect(corners(blank(sill, right))).toEqual([
      [12, 0],
      [198.4, 0],
      [198.4, 1350],
      [0, 1350],
      [0, 20],
      [12, 12],
    ])
  })

  it('mirrors a left piece along its length and does not change a right one', () => {
    const turned = blank(sill, left)
    expect(corners(turned)).toEqual([
      [12, 1338],
      [0, 1330],
      [0, 0],
      [198.4, 0],
      [198.4, 1350],
      [12, 1350],
    ])
    expect(turned.cutouts[0]).toMatchObject({ kind: 'circle', x: 95, y: 1290 })
    expect(turned.bends.map(({ startMm, up }) => [startMm, up])).toEqual(
      blank(sill, right).bends.map(({ startMm, up }) => [startMm, up]),
    )
  })

  it('preserves the direction of the curves of a mirrored cut-out', () => {
    const slot = blank(sill, left).cutouts[2]
    expect(slot?.kind === 'polyline' ? slot.points.map(({ x, y, bulge }) => [x, y, bulge]) : null).toEqual([
      [70, 1040, 0],
      [90, 1040, 1],
      [90, 1060, 0],
      [70, 1060, 1],
    ])
  })

  it('swaps the ends of a tapered left piece', () => {
    const piece: DrawnPiece = {
      pieceNo: 1,
      quantity: 1,
      lengthMm: 1000,
      endLengthMm: null,
      hand: 'left',
      outline: null,
      cutouts: null,
    }
    const bend = blank(taperedAngle, piece).bends[0]
    expect([bend?.startMm, bend?.endMm]).toEqual([49.4, 39.4])
    expect(corners(blank(taperedAngle, piece))).toContainEqual([138.8, 0])
  })

  it('uses the outline of a left piece that has its own', () => {
    const outline = [
      { x: 0, y: 0, bulge: 0 },
      { x: 198.4, y: 0, bulge: 0 },
      { x: 198.4, y: 500, bulge: 0 },
      { x: 0, y: 400, bulge: 0 },
    ]
    const piece: DrawnPiece = {
      pieceNo: 9,
      quantity: 1,
      lengthMm: 500,
      endLengthMm: 400,
      hand: 'left',
      outline,
      cutouts: [],
    }
    expect(blank(sill, piece)).toMatchObject({ lengthMm: 500, outline, cutouts: [] })
  })

  it('ends each bend line at the outline, also at a cut-off corner', () => {
    const [first] = blank(sill).bends
    expect(first?.from.y).toBeCloseTo(12.2, 9)
    expect(first?.to.y).toBe(2000)
    const slanted = blank(taperedAngle).bends[0]
    expect([slanted?.from, slanted?.to]).toEqual([
      { x: 39.4, y: 0 },
      { x: 49.4, y: 1000 },
    ])
  })

  it('removes a repeated corner, also the first one at the end of a closed outline', () => {
    const [first, ...others] = sill.unfolding.outline
    if (first === undefined) throw new Error('the sample has corners')
    expect(blank(withFlatPattern(sill, { outline: [first, first, ...others, first] }))).toEqual(blank(sill))
  })

  it('may have corners rounded by any radius, written to a hundredth, and ends its bend lines on them', () => {
    const figures = fc.record({
      width: fc.integer({ min: 130, max: 900 }),
      radius: fc.double({ min: 0.5, max: 60, noNaN: true }),
      slant: fc.double({ min: 0, max: 40, noNaN: true }),
    })
    fc.assert(
      fc.property(figures, ({ width, radius, slant }) => {
        const outline = roundedBlank(width, 2000, radius, slant)
        const line = { bend: 0, positionMm: radius / 2, endPositionMm: null, direction: 'up', angleDeg: 180 }
        const sheet = withFlatPattern(
          profiledAs(sill, { flanges: sill.profile.flanges.slice(0, 2), bends: sill.profile.bends.slice(0, 1) }),
          { widthMm: pathBox(edges(outline)).maxX, outline, cutouts: [], bendLines: [line] },
        )
        const [bend] = blank(sheet).bends
        expect(bend?.from.y).toBeCloseTo(radius - Math.sqrt(radius ** 2 - (radius / 2) ** 2), 1)
      }),
    )
  })

  it('has its bends in the order of the profile, however their lines are listed', () => {
    const turned = withFlatPattern(sill, { bendLines: sill.unfolding.bendLines.toReversed() })
    expect(blank(turned).bends).toEqual(blank(sill).bends)
  })

  it('exists for every piece of every sheet of the sandbox', () => {
    for (const sheet of sandboxSheets()) {
      for (const piece of sheet.pieces) expect(blankOf(sheet, piece)).toMatchObject({ ok: true })
    }
  })
})

describe('the position of each bend', () => {
  it('is listed from the near end to the far end, and reversed for a left piece', () => {
    expect(bendPositions(taperedAngle, 'right')).toEqual([{ bend: 0, startMm: 39.4, endMm: 49.4 }])
    expect(bendPositions(taperedAngle, 'none')).toEqual(bendPositions(taperedAngle, 'right'))
    expect(bendPositions(taperedAngle, 'left')).toEqual([{ bend: 0, startMm: 49.4, endMm: 39.4 }])
  })

  it('is the same at both ends of a straight piece, in the order of the profile', () => {
    const listed = withFlatPattern(sill, { bendLines: sill.unfolding.bendLines.toReversed() })
    expect(bendPositions(listed, 'left').map(({ bend, startMm, endMm }) => [bend, startMm, endMm])).toEqual([
      [0, 11.7, 11.7],
      [1, 35.9, 35.9],
      [2, 154.6, 154.6],
      [3, 183.9, 183.9],
    ])
  })
})

describe('a sheet that cannot be cut is refused at its field', () => {
  const [line, ...lines] = sill.unfolding.bendLines
  if (line === undefined || whole === undefined) throw new Error('the sample has bends and pieces')
  const square = [
    { x: 0, y: 0, bulge: 0 },
    { x: 198.4, y: 2000, bulge: 0 },
    { x: 198.4, y: 0, bulge: 0 },
    { x: 0, y: 2000, bulge: 0 },
  ]
  it.each<[string, DrawnSheet, [string, string]]>([
    ['a width that is not a number', withFlatPattern(sill, { widthMm: NaN }), ['unfolding.widthMm', 'not_a_number']],
    ['a width other than its outline’s', withFlatPattern(sill, { widthMm: 190 }), ['unfolding.outline', 'contradicts']],
    [
      'an outline away from the origin',
      withFlatPattern(sill, { outline: sill.unfolding.outline.map((c) => ({ ...c, x: c.x + 5 })) }),
      ['unfolding.outline', 'contradicts'],
    ],
    [
      'an outline that crosses itself',
      withFlatPattern(sill, { outline: square, cutouts: [] }),
      ['unfolding.outline', 'crosses'],
    ],
    [
      'an outline that runs clockwise, as a mirror image would',
      withFlatPattern(sill, { outline: sill.unfolding.outline.toReversed() }),
      ['unfolding.outline', 'contradicts'],
    ],
    [
      'a corner that is not a point',
      withFlatPattern(sill, { outline: [...sill.unfolding.outline, { x: Infinity, y: 0, bulge: 0 }] }),
      ['unfolding.outline[6].x', 'not_a_number'],
    ],
    [
      'a hole outside',
      withFlatPattern(sill, { cutouts: [{ kind: 'circle', x: 197, y: 50, diameterMm: 6 }] }),
      ['unfolding.cutouts[0]', 'outside'],
    ],
    ['a bend line too few', withFlatPattern(sill, { bendLines: lines }), ['unfolding.bendLines', 'wrong_count']],
    [
      'two lines for one bend',
      withFlatPattern(sill, { bendLines: [line, line, ...lines.slice(1)] }),
      ['unfolding.bendLines[1].bend', 'contradicts'],
    ],
    [
      'a bend outside the blank',
      withFlatPattern(sill, { bendLines: [{ ...line, positionMm: 250 }, ...lines] }),
      ['unfolding.bendLines[0].positionMm', 'outside'],
    ],
    [
      'a bend that goes sideways',
      withFlatPattern(sill, { bendLines: [{ ...line, direction: 'sideways' }, ...lines] }),
      ['unfolding.bendLines[0].direction', 'unknown_value'],
    ],
    [
      'an angle other than the profile’s',
      withFlatPattern(sill, { bendLines: [{ ...line, angleDeg: 90 }, ...lines] }),
      ['unfolding.bendLines[0].angleDeg', 'contradicts'],
    ],
    [
      'a direction against the profile’s',
      profiledAs(sill, {
        bends: sill.profile.bends.map((b) => ({ ...b, angleDeg: b.hem === null ? -b.angleDeg : b.angleDeg })),
      }),
      ['unfolding.bendLines[1].direction', 'contradicts'],
    ],
    ['no flanges', profiledAs(sill, { flanges: [], bends: [] }), ['profile.flanges', 'wrong_count']],
  ])('%s', (_, sheet, wanted) => {
    const result = blankOf(sheet)
    expect(result.ok ? null : [result.error.field, result.error.code]).toEqual(wanted)
  })

  it('a piece with an outline of another length than its own', () => {
    const piece: DrawnPiece = { ...whole, lengthMm: 900, outline: sill.unfolding.outline }
    const result = blankOf({ ...sill, pieces: [piece] }, piece)
    expect(result.ok ? null : [result.error.field, result.error.code]).toEqual(['pieces[0].outline', 'contradicts'])
  })
})
