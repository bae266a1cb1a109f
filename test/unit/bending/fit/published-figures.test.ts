// Compares the formulas of fitting with published figures, each with its source.
import { describe, expect, it } from 'vitest'
import {
  airBendForce,
  airBendRadius,
  flangeToShoulder,
  ratedFor,
  remainingShare,
  smallestFlange,
  toMouldLine,
  turnToBend,
  vOverThickness,
  wantedV,
  withMargin,
} from '../../../../shared/bending/fit/index.ts'

describe('air-bending force', () => {
  it.each([
    // lvdbender.com: t 4 on V 32 needs 330 kN/m, and 3 m need 990 kN, for ordinary steel.
    { source: 'lvdbender.com', rm: 450, t: 4, v: 32, length: 1000, publishedKn: 330 },
    { source: 'lvdbender.com, 3 m', rm: 450, t: 4, v: 32, length: 3000, publishedKn: 990 },
    // The rule 650·S²·L/V in kN, L in metres: 975 kN for S 4, V 32, 3 m.
    { source: 'rule of 650', rm: 450, t: 4, v: 32, length: 3000, publishedKn: 975 },
    // Figures of another manufacturer.
    { source: 't 3 on V24', rm: 450, t: 3, v: 24, length: 1000, publishedKn: 270 },
  ])('with its margin covers $publishedKn kN ($source) and is not far above', ({ rm, t, v, length, publishedKn }) => {
    const force = airBendForce(rm, t, length, v)
    expect(force).toBeLessThan(publishedKn)
    expect(withMargin(force)).toBeGreaterThan(publishedKn)
    expect(withMargin(force)).toBeLessThan(publishedKn * 1.15)
  })

  it('gives 239.6 kN for t 3 on V24 at Rm 450, 1 m', () => {
    expect(airBendForce(450, 3, 1000, 24)).toBeCloseTo(239.6, 1)
  })
})

describe('the V opening', () => {
  it.each([
    [0.5, 6],
    [2.99, 6],
    [3, 8],
    [8.99, 8],
    [9, 10],
    [12, 10],
    [12.01, 12],
  ])('at %s mm is %s times the thickness', (thickness, factor) => {
    expect(vOverThickness(thickness)).toBe(factor)
  })

  it('gives the inside radius of the air-bending chart to a fifth of a millimetre', () => {
    const chart = [
      [4, 0.7],
      [6, 1.0],
      [8, 1.3],
      [10, 1.6],
      [12, 2.0],
      [16, 2.6],
      [20, 3.3],
      [25, 4.0],
    ] as const
    for (const [v, radius] of chart) expect(Math.abs(airBendRadius(v) - radius)).toBeLessThan(0.2)
  })

  it('gives the required radius, and is never narrower than the thickness needs', () => {
    expect(wantedV(0.6, 1.6, 0.16)).toBeCloseTo(10)
    expect(wantedV(2, 0.5, 0.16)).toBe(12)
  })
})

describe('the smallest flange', () => {
  it.each([
    [4, 2.8],
    [6, 4],
    [8, 5.5],
    [10, 7],
    [12, 8.5],
    [16, 11],
    [20, 14],
    [25, 17.5],
  ])('on V%s at 90° is %s mm (air-bending chart), within 6 %% of the geometry', (v, published) => {
    expect(smallestFlange(v, 90)).toBeCloseTo(published, 10)
    expect(Math.abs(flangeToShoulder(v, 90) / published - 1)).toBeLessThan(0.061)
  })

  it.each([
    [30, 1.94],
    [45, 1.31],
    [60, 1.0],
    [90, 0.71],
    [120, 0.58],
    [135, 0.54],
    [165, 0.504],
  ])('at an included angle of %s° is %s of V by geometry (published table)', (included, share) => {
    expect(Math.abs(flangeToShoulder(1, included) - share)).toBeLessThan(0.01)
  })

  it('is measured to the mould line: at 135°, r 1, t 0.6 the two flanges gain 4.5 mm over the outer tangent', () => {
    expect(2 * (toMouldLine(10, 135, 1, 0.6) - 10)).toBeCloseTo(4.5, 1)
    expect(toMouldLine(10, 90, 1, 0.6)).toBe(10)
  })
})

describe('springback', () => {
  const published = { yieldMpa: 300, elasticMpa: 210_000, insideRadiusMm: 50, thicknessMm: 2 }

  it('has the factor 0.893 for σy 300, Ri 50, t 2: 9.63° of a right angle, which needs 100.78°', () => {
    const share = remainingShare(published)
    const turn = turnToBend(90, published)
    expect(share.ok && share.value).toBeCloseTo(0.893, 3)
    expect(share.ok && 90 * (1 - share.value)).toBeCloseTo(9.63, 2)
    expect(turn.ok && turn.value).toBeCloseTo(100.78, 2)
  })

  it('is refused from X 0.5 on and for impossible figures', () => {
    const justBelow = { yieldMpa: 210, elasticMpa: 210_000, insideRadiusMm: 499, thicknessMm: 1 }
    expect(remainingShare(justBelow).ok).toBe(true)
    expect(remainingShare({ ...justBelow, insideRadiusMm: 500 })).toMatchObject({
      ok: false,
      error: { field: 'insideRadiusMm', code: 'out_of_range' },
    })
    expect(remainingShare({ ...published, thicknessMm: 0 })).toMatchObject({ error: { field: 'thicknessMm' } })
    expect(turnToBend(90, { ...published, insideRadiusMm: Number.NaN }).ok).toBe(false)
  })
})

it("converts a folding machine's rating to another strength by √(400/Rm)", () => {
  expect(ratedFor(1.5, 400)).toBe(1.5)
  expect(ratedFor(1.5, 100)).toBe(3)
  expect(ratedFor(1.5, 625)).toBeCloseTo(1.2)
})
