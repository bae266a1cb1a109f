// Valid sample sheets for tests of drawing. Each test changes one as it needs.
import type { DrawnSheet } from '../../../shared/drawing/index.ts'

/** A window sill: closed hem, four more bends both ways, colour on the outside, holes, two lengths, left and right pieces. */
export const sill: DrawnSheet = {
  id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a01',
  sheetNo: 3,
  drawingVersion: 2,
  reworkCount: 0,
  order: {
    numberDisplay: 'T-000012',
    title: 'Vindusbeslag sør',
    customerName: 'Bølgen Bygg AS',
    dueDate: '2026-11-24',
  },
  note: 'Hullene ≤ ⌀6, fall 15° på flate Å',
  quantity: 11,
  lengthMm: 2000,
  pieces: [
    { pieceNo: 1, quantity: 6, lengthMm: 2000, endLengthMm: null, hand: 'none', outline: null, cutouts: null },
    { pieceNo: 2, quantity: 3, lengthMm: 1350, endLengthMm: null, hand: 'right', outline: null, cutouts: null },
    { pieceNo: 3, quantity: 2, lengthMm: 1350, endLengthMm: null, hand: 'left', outline: null, cutouts: null },
  ],
  profile: {
    family: 'vindusbeslag',
    material: 'plastbelagt_stal',
    colour: 'RR33',
    colourSide: 'utside',
    film: 'face',
    thicknessMm: 0.6,
    tensileStrengthMpa: 330,
    flanges: [12, 25, 120, 30, 15].map((lengthMm) => ({ lengthMm, endLengthMm: null })),
    bends: [
      { angleDeg: 180, insideRadiusMm: 0, hem: 'closed', gapMm: 0 },
      { angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 },
      { angleDeg: -75, insideRadiusMm: 1, hem: null, gapMm: 0 },
      { angleDeg: -30, insideRadiusMm: 1, hem: null, gapMm: 0 },
    ],
  },
  unfolding: {
    widthMm: 198.4,
    lengthMm: 2000,
    bendLines: [
      { bend: 0, positionMm: 11.7, endPositionMm: null, direction: 'up', angleDeg: 180 },
      { bend: 1, positionMm: 35.9, endPositionMm: null, direction: 'up', angleDeg: 90 },
      { bend: 2, positionMm: 154.6, endPositionMm: null, direction: 'down', angleDeg: 75 },
      { bend: 3, positionMm: 183.9, endPositionMm: null, direction: 'down', angleDeg: 30 },
    ],
    outline: [
      { x: 12, y: 0, bulge: 0 },
      { x: 198.4, y: 0, bulge: 0 },
      { x: 198.4, y: 2000, bulge: 0 },
      { x: 0, y: 2000, bulge: 0 },
      { x: 0, y: 20, bulge: 0 },
      { x: 12, y: 12, bulge: 0 },
    ],
    cutouts: [
      { kind: 'circle', x: 95, y: 60, diameterMm: 6 },
      { kind: 'circle', x: 125, y: 60, diameterMm: 6 },
      {
        kind: 'polyline',
        points: [
          { x: 70, y: 290, bulge: 0 },
          { x: 90, y: 290, bulge: 1 },
          { x: 90, y: 310, bulge: 0 },
          { x: 70, y: 310, bulge: 1 },
        ],
      },
    ],
  },
  approval: { state: 'approved' },
}

/** An angle whose second leg widens from 60 to 90 along the piece, so that its outline and far edge are slanted. */
export const taperedAngle: DrawnSheet = {
  ...sill,
  id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02',
  sheetNo: 4,
  note: null,
  quantity: 1,
  lengthMm: 1000,
  pieces: [{ pieceNo: 1, quantity: 1, lengthMm: 1000, endLengthMm: null, hand: 'none', outline: null, cutouts: null }],
  profile: {
    ...sill.profile,
    family: 'vinkelbeslag',
    colourSide: 'innside',
    flanges: [
      { lengthMm: 40, endLengthMm: 50 },
      { lengthMm: 60, endLengthMm: 90 },
    ],
    bends: [{ angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }],
  },
  unfolding: {
    widthMm: 138.8,
    lengthMm: 1000,
    bendLines: [{ bend: 0, positionMm: 39.4, endPositionMm: 49.4, direction: 'up', angleDeg: 90 }],
    outline: [
      { x: 0, y: 0, bulge: 0 },
      { x: 98.8, y: 0, bulge: 0 },
      { x: 138.8, y: 1000, bulge: 0 },
      { x: 0, y: 1000, bulge: 0 },
    ],
    cutouts: [],
  },
}

/** The sheet with a changed `unfolding`. */
export const withFlatPattern = (sheet: DrawnSheet, change: Partial<DrawnSheet['unfolding']>): DrawnSheet => ({
  ...sheet,
  unfolding: { ...sheet.unfolding, ...change },
})

/** The sheet with a changed profile. */
export const profiledAs = (sheet: DrawnSheet, change: Partial<DrawnSheet['profile']>): DrawnSheet => ({
  ...sheet,
  profile: { ...sheet.profile, ...change },
})

/** A faulty sheet: reading this field throws. */
export const throwing = (sheet: DrawnSheet, field: 'profile' | 'note' | 'unfolding'): DrawnSheet =>
  Object.defineProperty({ ...sheet }, field, {
    get: () => {
      throw new Error(`no ${field} here`)
    },
  })
