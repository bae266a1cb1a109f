import type { Result } from '../../../shared/base/result.ts'
import { describe, expect, it } from 'vitest'
import { dinFigure, dinK, kFactorFigure, noTables, flatPatternOf } from '../../../shared/bending/index.ts'
import type { Refusal } from '../../../shared/bending/index.ts'

function value<T>(outcome: Result<T, Refusal>): T {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const prototek = 'prototekmetals.com/benddeductions.html'

describe('the bend deduction by K-factor, inches, 90°', () => {
  it.each([
    [prototek, 0.036, 0.03, 0.546, 0.054],
    [prototek, 0.048, 0.03, 0.4891, 0.072],
    [prototek, 0.048, 0.06, 0.4477, 0.088],
    [prototek, 0.06, 0.03, 0.4762, 0.088],
    [prototek, 0.06, 0.06, 0.4218, 0.106],
    [prototek, 0.09, 0.03, 0.4377, 0.131],
    [prototek, 0.12, 0.03, 0.3866, 0.18],
    [prototek, 0.187, 0.06, 0.3226, 0.305],
  ])('%s: t %f, r %f, K %f is %f', (_source, thicknessMm, insideRadiusMm, kFactor, published) => {
    const figure = value(kFactorFigure({ turnDeg: 90, insideRadiusMm, thicknessMm }, kFactor))
    expect(figure.deductionMm).toBeCloseTo(published, 3)
    expect(figure.convention).toBe('mould_line')
  })
})

describe('the bend allowance by K-factor', () => {
  it('is 2.3562 at r 1, t 1, 90°, K 0.5 (a quarter of the mid line: π/2 · 1.5)', () => {
    const figure = value(kFactorFigure({ turnDeg: 90, insideRadiusMm: 1, thicknessMm: 1 }, 0.5))
    expect(figure.allowanceMm).toBeCloseTo(2.3562, 4)
  })

  it('is 29.06 with a deduction of 10.94 at r 17, t 3, 90°, K 0.5 (published rounded, as 29 and 10.9)', () => {
    const figure = value(kFactorFigure({ turnDeg: 90, insideRadiusMm: 17, thicknessMm: 3 }, 0.5))
    expect(figure.allowanceMm).toBeCloseTo(29.06, 2)
    expect(figure.deductionMm).toBeCloseTo(10.94, 2)
  })

  it('is the same length in both conventions above 90°, which differ by the published 4.5 mm at 135°, r 1, t 0.6', () => {
    const bend = { turnDeg: 135, insideRadiusMm: 1, thicknessMm: 0.6 }
    const tangent = value(kFactorFigure(bend, 0.4))
    const mould = value(kFactorFigure(bend, 0.4, 'mould_line'))
    expect(tangent.convention).toBe('outer_tangent')
    expect(mould.allowanceMm).toBe(tangent.allowanceMm)
    expect(mould.deductionMm - tangent.deductionMm).toBeCloseTo(4.5, 1)
  })
})

const strip = (turnDeg: number) => ({
  material: 'plastbelagt_stal',
  thicknessMm: 0.6,
  flanges: Array.from({ length: 15 }, () => ({ lengthMm: 20, endLengthMm: null })),
  bends: Array.from({ length: 14 }, () => ({ angleDeg: turnDeg, insideRadiusMm: 1, hem: null, gapMm: 0 })),
})

const stripWidth = (turnDeg: number) =>
  value(flatPatternOf(strip(turnDeg), { method: { kind: 'din6935' }, tables: noTables })).widthMm

describe('DIN 6935', () => {
  const published = { turnDeg: 120, insideRadiusMm: 6, thicknessMm: 5 }

  it("deducts 5.77 at β 60°, r 6, s 5 with k rounded to 0.7 (the standard's worked example)", () => {
    const { deductionMm, convention } = value(dinFigure(published, 0.7))
    expect(deductionMm).toBeCloseTo(5.768, 3)
    expect(16 + 21 - deductionMm).toBeCloseTo(31.23, 2)
    expect(convention).toBe('outer_tangent')
  })

  it('deducts 5.823 there with the exact k, published cut to 0.689, and L is 31.18', () => {
    expect(Math.trunc(dinK(6, 5) * 1_000)).toBe(689)
    const { deductionMm } = value(dinFigure(published))
    expect(deductionMm).toBeCloseTo(5.823, 3)
    expect(16 + 21 - deductionMm).toBeCloseTo(31.18, 2)
  })

  it('gives 116.16 for 50 + 40 + 30, r 1, t 1, two bends of 90° (a rule of thumb, v = 0.5r + 1.5t, gives 116)', () => {
    const bend = { angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }
    const flatPattern = flatPatternOf(
      {
        material: 'galvanisert_stal',
        thicknessMm: 1,
        flanges: [50, 40, 30].map((lengthMm) => ({ lengthMm, endLengthMm: null })),
        bends: [bend, bend],
      },
      { method: { kind: 'din6935' }, tables: noTables },
    )
    expect(value(flatPattern).widthMm).toBeCloseTo(116.16, 2)
  })

  it('holds k in 0 to 1: 0 where the logarithm is negative or has no value, 1 above r/s = 5', () => {
    expect([dinK(0, 1), dinK(0.05, 1), dinK(5.01, 1), dinK(40, 1)]).toEqual([0, 0, 1, 1])
    expect(dinK(0.0502, 1)).toBeGreaterThan(0)
    expect(dinK(5, 1)).toBeCloseTo(0.9995, 4)
  })

  it('deducts nothing at an opening above 165°, and at 165° steps up by the 0.1 to 0.9 mm of the standard', () => {
    for (const [insideRadiusMm, thicknessMm] of [
      [1, 1],
      [20, 1.5],
    ] as const) {
      expect(value(dinFigure({ turnDeg: 14.999, insideRadiusMm, thicknessMm })).deductionMm).toBe(0)
      const step = value(dinFigure({ turnDeg: 15, insideRadiusMm, thicknessMm })).deductionMm
      expect(step).toBeGreaterThan(0.1)
      expect(step).toBeLessThan(0.9)
    }
  })

  it('takes 1.4 mm from 14 shallow bends of 15° at r 1, t 0.6 (the step’s published sum), and nothing below 15°', () => {
    expect(300 - stripWidth(15)).toBeCloseTo(1.4, 2)
    expect(stripWidth(14.999)).toBeCloseTo(300, 9)
  })

  it('agrees with the K-factor formula at half its k, from 15° up', () => {
    for (const turnDeg of [15, 60, 90, 91, 135, 180]) {
      const bend = { turnDeg, insideRadiusMm: 1.3, thicknessMm: 0.8 }
      const byK = value(kFactorFigure(bend, dinK(1.3, 0.8) / 2))
      expect(value(dinFigure(bend)).deductionMm).toBeCloseTo(byK.deductionMm, 12)
    }
  })
})

const refused = (outcome: Result<unknown, Refusal>) => (outcome.ok ? null : [outcome.error.field, outcome.error.code])

describe('a bend outside the range of the formulas is refused at its field', () => {
  const bend = { turnDeg: 90, insideRadiusMm: 1, thicknessMm: 1 }
  it.each<[string, Result<unknown, Refusal>, [string, string]]>([
    ['K below 0', kFactorFigure(bend, -0.01), ['kFactor', 'out_of_range']],
    ['K above 1', kFactorFigure(bend, 1.01), ['kFactor', 'out_of_range']],
    ['K that is not a number', kFactorFigure(bend, NaN), ['kFactor', 'not_a_number']],
    ['a mould line at 180°', kFactorFigure({ ...bend, turnDeg: 180 }, 0.4, 'mould_line'), ['turnDeg', 'out_of_range']],
    ['a turn of 0', dinFigure({ ...bend, turnDeg: 0 }), ['turnDeg', 'out_of_range']],
    ['a turn past 180°', dinFigure({ ...bend, turnDeg: 181 }), ['turnDeg', 'out_of_range']],
    ['a negative radius', dinFigure({ ...bend, insideRadiusMm: -1 }), ['insideRadiusMm', 'out_of_range']],
    ['a radius that is not a number', dinFigure({ ...bend, insideRadiusMm: NaN }), ['insideRadiusMm', 'not_a_number']],
    ['no thickness', dinFigure({ ...bend, thicknessMm: 0 }), ['thicknessMm', 'not_positive']],
  ])('%s', (_what, outcome, wanted) => {
    expect(refused(outcome)).toEqual(wanted)
  })
})
