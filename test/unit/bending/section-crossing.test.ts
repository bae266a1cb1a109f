import { describe, expect, it } from 'vitest'
import { checkUnfolding, soundSection } from '../../../shared/bending/index.ts'
import type { Bend, BendProfile } from '../../../shared/bending/index.ts'
import { sandboxSheets, workshopTables } from './sandbox-bending.ts'

const plain = (angleDeg: number, insideRadiusMm = 1): Bend => ({ angleDeg, insideRadiusMm, hem: null, gapMm: 0 })
const profileOf = (lengths: readonly number[], bends: readonly Bend[], ends: readonly number[] = []): BendProfile => ({
  thicknessMm: 1,
  flanges: lengths.map((lengthMm, index) => ({ lengthMm, endLengthMm: ends[index] ?? null })),
  bends,
})
const refused = (profile: BendProfile) => {
  const sound = soundSection(profile)
  return sound.ok ? null : [sound.refusal.field, sound.refusal.code, sound.refusal.message]
}
const square = [plain(90), plain(90), plain(90)]

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
    ['a spiral that stays inside itself', profileOf([60, 60, 60, 50, 50], [...square, plain(90)])],
  ])('may be %s', (_what, profile) => {
    expect(refused(profile)).toBeNull()
  })

  it('of every sheet of the sandbox does not run through itself', () => {
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
      'the same folded down',
      profileOf(
        [60, 40, 40, 60],
        square.map(() => plain(-90)),
      ),
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
  ])('that runs through itself is refused at the later part: %s', (_what, profile, field, message) => {
    expect(refused(profile)).toEqual([field, 'crosses', message])
  })

  it('that runs through itself is named by the check of its sheet', () => {
    const [sheet] = sandboxSheets
    if (sheet === undefined) throw new Error('the sandbox has sheets')
    const { bends, flanges } = { ...profileOf([60, 40, 40, 60], square) }
    const check = checkUnfolding(
      { ...sheet, profile: { ...sheet.profile, flanges, bends } },
      { tables: workshopTables() },
    )
    expect(check.ok ? null : check.refusal.field).toBe('profile.flanges[3]')
  })
})
