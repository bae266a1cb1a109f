// Which angle correction is offered for a bend from the stored ones.
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  correctionByMeasure,
  isSoundCorrection,
  offeredCorrection,
  type BendSetting,
  type StoredCorrection,
} from '../../../shared/bending/index.ts'

const setting: BendSetting = { material: 'sink', thicknessMm: 0.8, tool: 'V8', vMm: 8, punchRadiusMm: 0.6 }
const kept = (angleDeg: number, correctionDeg: number, more: Partial<StoredCorrection> = {}): StoredCorrection => ({
  ...setting,
  angleDeg,
  correctionDeg,
  takenBack: false,
  ...more,
})
const offered = (stored: readonly StoredCorrection[], angleDeg = 90, bend = setting): number | null =>
  offeredCorrection(stored, { ...bend, angleDeg })?.correctionDeg ?? null

describe('of the same angle', () => {
  test('the newest is offered, whatever lies beside it', () => {
    expect(offered([kept(90, -1), kept(90, -2), kept(88, 4), kept(92, 4)])).toBe(-2)
  })
  test('one that was taken back is no longer there, nor what it took the place of', () => {
    const stored = [kept(90, -1), kept(90, -2), kept(90, 0, { takenBack: true })]
    expect(offered(stored)).toBeNull()
    expect(offered([...stored, kept(90, -3)])).toBe(-3)
    expect(offered([...stored, kept(85, -1), kept(95, -2)])).toBe(-1.5)
  })
  test('none that would fold the bend together, or open it flat, is offered', () => {
    expect(offered([kept(175, 6)], 175)).toBeNull()
    expect(offered([kept(90, 15)])).toBe(15)
    expect(offered([kept(90, 15.1)])).toBeNull()
  })
})

describe('between two angles', () => {
  test('it is in proportion, to a tenth', () => {
    expect(offered([kept(85, -1), kept(95, -2)], 88)).toBe(-1.3)
    expect(offeredCorrection([kept(95, -2), kept(85, -1)], { ...setting, angleDeg: 88 })?.from).toMatchObject([
      { angleDeg: 85 },
      { angleDeg: 95 },
    ])
  })
  test.each([
    ['both within 10°', 80, 100, -1.5],
    ['one further than 10°', 79.9, 100, null],
    ['the other further than 10°', 80, 100.1, null],
  ])('%s', (_, below, above, wanted) => {
    expect(offered([kept(below, -1), kept(above, -2)])).toBe(wanted)
  })
  test('whose corrections differ by more than 5° nothing is offered', () => {
    expect(offered([kept(85, -2), kept(95, 3)])).toBe(0.5)
    expect(offered([kept(85, -2), kept(95, 3.1)])).toBeNull()
  })
  test('the nearest on either side count, and two on one side do not', () => {
    expect(offered([kept(81, 9), kept(85, -1), kept(95, -2), kept(99, 9)])).toBe(-1.5)
    expect(offered([kept(85, -1), kept(88, -2)])).toBeNull()
  })
})

test.each([
  ['material', { material: 'kobber' }],
  ['thickness', { thicknessMm: 0.81 }],
  ['die', { tool: 'V8 sharp' }],
  ['V', { vMm: 10 }],
  ['punch radius', { punchRadiusMm: 0.8 }],
  ['punch, which is not known', { punchRadiusMm: null }],
])('another %s is another bend', (_, other) => {
  expect(offered([kept(90, -1)], 90, { ...setting, ...other })).toBeNull()
})

test('a measured angle asks for what would have given the angle that was wanted', () => {
  expect(correctionByMeasure(90, 0, 92)).toBe(-2)
  expect(correctionByMeasure(90, -2, 89.5)).toBe(-1.5)
  expect(correctionByMeasure(90, -1.5, 90)).toBe(-1.5)
  expect(Object.is(correctionByMeasure(90, 0, 90), 0)).toBe(true)
})

const anyKept = record({
  angleDeg: integer({ min: 300, max: 1500 }).map((tenths) => tenths / 10),
  correctionDeg: integer({ min: -150, max: 150 }).map((tenths) => tenths / 10),
  takenBack: boolean(),
  vMm: constantFrom(8, 10),
}).map((one): StoredCorrection => ({ ...setting, ...one }))

test('whatever is stored, what is offered is sound, of this setting alone, and within what it comes from', () => {
  assert(
    property(array(anyKept, { maxLength: 30 }), integer({ min: 300, max: 1500 }), (stored, tenths) => {
      const angleDeg = tenths / 10
      const offer = offeredCorrection(stored, { ...setting, angleDeg })
      const others = stored.filter(({ vMm }) => vMm === 8)
      expect(offeredCorrection(others, { ...setting, angleDeg })).toEqual(offer)
      if (offer === null) return
      expect(isSoundCorrection(angleDeg, offer.correctionDeg)).toBe(true)
      const from = offer.from.map(({ correctionDeg }) => correctionDeg)
      expect(offer.correctionDeg).toBeGreaterThanOrEqual(Math.min(...from))
      expect(offer.correctionDeg).toBeLessThanOrEqual(Math.max(...from))
      for (const one of offer.from) {
        const newest = others.findLast((other) => other.angleDeg === one.angleDeg)
        expect(newest).toBe(one)
        expect(one.takenBack).toBe(false)
        expect(Math.abs(one.angleDeg - angleDeg)).toBeLessThanOrEqual(10)
      }
    }),
  )
})
