import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bendPositions, plateOf } from '../../../shared/drawing/index.ts'
import type { DrawnPiece, DrawnSheet, Plate, Vertex } from '../../../shared/drawing/index.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { edges, pathBox } from '../../../shared/drawing/outline.ts'
import { profiledAs, sill, taperedAngle, unfoldedAs } from './sample-sheets.ts'

function plate(sheet: DrawnSheet, piece?: DrawnPiece): Plate {
  const made = plateOf(sheet, piece)
  if (!made.ok) throw new Error(`${made.refusal.field}: ${made.refusal.message}`)
  return made.value
}

const hundredth = (value: number) => Math.round(value * 100) / 100
const at = (x: number, y: number, bulge = 0): Vertex => ({ x: hundredth(x), y: hundredth(y), bulge })

/** From 0 to `right` at the bottom; its right edge leans out by `slant` from its lower to its upper corner; every corner rounded smoothly. */
function roundedPlate(right: number, length: number, radius: number, slant: number): Vertex[] {
  const lean = Math.atan2(slant, length)
  // Of the corners at the lower and the upper right the edges turn by a quarter less and more than the lean.
  const [lower, upper] = [Math.PI / 2 - lean, Math.PI / 2 + lean].map((turn) => ({
    cut: radius * Math.tan(turn / 2),
    bulge: Math.round(Math.tan(turn / 4) * 1e6) / 1e6,
  }))
  if (lower === undefined || upper === undefined) return []
  const quarter = 0.414214
  const [dx, dy] = [Math.sin(lean), Math.cos(lean)]
  return [
    at(radius, 0),
    at(right - lower.cut, 0, lower.bulge),
    at(right + lower.cut * dx, lower.cut * dy),
    at(right + slant - upper.cut * dx, length - upper.cut * dy, upper.bulge),
    at(right + slant - upper.cut, length),
    at(radius, length, quarter),
    at(0, length - radius),
    at(0, radius, quarter),
  ]
}

const corners = (made: Plate) => made.outline.map(({ x, y }) => [x, y])
const [whole, right, left] = sill.pieces

describe('the plate of a piece', () => {
  it('is the unfolding as written where no piece is named', () => {
    expect(plate(sill)).toMatchObject({ widthMm: 198.4, lengthMm: 2000, outline: sill.unfolding.outline })
  })

  it('moves what lies beyond the middle to the length of a piece without an outline of its own', () => {
    expect(corners(plate(sill, right))).toEqual([
      [12, 0],
      [198.4, 0],
      [198.4, 1350],
      [0, 1350],
      [0, 20],
      [12, 12],
    ])
  })

  it('mirrors a left piece along its length and leaves a right one as it is', () => {
    const turned = plate(sill, left)
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
      plate(sill, right).bends.map(({ startMm, up }) => [startMm, up]),
    )
  })

  it('keeps the curves of a mirrored cut-out curved outwards', () => {
    const slot = plate(sill, left).cutouts[2]
    expect(slot?.kind === 'polyline' ? slot.points.map(({ x, y, bulge }) => [x, y, bulge]) : null).toEqual([
      [70, 1040, 0],
      [90, 1040, 1],
      [90, 1060, 0],
      [70, 1060, 1],
    ])
  })

  it('changes the ends of a tapered left piece about', () => {
    const piece: DrawnPiece = {
      pieceNo: 1,
      quantity: 1,
      lengthMm: 1000,
      endLengthMm: null,
      hand: 'left',
      outline: null,
      cutouts: null,
    }
    const bend = plate(taperedAngle, piece).bends[0]
    expect([bend?.startMm, bend?.endMm]).toEqual([49.4, 39.4])
    expect(corners(plate(taperedAngle, piece))).toContainEqual([138.8, 0])
  })

  it('cuts a left piece with an outline of its own as that outline says', () => {
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
    expect(plate(sill, piece)).toMatchObject({ lengthMm: 500, outline, cutouts: [] })
  })

  it('ends each bend line at the outline, also where a corner is cut off', () => {
    const [first] = plate(sill).bends
    expect(first?.from.y).toBeCloseTo(12.2, 9)
    expect(first?.to.y).toBe(2000)
    const slanted = plate(taperedAngle).bends[0]
    expect([slanted?.from, slanted?.to]).toEqual([
      { x: 39.4, y: 0 },
      { x: 49.4, y: 1000 },
    ])
  })

  it('leaves out a corner that stands twice, as the first does where an outline is closed by it', () => {
    const [first, ...others] = sill.unfolding.outline
    if (first === undefined) throw new Error('the sample has corners')
    expect(plate(unfoldedAs(sill, { outline: [first, first, ...others, first] }))).toEqual(plate(sill))
  })

  it('may have corners rounded by any radius, written to a hundredth, and ends its bend lines on them', () => {
    const figures = fc.record({
      width: fc.integer({ min: 130, max: 900 }),
      radius: fc.double({ min: 0.5, max: 60, noNaN: true }),
      slant: fc.double({ min: 0, max: 40, noNaN: true }),
    })
    fc.assert(
      fc.property(figures, ({ width, radius, slant }) => {
        const outline = roundedPlate(width, 2000, radius, slant)
        const line = { bend: 0, positionMm: radius / 2, endPositionMm: null, direction: 'up', angleDeg: 180 }
        const sheet = unfoldedAs(
          profiledAs(sill, { flanges: sill.profile.flanges.slice(0, 2), bends: sill.profile.bends.slice(0, 1) }),
          { widthMm: pathBox(edges(outline)).maxX, outline, cutouts: [], bendLines: [line] },
        )
        const [bend] = plate(sheet).bends
        expect(bend?.from.y).toBeCloseTo(radius - Math.sqrt(radius ** 2 - (radius / 2) ** 2), 1)
      }),
    )
  })

  it('has its bends in the order of the profile, however their lines are listed', () => {
    const turned = unfoldedAs(sill, { bendLines: sill.unfolding.bendLines.toReversed() })
    expect(plate(turned).bends).toEqual(plate(sill).bends)
  })

  it('is made of every piece of every sheet of the sandbox', () => {
    for (const sheet of sandboxSheets()) {
      for (const piece of sheet.pieces) expect(plateOf(sheet, piece)).toMatchObject({ ok: true })
    }
  })
})

describe('where each bend lies', () => {
  it('is told from the near end to the far one, and the other way about for a left piece', () => {
    expect(bendPositions(taperedAngle, 'right')).toEqual([{ bend: 0, startMm: 39.4, endMm: 49.4 }])
    expect(bendPositions(taperedAngle, 'none')).toEqual(bendPositions(taperedAngle, 'right'))
    expect(bendPositions(taperedAngle, 'left')).toEqual([{ bend: 0, startMm: 49.4, endMm: 39.4 }])
  })

  it('is the same at both ends of a straight piece, in the order of the profile', () => {
    const listed = unfoldedAs(sill, { bendLines: sill.unfolding.bendLines.toReversed() })
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
    ['a width that is no number', unfoldedAs(sill, { widthMm: NaN }), ['unfolding.widthMm', 'not_a_number']],
    ['a width other than its outline’s', unfoldedAs(sill, { widthMm: 190 }), ['unfolding.outline', 'contradicts']],
    [
      'an outline away from the origin',
      unfoldedAs(sill, { outline: sill.unfolding.outline.map((c) => ({ ...c, x: c.x + 5 })) }),
      ['unfolding.outline', 'contradicts'],
    ],
    [
      'an outline that crosses itself',
      unfoldedAs(sill, { outline: square, cutouts: [] }),
      ['unfolding.outline', 'crosses'],
    ],
    [
      'an outline that runs clockwise, as a mirror image would',
      unfoldedAs(sill, { outline: sill.unfolding.outline.toReversed() }),
      ['unfolding.outline', 'contradicts'],
    ],
    [
      'a corner that is no point',
      unfoldedAs(sill, { outline: [...sill.unfolding.outline, { x: Infinity, y: 0, bulge: 0 }] }),
      ['unfolding.outline[6].x', 'not_a_number'],
    ],
    [
      'a hole outside',
      unfoldedAs(sill, { cutouts: [{ kind: 'circle', x: 197, y: 50, diameterMm: 6 }] }),
      ['unfolding.cutouts[0]', 'outside'],
    ],
    ['a bend line too few', unfoldedAs(sill, { bendLines: lines }), ['unfolding.bendLines', 'wrong_count']],
    [
      'two lines for one bend',
      unfoldedAs(sill, { bendLines: [line, line, ...lines.slice(1)] }),
      ['unfolding.bendLines[1].bend', 'contradicts'],
    ],
    [
      'a bend outside the plate',
      unfoldedAs(sill, { bendLines: [{ ...line, positionMm: 250 }, ...lines] }),
      ['unfolding.bendLines[0].positionMm', 'outside'],
    ],
    [
      'a bend that goes sideways',
      unfoldedAs(sill, { bendLines: [{ ...line, direction: 'sideways' }, ...lines] }),
      ['unfolding.bendLines[0].direction', 'unknown_value'],
    ],
    [
      'an angle other than the profile’s',
      unfoldedAs(sill, { bendLines: [{ ...line, angleDeg: 90 }, ...lines] }),
      ['unfolding.bendLines[0].angleDeg', 'contradicts'],
    ],
    [
      'a direction against the profile’s',
      profiledAs(sill, {
        bends: sill.profile.bends.map((b) => ({ ...b, angleDeg: b.hem === null ? 0 - b.angleDeg : b.angleDeg })),
      }),
      ['unfolding.bendLines[1].direction', 'contradicts'],
    ],
    ['no flanges', profiledAs(sill, { flanges: [], bends: [] }), ['profile.flanges', 'wrong_count']],
  ])('%s', (_, sheet, wanted) => {
    const made = plateOf(sheet)
    expect(made.ok ? null : [made.refusal.field, made.refusal.code]).toEqual(wanted)
  })

  it('a piece with an outline of another length than its own', () => {
    const piece: DrawnPiece = { ...whole, lengthMm: 900, outline: sill.unfolding.outline }
    const made = plateOf({ ...sill, pieces: [piece] }, piece)
    expect(made.ok ? null : [made.refusal.field, made.refusal.code]).toEqual(['pieces[0].outline', 'contradicts'])
  })
})
