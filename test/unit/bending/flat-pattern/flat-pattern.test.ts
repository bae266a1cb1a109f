import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foldCrossSection,
  isTapered,
  outerFromFlat,
  pieceLength,
  flatPatternOf,
} from '../../../../shared/bending/index.ts'
import type { MaterialProfile, FlatPattern, FlatPatternMethod } from '../../../../shared/bending/index.ts'
import { anyMethod, anyProfile, din, plain, profileOf, value } from '../any-profile.ts'
import { sandboxSheets, workshopTables, wrongSheets } from '../sandbox-bending.ts'

const tables = workshopTables()
const flatPattern = (profile: MaterialProfile, method: FlatPatternMethod = din): FlatPattern =>
  value(flatPatternOf(profile, { method, tables }))

describe('the flat pattern of a profile of up to 14 bends, hems of every kind, 1° to 180° both ways', () => {
  it('has the outer lengths that it was computed from', () => {
    fc.assert(
      fc.property(anyProfile, anyMethod, (profile, method) => {
        const { start, end } = flatPattern(profile, method)
        for (const [faceIndex, flat] of [start, ...(end === null ? [] : [end])].entries()) {
          const outer = value(outerFromFlat({ ...profile, ...flat }, { method, tables }))
          for (const [index, { lengthMm, endLengthMm }] of profile.flanges.entries()) {
            expect(outer[index]).toBeCloseTo(faceIndex === 0 ? lengthMm : (endLengthMm ?? lengthMm), 9)
          }
        }
      }),
    )
  })

  it('has the same flat parts as the folded section, and its width is the sum of flat parts and bends', () => {
    fc.assert(
      fc.property(anyProfile, anyMethod, (profile, method) => {
        const result = flatPattern(profile, method)
        for (const end of ['start', 'end'] as const) {
          const flat = end === 'end' ? (result.end ?? result.start) : result.start
          const folded = value(foldCrossSection(profile, { end }))
          for (const [index, flange] of folded.flanges.entries()) {
            expect(pieceLength(flange.faceA)).toBeCloseTo(flat.flatLengthsMm[index] ?? NaN, 9)
          }
          const flats = flat.flatLengthsMm.reduce((sum, length) => sum + length, 0)
          const bends = result.figures.reduce((sum, figure) => sum + figure.allowanceMm, 0)
          expect(flats + bends).toBeCloseTo(flat.widthMm, 9)
        }
      }),
    )
  })

  it('has the middle of each bend half its allowance from the flat parts on both sides', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { start, figures } = flatPattern(profile)
        let edge = 0
        for (const [index, { allowanceMm }] of figures.entries()) {
          edge += start.flatLengthsMm[index] ?? NaN
          expect(start.bendMiddlesMm[index]).toBeCloseTo(edge + allowanceMm / 2, 9)
          edge += allowanceMm
        }
      }),
    )
  })

  it('has the same flat pattern when every bend has the other direction', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const bends = profile.bends.map((bend) => ({ ...bend, angleDeg: -bend.angleDeg }))
        expect(flatPattern({ ...profile, bends })).toEqual(flatPattern(profile))
      }),
    )
  })

  it('is mirrored if the chain is read from the other edge', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const one = flatPattern(profile).start
        const other = flatPattern({
          ...profile,
          flanges: profile.flanges.toReversed(),
          bends: profile.bends.toReversed(),
        }).start
        expect(other.widthMm).toBeCloseTo(one.widthMm, 9)
        for (const [index, middle] of other.bendMiddlesMm.toReversed().entries()) {
          expect(one.widthMm - middle).toBeCloseTo(one.bendMiddlesMm[index] ?? NaN, 9)
        }
      }),
    )
  })
})

describe('the flat pattern', () => {
  it('computes each end of a tapered profile, and has the width of the wider end', () => {
    const { widthMm, start, end } = flatPattern(profileOf([40, 60], [plain(90)], [null, 90]))
    expect(end?.widthMm).toBeCloseTo(start.widthMm + 30, 9)
    expect(widthMm).toBe(end?.widthMm)
  })

  it('has no separate far end if every flange has the same length there', () => {
    expect(flatPattern(profileOf([40, 60], [plain(90)], [40, 60])).end).toBeNull()
  })

  it('uses the hem table for a hem, whatever the method', () => {
    const profile = profileOf([12, 80], [{ angleDeg: -180, insideRadiusMm: 0, hem: 'closed', gapMm: 0 }])
    for (const method of [din, { kind: 'k', kFactor: 0.3 }, { kind: 'table', vMm: null }] as const) {
      expect(flatPattern(profile, method).widthMm).toBeCloseTo(12 + 80 - 0.25, 9)
    }
  })

  it('uses the workshop’s table for every other bend if the sheet states it', () => {
    const { widthMm, start } = flatPattern(profileOf([30, 60, 30], [plain(90), plain(-45)]), { kind: 'table', vMm: 6 })
    expect(widthMm).toBeCloseTo(120 - 1.25 - 0.35, 9)
    expect(start.bendMiddlesMm[0]).toBeCloseTo(30 - 1.25 / 2, 9)
  })
})

const many = (count: number) =>
  profileOf(
    Array.from({ length: count + 1 }, () => 30),
    Array.from({ length: count }, () => plain(20)),
  )

describe('a profile without a flat pattern is refused at its field', () => {
  const bend = [plain(90)]
  it.each<[string, MaterialProfile, FlatPatternMethod, [string, string]]>([
    ['no bends', profileOf([80], []), din, ['profile.bends', 'wrong_count']],
    ['15 bends', many(15), din, ['profile.bends', 'wrong_count']],
    ['a bend too few', profileOf([20, 30, 40], bend), din, ['profile.bends', 'wrong_count']],
    ['a length that is not a number', profileOf([20, NaN], bend), din, ['profile.flanges[1].lengthMm', 'not_a_number']],
    ['a negative length', profileOf([-20, 30], bend), din, ['profile.flanges[0].lengthMm', 'not_positive']],
    [
      'a far end of no length',
      profileOf([20, 30], bend, [null, 0]),
      din,
      ['profile.flanges[1].endLengthMm', 'not_positive'],
    ],
    [
      'an angle that is not a number',
      profileOf([20, 30], [plain(NaN)]),
      din,
      ['profile.bends[0].angleDeg', 'not_a_number'],
    ],
    ['no thickness', { ...profileOf([20, 30], bend), thicknessMm: 0 }, din, ['profile.thicknessMm', 'not_positive']],
    ['a flange shorter than its bend', profileOf([20, 1.5], bend), din, ['profile.flanges[1].lengthMm', 'too_short']],
    [
      'a far end shorter than its bend',
      profileOf([20, 30], bend, [null, 1.5]),
      din,
      ['profile.flanges[1].endLengthMm', 'too_short'],
    ],
    [
      'a K past the sheet',
      profileOf([20, 30], bend),
      { kind: 'k', kFactor: 1.2 },
      ['unfolding.kFactor', 'out_of_range'],
    ],
    [
      'an angle the table lacks',
      profileOf([20, 30, 20], [plain(90), plain(88)]),
      { kind: 'table', vMm: null },
      ['profile.bends[1]', 'out_of_range'],
    ],
    [
      'a hem the table lacks',
      profileOf([20, 30], [{ angleDeg: 180, insideRadiusMm: 3, hem: 'open', gapMm: 6 }]),
      din,
      ['profile.bends[0]', 'out_of_range'],
    ],
  ])('%s', (_what, profile, method, wanted) => {
    const result = flatPatternOf(profile, { method, tables })
    expect(result.ok ? null : [result.error.field, result.error.code]).toEqual(wanted)
  })

  it('has a flat pattern for 14 bends', () => {
    expect(flatPattern(many(14)).start.bendMiddlesMm).toHaveLength(14)
  })
})

describe('outer lengths from a blank', () => {
  const blank = {
    material: 'kobber',
    thicknessMm: 1,
    bends: [plain(90), plain(-90)],
    widthMm: 100,
    bendMiddlesMm: [30, 60],
  }
  it.each<[string, Partial<typeof blank>, [string, string]]>([
    ['a width that is not a number', { widthMm: NaN }, ['widthMm', 'not_a_number']],
    ['no width', { widthMm: 0 }, ['widthMm', 'not_positive']],
    ['a bend line too few', { bendMiddlesMm: [30] }, ['bendMiddlesMm', 'wrong_count']],
    ['a bend line that is not a number', { bendMiddlesMm: [30, NaN] }, ['bendMiddlesMm[1]', 'not_a_number']],
    ['bend lines out of order', { bendMiddlesMm: [60, 30] }, ['bendMiddlesMm[1]', 'contradicts']],
    ['a bend line beside the blank', { bendMiddlesMm: [30, 100] }, ['bendMiddlesMm[1]', 'contradicts']],
    ['no bends', { bends: [], bendMiddlesMm: [] }, ['profile.bends', 'wrong_count']],
  ])('are refused for %s', (_what, change, wanted) => {
    const result = outerFromFlat({ ...blank, ...change }, { method: din, tables })
    expect(result.ok ? null : [result.error.field, result.error.code]).toEqual(wanted)
  })

  it('are those of the sandbox’s sheets, except for rounding', () => {
    const wrong = new Set(wrongSheets.map(({ key }) => key))
    const straight = sandboxSheets.filter(({ key, profile }) => !wrong.has(key) && !isTapered(profile))
    expect(straight.length).toBeGreaterThan(80)
    for (const { profile, unfolding } of straight) {
      const { widthMm, kFactor } = unfolding
      const method: FlatPatternMethod =
        kFactor !== null ? { kind: 'k', kFactor } : unfolding.method === 'din6935' ? din : { kind: 'table', vMm: null }
      const bendMiddlesMm = unfolding.bendLines.map((line) => line.positionMm)
      const outer = value(outerFromFlat({ ...profile, widthMm, bendMiddlesMm }, { method, tables }))
      for (const [index, { lengthMm }] of profile.flanges.entries()) {
        expect(Math.abs((outer[index] ?? NaN) - lengthMm)).toBeLessThan(0.011)
      }
    }
  })
})
