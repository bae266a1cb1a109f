import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { along, distance, foldCrossSection } from '../../../../shared/bending/index.ts'
import type { Arc, BendProfile, FoldedSection, PathPiece, Point } from '../../../../shared/bending/index.ts'

const plainBend = (turnDeg: number, insideRadiusMm = 1) => ({ angleDeg: turnDeg, insideRadiusMm, hem: null, gapMm: 0 })
const hemmed = (turnDeg: number, hem: string, gapMm = 0, insideRadiusMm = 0) => ({
  angleDeg: turnDeg,
  insideRadiusMm,
  hem,
  gapMm,
})
const profileOf = (lengths: readonly number[], bends: BendProfile['bends'], thicknessMm = 1): BendProfile => ({
  thicknessMm,
  flanges: lengths.map((lengthMm) => ({ lengthMm, endLengthMm: null })),
  bends,
})

function folded(profile: BendProfile, end: 'start' | 'end' = 'start'): FoldedSection {
  const section = foldCrossSection(profile, { end })
  if (!section.ok) throw new Error(section.error.message)
  return section.value
}

/** The intersection of two lines, each given by a point and a heading. */
function meeting(a: Point, headingA: number, b: Point, headingB: number): Point {
  const u = along({ x: 0, y: 0 }, headingA, 1)
  const v = along({ x: 0, y: 0 }, headingB, 1)
  const share = ((b.x - a.x) * v.y - (b.y - a.y) * v.x) / (u.x * v.y - u.y * v.x)
  return { x: a.x + u.x * share, y: a.y + u.y * share }
}

const outside = (turnDeg: number) => (turnDeg > 0 ? 'faceA' : 'faceB')
const lengthOf = (piece: PathPiece) =>
  piece.kind === 'line' ? distance(piece.from, piece.to) : (Math.abs(piece.turnDeg) * Math.PI * piece.radiusMm) / 180

/** The length from a flange's flat part to the mould line up to 90°, to the outer tangent above. */
function reachPast(section: FoldedSection, flange: number, bend: number): number {
  const turn = section.bends[bend]?.turnDeg ?? 0
  const side = outside(turn)
  const near = section.flanges[flange]
  const far = section.flanges[flange === bend ? bend + 1 : bend]
  const arc = section.bends[bend]?.[side]
  if (near === undefined || far === undefined || arc === undefined) throw new Error('no such bend')
  const start = flange === bend ? near[side].to : near[side].from
  if (Math.abs(turn) > 90) return arc.radiusMm
  return distance(start, meeting(near[side].from, near.headingDeg, far[side].from, far.headingDeg))
}

const straightAt = (angle: number) => folded(profileOf([40, 40], [plainBend(angle)], 0.6)).flanges[0]?.straightMm ?? 0

const anyProfile = fc
  .array(
    fc.record({
      length: fc.double({ min: 30, max: 200, noNaN: true }),
      angle: fc.integer({ min: 1, max: 170 }),
      up: fc.boolean(),
      radius: fc.double({ min: 0, max: 4, noNaN: true }),
    }),
    { minLength: 2, maxLength: 15 },
  )
  .map((steps) =>
    profileOf(
      steps.map(({ length }) => length),
      steps.slice(1).map(({ angle, up, radius }) => plainBend(up ? angle : -angle, radius)),
    ),
  )

describe('folding a cross-section', () => {
  it('gives every flange its outer length, measured on the outside of its bends', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const section = folded(profile)
        for (const { index, straightMm } of section.flanges) {
          const before = index === 0 ? 0 : reachPast(section, index, index - 1)
          const after = index === section.bends.length ? 0 : reachPast(section, index, index)
          expect(before + straightMm + after).toBeCloseTo(profile.flanges[index]?.lengthMm ?? 0, 6)
        }
      }),
    )
  })

  it('gives the same thickness between the faces everywhere', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const section = folded(profile)
        for (const { faceA, faceB } of section.flanges) {
          expect(distance(faceA.from, faceB.from)).toBeCloseTo(1, 9)
          expect(distance(faceA.to, faceB.to)).toBeCloseTo(1, 9)
        }
        for (const { faceA, faceB } of section.bends) {
          expect(Math.abs(faceA.radiusMm - faceB.radiusMm)).toBeCloseTo(1, 9)
        }
      }),
    )
  })

  it('leaves no gap between the pieces of a face', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const section = folded(profile)
        for (const face of [section.faceA, section.faceB]) {
          for (const [index, piece] of face.slice(1).entries()) {
            expect(distance(face[index]?.to ?? piece.from, piece.from)).toBeLessThan(1e-9)
          }
        }
      }),
    )
  })

  it('gives the mirror image with swapped faces if every bend has the other direction', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const one = folded(profile)
        const other = folded({
          ...profile,
          bends: profile.bends.map((bend) => ({ ...bend, angleDeg: -bend.angleDeg })),
        })
        for (const [index, piece] of one.faceA.entries()) {
          const twin = other.faceB[index]
          expect(twin?.to.x).toBeCloseTo(piece.to.x, 6)
          expect(twin?.to.y).toBeCloseTo(one.thicknessMm - piece.to.y, 6)
        }
      }),
    )
  })

  it('folds a positive bend up with face A outside and a negative one down with face B outside', () => {
    const up = folded(profileOf([20, 20], [plainBend(90)]))
    expect(up.flanges[1]?.faceA.to.y).toBeCloseTo(20, 9)
    expect(up.bends[0]?.faceA.radiusMm).toBeCloseTo(2, 9)
    expect(up.bends[0]?.faceB.radiusMm).toBeCloseTo(1, 9)
    const down = folded(profileOf([20, 20], [plainBend(-90)]))
    expect(down.flanges[1]?.faceB.to.y).toBeCloseTo(-19, 9)
    expect(down.bends[0]?.faceB.radiusMm).toBeCloseTo(2, 9)
  })

  it('bends a middle line of the published length: r 1, t 1, 90° is 2.3562', () => {
    const bend = folded(profileOf([20, 20], [plainBend(90)])).bends[0]
    if (bend === undefined) throw new Error('no bend')
    expect((lengthOf(bend.faceA) + lengthOf(bend.faceB)) / 2).toBeCloseTo(2.3562, 4)
  })

  it('measures to the mould line up to 90° and to the outer tangent above, which at 135°, r 1, t 0.6 differ by the published 4.5 mm', () => {
    expect(straightAt(90)).toBeCloseTo(38.4, 9)
    expect(straightAt(135)).toBeCloseTo(38.4, 9)
    const mouldLine = 1.6 * Math.tan((67.5 * Math.PI) / 180)
    expect(2 * (mouldLine - 1.6)).toBeCloseTo(4.5, 1)
  })

  it('places the flap of a closed hem on its flange and that of an open one at its gap', () => {
    const closed = folded(profileOf([12, 60], [hemmed(180, 'closed')]))
    expect(closed.flanges[1]?.faceB.from.y).toBeCloseTo(closed.flanges[0]?.faceB.from.y ?? 0, 9)
    const open = folded(profileOf([12, 60], [hemmed(180, 'open', 3)]))
    expect((open.flanges[1]?.faceB.from.y ?? 0) - (open.flanges[0]?.faceB.from.y ?? 0)).toBeCloseTo(3, 9)
  })

  it('turns a teardrop past 180° until the tip of its flap touches the flange', () => {
    const section = folded(profileOf([60, 15], [hemmed(180, 'teardrop', 2, 1.5)]))
    const base = section.flanges[0]?.faceB.from.y ?? 0
    expect(section.bends[0]?.turnDeg).toBeGreaterThan(180)
    expect(section.flanges[1]?.faceB.to.y).toBeCloseTo(base, 6)
  })

  it('folds the far end of a tapered profile to its own lengths', () => {
    const profile: BendProfile = {
      thicknessMm: 1,
      flanges: [
        { lengthMm: 30, endLengthMm: null },
        { lengthMm: 40, endLengthMm: 70 },
      ],
      bends: [plainBend(90)],
    }
    expect(folded(profile, 'start').flanges[1]?.faceA.to.y).toBeCloseTo(40, 9)
    expect(folded(profile, 'end').flanges[1]?.faceA.to.y).toBeCloseTo(70, 9)
  })

  it('folds one flange without bends to a flat strip', () => {
    const section = folded(profileOf([80], []))
    expect(section.bends).toEqual([])
    expect(section.flanges[0]?.straightMm).toBe(80)
  })
})

const refused = (profile: BendProfile) => {
  const section = foldCrossSection(profile)
  return section.ok ? null : [section.error.field, section.error.code]
}

describe('a profile that cannot be folded is refused at its field', () => {
  const sound = profileOf([20, 30], [plainBend(90)])
  it.each<[string, BendProfile, [string, string]]>([
    ['no flanges', profileOf([], []), ['profile.flanges', 'wrong_count']],
    ['a bend too many', profileOf([20, 30], [plainBend(90), plainBend(90)]), ['profile.bends', 'wrong_count']],
    [
      'a length that is not a number',
      profileOf([20, NaN], sound.bends),
      ['profile.flanges[1].lengthMm', 'not_a_number'],
    ],
    ['a negative length', profileOf([-20, 30], sound.bends), ['profile.flanges[0].lengthMm', 'not_positive']],
    ['no thickness', profileOf([20, 30], sound.bends, 0), ['profile.thicknessMm', 'not_positive']],
    ['an angle past 180°', profileOf([20, 30], [plainBend(181)]), ['profile.bends[0].angleDeg', 'out_of_range']],
    ['a bend that does not turn', profileOf([20, 30], [plainBend(0)]), ['profile.bends[0].angleDeg', 'out_of_range']],
    ['a hem of a new kind', profileOf([20, 30], [hemmed(180, 'rolled')]), ['profile.bends[0].hem', 'unknown_value']],
    ['a hem that turns 90°', profileOf([20, 30], [hemmed(90, 'closed')]), ['profile.bends[0].angleDeg', 'contradicts']],
    [
      'a flange shorter than its bends',
      profileOf([20, 3, 20], [plainBend(90), plainBend(-90)]),
      ['profile.flanges[1].lengthMm', 'too_short'],
    ],
  ])('%s', (_, profile, wanted) => {
    expect(refused(profile)).toEqual(wanted)
  })
})

describe('a sharp corner', () => {
  it('has an inside arc without radius, both ends at its centre', () => {
    const inner: Arc | undefined = folded(profileOf([20, 30], [plainBend(90, 0)])).bends[0]?.faceB
    expect(inner?.radiusMm).toBe(0)
    expect(inner === undefined ? 1 : distance(inner.from, inner.to)).toBeLessThan(1e-9)
  })
})
