// Which angle correction is offered for a bend from the stored ones.
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  correctionByMeasure,
  isValidCorrection,
  offeredCorrection,
  type BendSetting,
  type StoredCorrection,
} from '../../../shared/bending/index.ts'

const setting: BendSetting = {
  material: 'sink',
  thicknessMm: 0.8,
  tool: 'V8',
  punch: 'straight-88',
  vMm: 8,
  punchRadiusMm: 0.6,
  bumpRadiusMm: null,
}
const correction = (
  includedDeg: number,
  correctionDeg: number,
  more: Partial<StoredCorrection> = {},
): StoredCorrection => ({
  ...setting,
  includedDeg,
  correctionDeg,
  takenBack: false,
  ...more,
})
const offered = (stored: readonly StoredCorrection[], includedDeg = 90, bend = setting): number | null =>
  offeredCorrection(stored, { ...bend, includedDeg })?.correctionDeg ?? null

describe('of the same angle', () => {
  test('the newest is offered, whatever other angles are stored', () => {
    expect(offered([correction(90, -1), correction(90, -2), correction(88, 4), correction(92, 4)])).toBe(-2)
  })
  test('a withdrawn correction is not offered, nor the one that it replaced', () => {
    const stored = [correction(90, -1), correction(90, -2), correction(90, 0, { takenBack: true })]
    expect(offered(stored)).toBeNull()
    expect(offered([...stored, correction(90, -3)])).toBe(-3)
    expect(offered([...stored, correction(85, -1), correction(95, -2)])).toBe(-1.5)
  })
  test('a correction that would close the bend or open it flat is not offered', () => {
    expect(offered([correction(175, 6)], 175)).toBeNull()
    expect(offered([correction(90, 15)])).toBe(15)
    expect(offered([correction(90, 15.1)])).toBeNull()
  })
})

describe('between two angles', () => {
  test('it is interpolated and rounded to a tenth', () => {
    expect(offered([correction(85, -1), correction(95, -2)], 88)).toBe(-1.3)
    expect(
      offeredCorrection([correction(95, -2), correction(85, -1)], { ...setting, includedDeg: 88 })?.from,
    ).toMatchObject([{ includedDeg: 85 }, { includedDeg: 95 }])
  })
  test.each([
    ['both within 10°', 80, 100, -1.5],
    ['one further than 10°', 79.9, 100, null],
    ['the other further than 10°', 80, 100.1, null],
  ])('%s', (_, below, above, wanted) => {
    expect(offered([correction(below, -1), correction(above, -2)])).toBe(wanted)
  })
  test('nothing is offered if their corrections differ by more than 5°', () => {
    expect(offered([correction(85, -2), correction(95, 3)])).toBe(0.5)
    expect(offered([correction(85, -2), correction(95, 3.1)])).toBeNull()
  })
  test('it uses the nearest on either side, and never two on one side', () => {
    expect(offered([correction(81, 9), correction(85, -1), correction(95, -2), correction(99, 9)])).toBe(-1.5)
    expect(offered([correction(85, -1), correction(88, -2)])).toBeNull()
  })
})

test.each([
  ['material', { material: 'kobber' }],
  ['thickness', { thicknessMm: 0.81 }],
  ['die', { tool: 'V8 sharp' }],
  ['V', { vMm: 10 }],
  ['punch', { punch: 'gooseneck-85' }],
  ['punch, which was not stored', { punch: null }],
  ['punch radius', { punchRadiusMm: 0.8 }],
  ['punch radius, which is not known', { punchRadiusMm: null }],
  ['number of strokes: a bump row', { bumpRadiusMm: 30 }],
])('another %s is another bend', (_, other) => {
  expect(offered([correction(90, -1)], 90, { ...setting, ...other })).toBeNull()
})

test('a measured angle gives the correction for the wanted angle', () => {
  expect(correctionByMeasure(90, 0, 92)).toBe(-2)
  expect(correctionByMeasure(90, -2, 89.5)).toBe(-1.5)
  expect(correctionByMeasure(90, -1.5, 90)).toBe(-1.5)
  expect(Object.is(correctionByMeasure(90, 0, 90), 0)).toBe(true)
})

const anyKept = record({
  includedDeg: integer({ min: 300, max: 1500 }).map((tenths) => tenths / 10),
  correctionDeg: integer({ min: -150, max: 150 }).map((tenths) => tenths / 10),
  takenBack: boolean(),
  vMm: constantFrom(8, 10),
}).map((one): StoredCorrection => ({ ...setting, ...one }))

test('for any stored corrections, the offer is valid, for this setting only, and within the corrections it is computed from', () => {
  assert(
    property(array(anyKept, { maxLength: 30 }), integer({ min: 300, max: 1500 }), (stored, tenths) => {
      const includedDeg = tenths / 10
      const offer = offeredCorrection(stored, { ...setting, includedDeg })
      const others = stored.filter(({ vMm }) => vMm === 8)
      expect(offeredCorrection(others, { ...setting, includedDeg })).toEqual(offer)
      if (offer === null) return
      expect(isValidCorrection(includedDeg, offer.correctionDeg)).toBe(true)
      const from = offer.from.map(({ correctionDeg }) => correctionDeg)
      expect(offer.correctionDeg).toBeGreaterThanOrEqual(Math.min(...from))
      expect(offer.correctionDeg).toBeLessThanOrEqual(Math.max(...from))
      for (const one of offer.from) {
        const newest = others.findLast((other) => other.includedDeg === one.includedDeg)
        expect(newest).toBe(one)
        expect(one.takenBack).toBe(false)
        expect(Math.abs(one.includedDeg - includedDeg)).toBeLessThanOrEqual(10)
      }
    }),
  )
})
