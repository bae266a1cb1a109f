// Which bend sets the length of a flange, and which correction of the backgauge is offered.
import { describe, expect, test } from 'vitest'
import {
  alikeCorrections,
  alikeGaugeCorrections,
  bendThatSets,
  gaugeCorrectionByMeasure,
  isValidGaugeCorrection,
  offeredGaugeCorrection,
  placeOfFlange,
  type GaugeSetting,
  type StoredGaugeCorrection,
} from '../../../shared/bending/index.ts'

const setting: GaugeSetting = {
  material: 'aluminium',
  thicknessMm: 1,
  tool: 'V8',
  punch: 'straight-88',
  vMm: 8,
  punchRadiusMm: 1,
  bumpRadiusMm: null,
  includedDeg: 90,
  place: 'end',
}
const stored = (correctionMm: number, change: Partial<StoredGaugeCorrection> = {}): StoredGaugeCorrection => ({
  ...setting,
  correctionMm,
  takenBack: false,
  ...change,
})
const step = (bend: number, edge: 'first' | 'last', kind = 'bend') => ({ bend, edge, kind })

describe('the bend that sets a flange', () => {
  test('is the bend between it and the gauge', () => {
    // both bends of a U from their own edge: the web is what remains
    const steps = [step(1, 'first'), step(2, 'last')]
    expect([1, 2, 3].map((flange) => bendThatSets(flange, steps))).toEqual([1, null, 2])
  })

  test('is the next bend where every bend is gauged from one edge', () => {
    const steps = [step(1, 'first'), step(2, 'first')]
    expect([1, 2, 3].map((flange) => bendThatSets(flange, steps))).toEqual([1, 2, null])
  })

  test('is the later one of two bends that are gauged across it', () => {
    expect(bendThatSets(2, [step(1, 'last'), step(2, 'first')])).toBe(2)
    expect(bendThatSets(2, [step(2, 'first'), step(1, 'last')])).toBe(1)
  })

  test('is not a flattening', () => {
    expect(bendThatSets(1, [step(1, 'first', 'pre_bend'), step(1, 'last', 'flatten')])).toBe(1)
    expect(bendThatSets(2, [step(1, 'first', 'pre_bend'), step(1, 'last', 'flatten')])).toBeNull()
  })
})

describe('a correction', () => {
  test.each([
    ['a flange that is too wide: the gauge comes nearer', 30, 0, 30.4, -0.4],
    ['a flange that is too narrow', 30, 0, 29.75, 0.25],
    ['a piece that was bent with a correction', 30, -0.4, 29.9, -0.3],
    ['a flange as drawn keeps the correction', 30, -0.4, 30, -0.4],
  ])('%s', (_, drawn, before, measured, after) => {
    expect(gaugeCorrectionByMeasure(drawn, before, measured)).toBe(after)
  })

  test('is refused above two millimetres in either direction', () => {
    expect([2, -2, 2.01, -2.01].map(isValidGaugeCorrection)).toEqual([true, true, false, false])
  })

  test('is the newest of exactly the same setting', () => {
    expect(offeredGaugeCorrection([stored(0.1), stored(0.3)], setting)?.correctionMm).toBe(0.3)
    expect(offeredGaugeCorrection([stored(0.1), stored(0, { takenBack: true })], setting)).toBeNull()
  })

  test.each([
    ['material', { material: 'zink' }],
    ['thickness', { thicknessMm: 0.8 }],
    ['die', { tool: 'V10' }],
    ['punch', { punch: 'gooseneck' }],
    ['V opening', { vMm: 10 }],
    ['punch radius', { punchRadiusMm: 0.5 }],
    ['bump row', { bumpRadiusMm: 40 }],
    ['angle', { includedDeg: 95 }],
    ['place of the flange', { place: 'inner' as const }],
  ])('of another %s is not offered', (_, change) => {
    expect(offeredGaugeCorrection([stored(0.3, change)], setting)).toBeNull()
  })

  test('counts the newest measurements that agree', () => {
    const alike = (...mm: number[]): number =>
      alikeGaugeCorrections(
        mm.map((one) => stored(one)),
        setting,
      )
    expect([alike(), alike(0.3), alike(0.3, 0.35, 0.3), alike(1, 0.3, 0.3)]).toEqual([0, 1, 3, 2])
    expect(alikeGaugeCorrections([stored(0.3), stored(0, { takenBack: true })], setting)).toBe(0)
  })
})

test('angle corrections count alike too', () => {
  const { place: _, ...bend } = setting
  const of = (...degrees: number[]): number =>
    alikeCorrections(
      degrees.map((correctionDeg) => ({ ...bend, correctionDeg, takenBack: false })),
      bend,
    )
  expect([of(), of(-1.5), of(-1.5, -1.4, -1.5), of(2, -1.5)]).toEqual([0, 1, 3, 1])
})

test('only the first and the last flange have a free edge', () => {
  expect([1, 2, 3].map((flange) => placeOfFlange(flange, 3))).toEqual(['end', 'inner', 'end'])
})
