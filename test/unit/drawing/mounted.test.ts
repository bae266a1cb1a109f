// How the sandbox's profiles are mounted. The headings are those of the families in resources/sandbox/flashing_families.py.
import { describe, expect, it } from 'vitest'
import sandbox from '../../../resources/sandbox/sheets.json' with { type: 'json' }
import { foldCrossSection } from '../../../shared/bending/index.ts'
import { colourPlace, englishTexts, mountingOf, norwegianTexts, profileScene } from '../../../shared/drawing/index.ts'
import { value } from '../bending/any-profile.ts'
import { sandboxSheets } from './sandbox-sheets.ts'

function profileOf(key: string) {
  const profile = sandbox.sheets.find((sheet) => sheet.key === key)?.profile
  if (profile === undefined) throw new Error(`the sandbox has no sheet ${key}`)
  return profile
}

/** The directions of the flanges from the first edge to the last, whole degrees from −180 to 179. */
function headingsOf(key: string): number[] {
  const profile = profileOf(key)
  const { flanges } = value(foldCrossSection(profile))
  const { flange, headingDeg } = mountingOf(profile)
  const by = headingDeg - (flanges[flange]?.headingDeg ?? 0)
  return flanges.map((one) => ((((Math.round(one.headingDeg + by) + 180) % 360) + 360) % 360) - 180)
}

describe('a finished profile is drawn as it is mounted', () => {
  it.each([
    ['parapetbeslag-01', [60, 90, -11, -90, -60]],
    // the same cap with its other face up as a blank: seen from the other end
    ['parapetbeslag-08', [120, 90, 169, -90, -120]],
    ['parapetbeslag-03', [60, 90, -11, -90, 90]],
    ['parapetbeslag-07', [60, 90, -11, -90, -60]],
    ['vindusbeslag-01', [-90, -15, -90, -60]],
    ['vannbord-06', [90, -90, -15, -90, -45]],
    ['gavlbeslag-01', [-90, 0, -90, -60]],
    ['vindskibeslag-01', [90, 0, -90, -60, 120]],
    ['takfotbeslag-01', [-30, -90, -60, 120]],
    ['overgangsbeslag-01', [-90, -15, -90, 90]],
    ['monebeslag-01', [-108, 72, 27, -27, -72, 108]],
    ['pipebeslag-01', [0, -90, -27, 153]],
    ['hatteprofil-01', [0, 90, 0, -90, 0]],
    ['z_profil-01', [0, -90, 0]],
  ])('%s', (key, headings) => {
    expect(headingsOf(key)).toEqual(headings)
  })

  it('at both ends of a tapered piece alike', () => {
    const profile = profileOf('parapetbeslag-06')
    const far = {
      ...profile,
      flanges: profile.flanges.map(({ lengthMm, endLengthMm }) => ({
        lengthMm: endLengthMm ?? lengthMm,
        endLengthMm: lengthMm,
      })),
    }
    expect(mountingOf(far)).toEqual(mountingOf(profile))
  })
})

describe('where the colour is', () => {
  it('a parapet cap with its colour outside is not called inside, on whichever face the blank has it', () => {
    for (const key of ['parapetbeslag-01', 'parapetbeslag-02', 'parapetbeslag-08', 'vinkelbeslag-01', 'u_profil-06'])
      expect([key, colourPlace(profileOf(key))]).toEqual([key, 'outside'])
  })

  it('is inside if the profile bends towards the colour, and on neither side if it bends equally both ways', () => {
    expect(colourPlace(profileOf('overgangsbeslag-02'))).toBe('inside')
    for (const key of ['vindusbeslag-01', 'hatteprofil-05', 'parapetbeslag-07'])
      expect([key, colourPlace(profileOf(key))]).toEqual([key, null])
  })
})

const sheetOf = (key: string) => {
  const sheet = sandboxSheets().find(({ id }) => id === key)
  if (sheet === undefined) throw new Error(key)
  return sheet
}

/** The lengths of the lines of the hatch. */
const lengthsOf = (key: string) =>
  value(profileScene(sheetOf(key))).items.flatMap((item) =>
    item.kind === 'line' && item.role === 'hatch' ? [Math.hypot(item.to.x - item.from.x, item.to.y - item.from.y)] : [],
  )

describe('the drawing of the profile', () => {
  it.each([norwegianTexts, englishTexts])(
    'has the band of a cap above its web, and a stage lies as in the machine',
    (texts) => {
      const bandOf = (options: object) => {
        const scene = value(profileScene(sheetOf('parapetbeslag-01'), { texts, ...options }))
        const ys = scene.items.flatMap((item) =>
          item.kind === 'line' && item.role === 'colour-side' ? [item.from.y, item.to.y] : [],
        )
        const body = scene.items.find(({ role }) => role === 'profile')
        if (body?.kind !== 'polyline') throw new Error('no section')
        return {
          top: Math.max(...ys) > Math.max(...body.points.map(({ y }) => y)),
          low: Math.min(...ys) < Math.min(...body.points.map(({ y }) => y)),
        }
      }
      expect(bandOf({})).toMatchObject({ top: true })
      const flat = { stage: [0, 0, 0, 0] }
      expect(bandOf({ ...flat, faceUp: 'B' })).toEqual({ top: true, low: false })
      expect(bandOf({ ...flat, faceUp: 'A' })).toEqual({ top: false, low: true })
    },
  )

  it('hatches bare metal across its thickness, inside the section, and no paint', () => {
    expect(lengthsOf('parapetbeslag-01')).toEqual([])
    const lengths = lengthsOf('pipebeslag-02')
    expect(lengths.length).toBeGreaterThan(30)
    // at 45° on the flanges, steeper or flatter in the bends
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(2)
  })
})
