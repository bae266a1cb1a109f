import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFlatPattern, foldCrossSection, partOf, validateSection } from '../../../../shared/bending/index.ts'
import type { Bend, BendProfile, Point } from '../../../../shared/bending/index.ts'
import { anyProfile, value } from '../any-profile.ts'
import { sandboxSheets, workshopTables } from '../sandbox-bending.ts'

const plain = (turnDeg: number, insideRadiusMm = 1): Bend => ({
  angleDeg: turnDeg,
  insideRadiusMm,
  hem: null,
  gapMm: 0,
})
const profileOf = (lengths: readonly number[], bends: readonly Bend[], ends: readonly number[] = []): BendProfile => ({
  thicknessMm: 1,
  flanges: lengths.map((lengthMm, index) => ({ lengthMm, endLengthMm: ends[index] ?? null })),
  bends,
})
const refused = (profile: BendProfile) => {
  const sound = validateSection(profile)
  return sound.ok ? null : [sound.error.field, sound.error.code, sound.error.message]
}
const square = [plain(90), plain(90), plain(90)]
const closed = (turnDeg: number): Bend => ({ angleDeg: turnDeg, insideRadiusMm: 0, hem: 'closed', gapMm: 0 })

describe('a folded cross-section', () => {
  it.each<[string, BendProfile]>([
    ['a channel', profileOf([40, 60, 40], [plain(90), plain(90)])],
    ['a Z', profileOf([40, 40, 40], [plain(90), plain(-90)])],
    ['a square tube whose last flange ends on the first', profileOf([60, 60, 60, 59], square)],
    [
      'a closed hem, its flap on its flange',
      profileOf([60, 12], [{ angleDeg: 180, insideRadiusMm: 0, hem: 'closed', gapMm: 0 }]),
    ],
    [
      'a teardrop, its tip on its flange',
      profileOf([60, 15], [{ angleDeg: -180, insideRadiusMm: 1.5, hem: 'teardrop', gapMm: 2 }]),
    ],
    ['a fold of no gap made as a plain bend', profileOf([60, 12], [plain(180, 0)])],
    [
      'a drip edge: a hem whose flap leads to a bend away from the sheet',
      profileOf([20, 60, 15, 20, 10], [plain(45), closed(180), plain(-45), plain(-30)]),
    ],
    ['three layers, the last beyond the first fold', profileOf([20, 20, 40], [closed(180), closed(-180)])],
    ['hems at both edges whose flaps meet', profileOf([30, 60, 30], [closed(180), closed(180)])],
    ['a tube closed by a flap that lies on its first flange', profileOf([60, 60, 60, 59, 12], [...square, plain(90)])],
    ['a flange with no flat part between its bends', profileOf([30, 4, 30], [plain(90), plain(-90)])],
    ['a spiral that stays inside itself', profileOf([60, 60, 60, 50, 50], [...square, plain(90)])],
  ])('may be %s', (_what, profile) => {
    expect(refused(profile)).toBeNull()
  })

  it('of every sheet of the sandbox does not cross itself', () => {
    for (const { key, profile } of sandboxSheets) expect([key, refused(profile)]).toEqual([key, null])
  })

  it.each<[string, BendProfile, string, string]>([
    [
      'a flange through the first',
      profileOf([60, 40, 40, 60], square),
      'profile.flanges[3]',
      'flange 4 runs through flange 1',
    ],
    [
      'a flange folded back to the exact place of the first',
      profileOf([38, 40, 40, 40, 30], [...square, plain(90)]),
      'profile.flanges[4]',
      'flange 5 runs through flange 1',
    ],
    [
      'a bend folded back to the exact place of the first',
      profileOf([2, 40, 4, 40, 4, 20], [...square, plain(90), plain(90)]),
      'profile.bends[4]',
      'bend 5 runs through bend 1',
    ],
    [
      'the same folded down',
      profileOf(
        [60, 40, 40, 60],
        square.map(() => plain(-90)),
      ),
      'profile.flanges[3]',
      'flange 4 runs through flange 1',
    ],
    [
      'a taper that crosses only between its ends: a lip that passes over the first flange and ends before it further down',
      profileOf([50, 60, 80, 140], square, [50, 60, 20, 40]),
      'profile.flanges[3]',
      'flange 4 runs through flange 1',
    ],
    [
      'the far end of a taper alone',
      profileOf([60, 40, 40, 20], square, [60, 40, 40, 60]),
      'profile.flanges[3]',
      'flange 4 runs through flange 1',
    ],
    [
      'a last flange a tenth too long for its tube',
      profileOf([60, 60, 60, 59.1], square),
      'profile.flanges[3]',
      'flange 4 runs through flange 1',
    ],
    [
      'hems whose flaps overlap',
      profileOf([31, 60, 30], [closed(180), closed(180)]),
      'profile.flanges[2]',
      'flange 3 runs through flange 1',
    ],
    [
      'flanges in the exact place of others',
      profileOf([20, 40, 20, 40, 20], [plain(180, 0), plain(180, 0), plain(180, 0), plain(180, 0)]),
      'profile.bends[2]',
      'bend 3 runs through flange 2',
    ],
    [
      'a web so narrow that the inner legs overlap',
      profileOf([20, 40, 2, 40, 20], [plain(-90), plain(90, 0), plain(90, 0), plain(-90)]),
      'profile.flanges[3]',
      'flange 4 touches flange 2',
    ],
    [
      'an inner flange on another',
      profileOf([20, 60, 60, 50, 59, 30, 20], [plain(-90), ...square, plain(90), plain(45)]),
      'profile.bends[4]',
      'bend 5 touches flange 2',
    ],
  ])('that runs through or touches itself is refused at the later part: %s', (_what, profile, field, message) => {
    expect(refused(profile)).toEqual([field, 'crosses', message])
  })

  it('that crosses itself is reported by the check of its sheet', () => {
    const [sheet] = sandboxSheets
    if (sheet === undefined) throw new Error('the sandbox has sheets')
    const { bends, flanges } = { ...profileOf([60, 40, 40, 60], square) }
    const check = checkFlatPattern(
      { ...sheet, profile: { ...sheet.profile, flanges, bends } },
      { tables: workshopTables() },
    )
    expect(check.ok ? null : check.error.field).toBe('profile.flanges[3]')
  })

  it('has the same result if every bend has the other direction, and if it is read from the other edge', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const turned = { ...profile, bends: profile.bends.map((bend) => ({ ...bend, angleDeg: -bend.angleDeg })) }
        expect(refused(turned)).toEqual(refused(profile))
        const reversed = {
          ...profile,
          flanges: profile.flanges.toReversed(),
          bends: profile.bends.toReversed(),
        }
        expect(refused(reversed) === null).toBe(refused(profile) === null)
      }),
    )
  })

  it('is refused if its middle line crosses itself', () => {
    let crossings = 0
    fc.assert(
      fc.property(anyProfile, (profile) => {
        if (!middleCrosses(profile)) return
        crossings += 1
        expect(refused(profile)).not.toBeNull()
      }),
      { numRuns: 300 },
    )
    expect(crossings).toBeGreaterThan(30)
  })
})

const left = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** Splits the middle line into short lines and returns whether any two cross. */
function middleCrosses(profile: BendProfile): boolean {
  const { faceA, faceB } = value(foldCrossSection(profile))
  const points = faceA.flatMap((piece, index) => {
    const other = faceB[index] ?? piece
    return Array.from({ length: 8 }, (_, step): Point => {
      const [a, b] = [partOf(piece, step / 8), partOf(other, step / 8)]
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    })
  })
  return points.slice(1).some((to, index) => {
    const from = points[index] ?? to
    return points.slice(index + 3).some((end, later) => {
      const start = points[index + 2 + later] ?? end
      return (
        left(from, to, start) * left(from, to, end) < -1e-6 && left(start, end, from) * left(start, end, to) < -1e-6
      )
    })
  })
}
