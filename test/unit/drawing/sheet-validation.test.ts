import { describe, expect, it } from 'vitest'
import { sheetDxf } from '../../../shared/drawing/files.ts'
import { validateSheet } from '../../../shared/drawing/index.ts'
import type { Cutout, DrawnPiece, DrawnSheet, Vertex } from '../../../shared/drawing/index.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { profiledAs, sill, taperedAngle, withFlatPattern } from './sample-sheets.ts'

const refusalOf = (sheet: DrawnSheet) => {
  const sound = validateSheet(sheet)
  return sound.ok ? null : sound.error
}
const refused = (sheet: DrawnSheet) => {
  const refusal = refusalOf(sheet)
  return refusal === null ? null : [refusal.field, refusal.code]
}

const piecesAs = (change: Partial<DrawnPiece>): DrawnSheet => ({
  ...sill,
  pieces: sill.pieces.map((piece, index) => (index === 1 ? { ...piece, ...change } : piece)),
})
const bendsAs = (change: object) =>
  profiledAs(sill, { bends: sill.profile.bends.map((bend, index) => (index === 1 ? { ...bend, ...change } : bend)) })
const flangesAs = (change: object) =>
  profiledAs(sill, { flanges: sill.profile.flanges.map((one, index) => (index === 2 ? { ...one, ...change } : one)) })
const lineAs = (change: object) =>
  withFlatPattern(sill, {
    bendLines: sill.unfolding.bendLines.map((line, index) => (index === 2 ? { ...line, ...change } : line)),
  })
const cutoutsAs = (...more: Cutout[]) => withFlatPattern(sill, { cutouts: [...sill.unfolding.cutouts, ...more] })
const circle = (x: number, y: number, diameterMm: number): Cutout => ({ kind: 'circle', x, y, diameterMm })
const polyline = (...points: (readonly [number, number])[]): Cutout => ({
  kind: 'polyline',
  points: verticesOf(points),
})
const verticesOf = (points: readonly (readonly [number, number])[]): Vertex[] =>
  points.map(([x, y]) => ({ x, y, bulge: 0 }))
const outlineAs = (...points: (readonly [number, number])[]) =>
  withFlatPattern(sill, { outline: verticesOf(points), cutouts: [] })

/** A strip of `count` equal bends. Its flat pattern is valid except for its figures. */
function stripOf(count: number, turnDeg = 10): DrawnSheet {
  const widthMm = 30 * (count + 1)
  const each = Array.from({ length: count }, (_, bend) => bend)
  return {
    ...sill,
    profile: {
      ...sill.profile,
      flanges: Array.from({ length: count + 1 }, () => ({ lengthMm: 30, endLengthMm: null })),
      bends: each.map(() => ({ angleDeg: turnDeg, insideRadiusMm: 1, hem: null, gapMm: 0 })),
    },
    unfolding: {
      widthMm,
      lengthMm: 2000,
      bendLines: each.map((bend) => ({
        bend,
        positionMm: 30 * (bend + 1),
        endPositionMm: null,
        direction: turnDeg > 0 ? 'up' : 'down',
        angleDeg: Math.abs(turnDeg),
      })),
      outline: verticesOf([
        [0, 0],
        [widthMm, 0],
        [widthMm, 2000],
        [0, 2000],
      ]),
      cutouts: [],
    },
  }
}

/** A strip of two bends whose middle flange widens, with bend lines at these positions of the near and the far end. */
function taperedStrip(...ends: readonly (readonly [number, number])[]): DrawnSheet {
  const strip = stripOf(2)
  const flanges = strip.profile.flanges.map((one, index) => (index === 1 ? { ...one, endLengthMm: 40 } : one))
  const bendLines = strip.unfolding.bendLines.map((line, index) => {
    const [positionMm, endPositionMm] = ends[index] ?? [NaN, NaN]
    return { ...line, positionMm, endPositionMm }
  })
  return withFlatPattern(profiledAs(strip, { flanges }), { bendLines })
}

describe('a valid sheet', () => {
  it('is every sheet of the sandbox, also the deliberately wrong ones, which differ only in figures', () => {
    const sheets = sandboxSheets()
    expect(sheets).toHaveLength(104)
    for (const sheet of sheets) expect([sheet.id, refusalOf(sheet)]).toEqual([sheet.id, null])
  })

  it('is returned unchanged, and may be tapered, have pieces of both hands and 1 to 14 bends', () => {
    expect(validateSheet(sill)).toEqual({ ok: true, value: sill })
    for (const sheet of [taperedAngle, taperedStrip([30, 30], [60, 70]), stripOf(1), stripOf(14)])
      expect(refusalOf(sheet)).toBeNull()
  })

  it.each<[string, DrawnSheet]>([
    ['a cut-out that runs either way round', cutoutsAs(polyline([150, 700], [150, 720], [170, 710]))],
    ['a circle amid a ring of others', cutoutsAs(circle(60, 600, 8), circle(80, 600, 8), circle(70, 600, 8))],
    ['a hole on a bend line', cutoutsAs(circle(154.6, 700, 8))],
    ['a bend line a hundredth off its straight', lineAs({ endPositionMm: 154.61 })],
    ['a bend line elsewhere than its profile puts it', lineAs({ positionMm: 150 })],
  ])('may have %s', (_what, sheet) => {
    expect(refusalOf(sheet)).toBeNull()
  })
})

const notchTouchingEdge = outlineAs([0, 0], [198.4, 0], [198.4, 2000], [0, 2000], [0, 1000], [198.4, 900], [0, 800])
const spike = outlineAs([0, 0], [198.4, 0], [198.4, 2000], [198.4, 1000], [0, 1000], [0, 2000], [0, 500])

describe('a sheet is refused at its field, with the figure, for', () => {
  it.each<[string, DrawnSheet, string, string]>([
    ['no bends', stripOf(0), 'profile.bends', 'wrong_count'],
    ['15 bends', stripOf(15), 'profile.bends', 'wrong_count'],
    ['a thickness of 0', profiledAs(sill, { thicknessMm: 0 }), 'profile.thicknessMm', 'not_positive'],
    ['a thickness that is not a number', profiledAs(sill, { thicknessMm: NaN }), 'profile.thicknessMm', 'not_a_number'],
    [
      'a negative strength',
      profiledAs(sill, { tensileStrengthMpa: -330 }),
      'profile.tensileStrengthMpa',
      'not_positive',
    ],
    ['a negative flange', flangesAs({ lengthMm: -120 }), 'profile.flanges[2].lengthMm', 'not_positive'],
    ['an endless flange', flangesAs({ lengthMm: Infinity }), 'profile.flanges[2].lengthMm', 'not_a_number'],
    ['a far end of no length', flangesAs({ endLengthMm: 0 }), 'profile.flanges[2].endLengthMm', 'not_positive'],
    ['a flange shorter than its bends', flangesAs({ lengthMm: 2 }), 'profile.flanges[2].lengthMm', 'too_short'],
    ['a bend that does not turn', bendsAs({ angleDeg: 0 }), 'profile.bends[1].angleDeg', 'out_of_range'],
    ['a bend past 180°', bendsAs({ angleDeg: 190 }), 'profile.bends[1].angleDeg', 'out_of_range'],
    [
      'a radius that is not a number',
      bendsAs({ insideRadiusMm: NaN }),
      'profile.bends[1].insideRadiusMm',
      'not_a_number',
    ],
    ['a negative gap', bendsAs({ gapMm: -1 }), 'profile.bends[1].gapMm', 'out_of_range'],
    ['a new kind of hem', bendsAs({ angleDeg: 180, hem: 'rolled' }), 'profile.bends[1].hem', 'unknown_value'],
    ['a profile that runs through itself', stripOf(5, 90), 'profile.bends[3]', 'crosses'],

    ['a width of 0', withFlatPattern(sill, { widthMm: 0 }), 'unfolding.widthMm', 'not_positive'],
    ['a length that is not a number', withFlatPattern(sill, { lengthMm: NaN }), 'unfolding.lengthMm', 'not_a_number'],
    ['a width other than its outline’s', withFlatPattern(sill, { widthMm: 190 }), 'unfolding.outline', 'contradicts'],
    [
      'a length other than its outline’s',
      withFlatPattern(sill, { lengthMm: 2010 }),
      'unfolding.outline',
      'contradicts',
    ],
    ['an outline of two corners', outlineAs([0, 0], [198.4, 2000], [0, 0]), 'unfolding.outline', 'wrong_count'],
    ['an outline that touches itself', notchTouchingEdge, 'unfolding.outline', 'crosses'],
    ['an outline that folds back on itself', spike, 'unfolding.outline', 'crosses'],

    [
      'a bend line too many',
      withFlatPattern(stripOf(2), { bendLines: stripOf(3).unfolding.bendLines }),
      'unfolding.bendLines',
      'wrong_count',
    ],
    ['two lines of one bend', lineAs({ bend: 1 }), 'unfolding.bendLines[2].bend', 'contradicts'],
    ['the line of a bend that is not there', lineAs({ bend: 4 }), 'unfolding.bendLines[2].bend', 'contradicts'],
    ['half a bend', lineAs({ bend: 0.5 }), 'unfolding.bendLines[2].bend', 'contradicts'],
    [
      'a line before the line of the previous bend',
      lineAs({ positionMm: 30 }),
      'unfolding.bendLines[2].positionMm',
      'contradicts',
    ],
    [
      'lines that swap places at the near end',
      taperedStrip([30, 30], [29, 70]),
      'unfolding.bendLines[1].positionMm',
      'contradicts',
    ],
    [
      'lines that swap places at the far end',
      taperedStrip([30, 30], [60, 29]),
      'unfolding.bendLines[1].positionMm',
      'contradicts',
    ],
    ['a line outside the blank', lineAs({ positionMm: 199 }), 'unfolding.bendLines[2].positionMm', 'outside'],
    [
      'a far end that is not a number',
      lineAs({ endPositionMm: NaN }),
      'unfolding.bendLines[2].endPositionMm',
      'not_a_number',
    ],
    [
      'a slanted line without taper',
      lineAs({ endPositionMm: 150 }),
      'unfolding.bendLines[2].endPositionMm',
      'contradicts',
    ],
    ['a line of the other direction', lineAs({ direction: 'up' }), 'unfolding.bendLines[2].direction', 'contradicts'],
    ['a line of another angle', lineAs({ angleDeg: 105 }), 'unfolding.bendLines[2].angleDeg', 'contradicts'],

    ['a hole beside the blank', cutoutsAs(circle(300, 100, 6)), 'unfolding.cutouts[3]', 'outside'],
    ['a hole that reaches over the edge', cutoutsAs(circle(197, 50, 6)), 'unfolding.cutouts[3]', 'outside'],
    ['a hole in a cut-off corner', cutoutsAs(circle(4, 6, 3)), 'unfolding.cutouts[3]', 'outside'],
    [
      'a cut-out around the blank',
      cutoutsAs(polyline([-1, -1], [199, -1], [199, 2001], [-1, 2001])),
      'unfolding.cutouts[3]',
      'outside',
    ],
    [
      'a cut-out along the edge',
      cutoutsAs(polyline([180, 500], [198.4, 500], [198.4, 520], [180, 520])),
      'unfolding.cutouts[3]',
      'outside',
    ],
    [
      'a cut-out that crosses itself',
      cutoutsAs(polyline([150, 700], [170, 720], [170, 700], [150, 720])),
      'unfolding.cutouts[3]',
      'crosses',
    ],
    ['cut-outs that overlap', cutoutsAs(circle(99, 60, 6)), 'unfolding.cutouts[3]', 'crosses'],
    ['a cut-out within another', cutoutsAs(circle(80, 300, 5)), 'unfolding.cutouts[3]', 'crosses'],
    [
      'a cut-out around another',
      cutoutsAs(polyline([85, 50], [105, 50], [105, 70], [85, 70])),
      'unfolding.cutouts[3]',
      'crosses',
    ],
    ['a hole of no size', cutoutsAs(circle(50, 500, 0)), 'unfolding.cutouts[3].diameterMm', 'not_positive'],
    ['a hole at no place', cutoutsAs(circle(NaN, 500, 5)), 'unfolding.cutouts[3].x', 'not_a_number'],
    [
      'a cut-out of two corners',
      cutoutsAs(polyline([50, 500], [60, 500])),
      'unfolding.cutouts[3].points',
      'wrong_count',
    ],

    ['no pieces', { ...sill, pieces: [] }, 'pieces', 'wrong_count'],
    ['pieces that are more than the sheet', piecesAs({ quantity: 4 }), 'quantity', 'contradicts'],
    ['half a piece', piecesAs({ quantity: 2.5 }), 'pieces[1].quantity', 'out_of_range'],
    ['pieces of one number', piecesAs({ pieceNo: 1 }), 'pieces[1].pieceNo', 'contradicts'],
    ['a piece of no length', piecesAs({ lengthMm: 0 }), 'pieces[1].lengthMm', 'not_positive'],
    ['a far length that is not a number', piecesAs({ endLengthMm: NaN }), 'pieces[1].endLengthMm', 'not_a_number'],
    ['a piece longer than the sheet says', piecesAs({ lengthMm: 2001 }), 'lengthMm', 'contradicts'],
    ['a piece for a third hand', piecesAs({ hand: 'both' }), 'pieces[1].hand', 'unknown_value'],
    ['a piece too short for its cut-outs', piecesAs({ lengthMm: 70 }), 'pieces[1].cutouts[2]', 'outside'],
    [
      'a piece wider than the flat pattern',
      piecesAs({
        outline: verticesOf([
          [0, 0],
          [210, 0],
          [210, 1350],
          [0, 1350],
        ]),
      }),
      'pieces[1].outline',
      'contradicts',
    ],
    ['a piece’s own hole outside', piecesAs({ cutouts: [circle(50, 1360, 5)] }), 'pieces[1].cutouts[0]', 'outside'],
    ['a version that is none', { ...sill, drawingVersion: NaN }, 'drawingVersion', 'not_a_number'],
  ])('%s', (_what, sheet, field, code) => {
    const refusal = refusalOf(sheet)
    expect([refusal?.field, refusal?.code]).toEqual([field, code])
    expect(refusal?.message).toMatch(code === 'not_a_number' ? /not a number|no position/ : /\d|"/)
    expect(sheetDxf(sheet)).toEqual({ ok: false, error: refusal })
  })
})

type Path = readonly string[]

/** The path of every figure of a sheet. */
function figures(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => figures(inner, [...path, key]))
}

function withFigure(sheet: DrawnSheet, path: Path, figure: number): DrawnSheet {
  const copy = structuredClone(sheet)
  let inner: object = copy
  for (const key of path.slice(0, -1)) {
    const next: unknown = Reflect.get(inner, key)
    if (typeof next !== 'object' || next === null) throw new Error(`nothing at ${key}`)
    inner = next
  }
  Reflect.set(inner, path.at(-1) ?? '', figure)
  return copy
}

const fieldOf = (path: Path): string =>
  path.map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : index === 0 ? key : `.${key}`)).join('')

describe('a figure that is not a number', () => {
  const ownShapes = piecesAs({
    endLengthMm: 1300,
    outline: verticesOf([
      [0, 0],
      [198.4, 0],
      [198.4, 1350],
      [0, 1300],
    ]),
    cutouts: [circle(50, 100, 5), polyline([60, 200], [80, 200], [80, 220])],
  })
  it('is absent from every unchanged sheet', () => {
    for (const sheet of [sill, taperedAngle, ownShapes]) expect(refusalOf(sheet)).toBeNull()
  })

  it.each([NaN, Infinity, -Infinity])('as %f is refused in every field, with the path of the field', (figure) => {
    for (const sheet of [sill, taperedAngle, ownShapes]) {
      const paths = figures(sheet)
      expect(paths.length).toBeGreaterThan(30)
      for (const path of paths) {
        const code = path.at(-1) === 'bend' ? 'contradicts' : 'not_a_number'
        expect(refused(withFigure(sheet, path, figure))).toEqual([fieldOf(path), code])
      }
    }
  })
})
