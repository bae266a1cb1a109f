// Which machine can bend a sheet, and why not: each limit separately, just inside and just outside.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit, fitInWords } from '../../../../shared/bending/fit/index.ts'
import type { Fit, Machine, SheetToFit } from '../../../../shared/bending/fit/index.ts'
import { sheetOf } from './sheet-of.ts'
import type { Shape } from './sheet-of.ts'
import { folder, longBrake, shortBrake, tables } from './shipped-workshop.ts'

function answer(sheet: SheetToFit, machine: Machine): Fit {
  const result = fit(sheet, machine, tables)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
const codes = (result: Fit): string[] => result.reasons.map(({ code }) => code)
const words = (result: Fit): string[] => result.reasons.map((reason) => fitInWords(reason, 'en'))
const channel = (web: number, leg: number): Shape => ({ flanges: [leg, web, leg], turns: [90, 90] })
const offset = (web: number): Shape => ({ flanges: [40, web, 40], turns: [90, -90] })
const warned = (sheet: SheetToFit) => answer(sheet, longBrake).warnings.map((one) => fitInWords(one, 'en'))
const rank = (result: Fit): number => (result.fits === true ? 2 : result.fits === 'unknown' ? 1 : 0)

describe('a press brake', () => {
  it('can bend an angle, and states the V and the force', () => {
    const result = answer(sheetOf(), longBrake)
    expect(result).toMatchObject({ fits: true, reasons: [], vMm: 8 })
    expect(result.forceKn).toBeCloseTo(((1.42 * 390 * 2000) / 8000) * 1.15, 6)
  })

  it('names its die and punch: 45° between the flanges only fits on tools of 30°', () => {
    const sharp = answer(sheetOf({ turns: [135], radiusMm: 1 }), longBrake)
    expect(sharp).toMatchObject({ fits: true, vMm: 6, dieId: 'v6-30', punchId: 'acute-28', hemmingToolId: null })
    expect(answer(sheetOf(), longBrake)).toMatchObject({ dieId: 'v8-88', punchId: 'straight-88' })
  })

  it('names the hemming tool that closes its hems', () => {
    const hemmed = sheetOf({ flanges: [40, 60, 12], turns: [90, 180], hems: [null, 'closed'], thicknessMm: 0.6 })
    expect(answer(hemmed, longBrake)).toMatchObject({ hemmingToolId: 'hem-v6', dieId: 'v8-88' })
    const onlyHem = sheetOf({ flanges: [60, 12], turns: [180], hems: ['closed'], thicknessMm: 0.6 })
    expect(answer(onlyHem, longBrake)).toMatchObject({ hemmingToolId: 'hem-v6', dieId: null, punchId: null })
    expect(answer(sheetOf(), folder)).toMatchObject({ hemmingToolId: null, dieId: null, punchId: null })
  })

  it('refuses a profile that runs through itself, by its field', () => {
    const crossing = sheetOf({ flanges: [60, 40, 50, 60], turns: [90, 90, 90] })
    for (const machine of [longBrake, folder])
      expect(fit(crossing, machine, tables)).toMatchObject({
        ok: false,
        error: { code: 'crosses', field: 'profile.flanges[3]' },
      })
  })

  it('refuses a flange that is too short for the V, with the flange, its length, the V and the required length', () => {
    const onV8 = { ...longBrake, dies: ['v8-88'] }
    const short = answer(sheetOf({ flanges: [40, 60, 5], turns: [90, 90] }), onV8)
    expect(short.fits).toBe(false)
    expect(words(short)).toEqual(['flange 3 is 5 mm; V8 needs at least 5.5'])
    expect(answer(sheetOf({ flanges: [40, 60, 5.5], turns: [90, 90] }), onV8).fits).toBe(true)
  })

  describe('with no pair of tools for all bends', () => {
    const sharpAndShort = { turns: [135, 90], thicknessMm: 0.6, radiusMm: 0.6 }

    it('bends a sharp bend on one station and a short flange on another, and says so', () => {
      const result = answer(sheetOf({ ...sharpAndShort, flanges: [60, 60, 3.2] }), shortBrake)
      expect(result).toMatchObject({ fits: true, reasons: [] })
      expect(result.warnings.map((one) => fitInWords(one, 'en'))).toEqual(['the bends need 2 tool stations'])
    })

    it('bends a short flange between two bends on the V that suits one of them', () => {
      const result = answer(sheetOf({ ...sharpAndShort, flanges: [60, 3.2, 60], turns: [135, -90] }), shortBrake)
      expect(result).toMatchObject({ fits: true, warnings: [{ code: 'several_stations', params: { stations: 2 } }] })
    })

    it('refuses a bend that no pair makes, with the reasons of the best pair', () => {
      const result = answer(sheetOf({ ...sharpAndShort, flanges: [60, 60, 2] }), shortBrake)
      expect(result).toMatchObject({ fits: false, warnings: [] })
      expect(codes(result)).toContain('short_flange')
    })

    it('gives the force of the station that needs the most', () => {
      const flanges = [60, 60, 3.2]
      const forceOn = (turns: readonly number[], ofFlanges: readonly number[]): number =>
        answer(sheetOf({ ...sharpAndShort, turns, flanges: ofFlanges }), shortBrake).forceKn ?? 0
      const most = Math.max(forceOn([135], flanges.slice(0, 2)), forceOn([90], flanges.slice(1)))
      expect(forceOn(sharpAndShort.turns, flanges)).toBeCloseTo(most, 6)
    })
  })

  it('uses a narrower V if the nearest is too wide for a flange', () => {
    expect(answer(sheetOf({ flanges: [40, 5] }), longBrake)).toMatchObject({ fits: true, vMm: 6 })
  })

  it('checks the short end of a tapered flange', () => {
    const straight = sheetOf({ flanges: [40, 20] })
    const flanges = [...straight.profile.flanges.slice(0, 1), { lengthMm: 20, endLengthMm: 3 }]
    const result = answer({ ...straight, profile: { ...straight.profile, flanges } }, longBrake)
    expect(words(result)).toEqual(['flange 2 is 3 mm; V8 needs at least 5.5'])
  })

  it('allows a flange between two bends to be short for one of them, because the other is made on the flat blank', () => {
    const onV8 = { ...longBrake, dies: ['v8-30'], punches: ['acute-28'] }
    const sheet = sheetOf({ flanges: [40, 5, 40], turns: [90, 30] })
    expect(answer(sheet, onV8).fits).toBe(true)
    expect(codes(answer(sheetOf({ flanges: [40, 5, 40], turns: [90, 90] }), onV8))).toEqual(['short_flange'])
  })

  it.each([
    { what: 'length', code: 'too_long', inside: { lengthMm: 3200 }, outside: { lengthMm: 3201 } },
    {
      what: 'length of a mitred piece',
      code: 'too_long',
      inside: {},
      outside: {},
      pieces: [{ lengthMm: 2000, endLengthMm: 3201 }],
    },
    {
      what: 'thickness',
      code: 'too_thick',
      inside: { thicknessMm: 4, lengthMm: 500, material: 'aluminium', rm: 180 },
      outside: { thicknessMm: 4.1, lengthMm: 500, material: 'aluminium', rm: 180, radiusMm: 1 },
    },
    {
      what: 'backgauge',
      code: 'backgauge',
      inside: { flanges: [750, 800] },
      outside: { flanges: [760, 800] },
    },
  ])('refuses beyond its $what only', ({ code, inside, outside, pieces }) => {
    expect(codes(answer(sheetOf(inside), longBrake))).not.toContain(code)
    const beyond = sheetOf(outside)
    expect(codes(answer({ ...beyond, pieces: pieces ?? beyond.pieces }, longBrake))).toContain(code)
  })

  it('compares the force including its margin with the machine’s force', () => {
    const { forceKn } = answer(sheetOf(), longBrake)
    const onV8 = { ...longBrake, dies: ['v8-88'] }
    expect(answer(sheetOf(), { ...onV8, maxForceKn: (forceKn ?? 0) + 0.01 }).fits).toBe(true)
    expect(codes(answer(sheetOf(), { ...onV8, maxForceKn: (forceKn ?? 0) - 0.01 }))).toEqual(['force'])
  })

  it('uses a wider V if the force on the nearest is too great', () => {
    const weak = { ...longBrake, maxForceKn: 120 }
    expect(answer(sheetOf(), weak)).toMatchObject({ fits: true, vMm: 12 })
  })

  it('compares the force per metre with the weaker of die and punch', () => {
    const tools = {
      ...tables.tools,
      punches: [{ id: 'p', tipRadiusMm: 0.6, includedDeg: 88, heightMm: 90, loadKnPerM: 30 }],
    }
    const result = fit(sheetOf(), { ...longBrake, dies: ['v8-88'], punches: ['p'] }, { ...tables, tools })
    expect(result.ok && codes(result.value)).toEqual(['tool_load'])
  })

  it('states the V that a blank needs if all are narrower, and that a punch is missing', () => {
    expect(words(answer(sheetOf({ thicknessMm: 2 }), { ...longBrake, dies: ['v8-88'] }))).toEqual([
      '2 mm sheet metal needs at least V12; the widest V here is V8',
    ])
    expect(codes(answer(sheetOf(), { ...longBrake, punches: ['gone'] }))).toEqual(['no_punch'])
  })

  it('uses sharp tools for a sharp bend, with allowance for springback', () => {
    expect(answer(sheetOf({ turns: [135], radiusMm: 1 }), longBrake).fits).toBe(true)
    const blunt = { ...longBrake, dies: ['v8-88'] }
    expect(codes(answer(sheetOf({ turns: [91.9] }), blunt))).toEqual(['angle_of_tools'])
    expect(answer(sheetOf({ turns: [91] }), blunt).fits).toBe(true)
  })

  it('refuses a bend of 180° that is not a hem, with finite figures', () => {
    const result = answer(sheetOf({ turns: [180] }), longBrake)
    expect(codes(result)).toEqual(['angle_of_tools'])
    expect(result.reasons.flatMap(({ params }) => Object.values<number>(params)).every(Number.isFinite)).toBe(true)
    expect(result.reasons.map(({ params }) => params)).toEqual([{ bend: 1, includedDeg: 0, sharpestIncludedDeg: 30 }])
  })

  it('states the sharpest tools of the machine for the blank if they are too blunt', () => {
    const result = answer(sheetOf({ turns: [150] }), longBrake)
    expect(result.reasons).toMatchObject([{ code: 'angle_of_tools', params: { bend: 1, sharpestIncludedDeg: 30 } }])
  })

  it('refuses tools that leave no daylight and a stroke that does not reach the die', () => {
    expect(codes(answer(sheetOf(), { ...longBrake, openHeightMm: 300 }))).toEqual(['daylight'])
    const pair = { ...longBrake, dies: ['v8-88'], punches: ['straight-88'] }
    expect(answer(sheetOf(), { ...pair, strokeMm: 115 }).fits).toBe(true)
    expect(codes(answer(sheetOf(), { ...pair, strokeMm: 113 }))).toEqual(['stroke'])
  })

  describe('with a hem', () => {
    const hemmed = { flanges: [12, 60], turns: [180], hems: ['closed'] }

    it('is refused where the hemming tool leaves no daylight, or the stroke does not close its slot', () => {
      expect(codes(answer(sheetOf(hemmed), { ...longBrake, openHeightMm: 300 }))).toEqual(['daylight'])
      expect(answer(sheetOf(hemmed), { ...longBrake, strokeMm: 110 }).fits).toBe(true)
      // it would reach the bottom of the V
      expect(codes(answer(sheetOf(hemmed), { ...longBrake, strokeMm: 102 }))).toEqual(['stroke'])
    })

    it('fits if the force is known and available', () => {
      const result = answer(sheetOf(hemmed), longBrake)
      expect(result).toMatchObject({ fits: true, vMm: null })
      expect(result.forceKn).toBeCloseTo(170 * 2 * 1.15, 6)
    })

    it.each([
      ['another thickness', { thicknessMm: 0.9 }],
      ['another material', { material: 'kobber', rm: 240 }],
      ['another kind', { hems: ['teardrop'] }],
      ['stronger blank', { rm: 421 }],
      ['a material that nobody knows', { material: 'titan' }],
    ])('does not fit where the table has %s', (_, change) => {
      const result = answer(sheetOf({ ...hemmed, ...change }), longBrake)
      expect(result).toMatchObject({ fits: 'unknown', forceKn: null })
      expect(codes(result)).toEqual(['hem_force_unknown'])
    })

    it('does not fit if the force, the tool load or the tool is missing', () => {
      expect(codes(answer(sheetOf({ ...hemmed, lengthMm: 2050 }), { ...shortBrake, maxForceKn: 400 }))).toEqual([
        'hem_force',
      ])
      expect(codes(answer(sheetOf(hemmed), { ...longBrake, hemmingTools: [] }))).toEqual(['no_hemming_tool'])
      expect(codes(answer(sheetOf({ ...hemmed, thicknessMm: 1.5 }), shortBrake))).toEqual(['no_hemming_tool'])
    })

    it('uses a hemming tool that bears the load and is sharp enough, and refuses if there is none', () => {
      const tool = { id: 'weak', vMm: 6, includedDeg: 30, maxThicknessMm: 2, loadKnPerM: 100 }
      const strong = { ...tool, id: 'strong', vMm: 8, loadKnPerM: 300 }
      const blunt = { ...strong, id: 'blunt', includedDeg: 60 }
      const tools = { ...tables.tools, hemmingTools: [tool, strong, blunt] }
      const answered = (hemmingTools: string[]) => {
        const result = fit(sheetOf(hemmed), { ...longBrake, hemmingTools }, { ...tables, tools })
        return result.ok ? codes(result.value) : result.error
      }
      expect(answered(['weak'])).toEqual(['hem_tool_load'])
      expect(answered(['blunt'])).toEqual(['angle_of_tools'])
      expect(answered(['weak', 'strong'])).toEqual([])
    })

    it('needs a flap that reaches the hemming tool', () => {
      expect(answer(sheetOf({ ...hemmed, flanges: [6, 60] }), longBrake).fits).toBe(true)
      expect(codes(answer(sheetOf({ ...hemmed, flanges: [4, 60] }), longBrake))).toEqual(['short_flange'])
      const besideABend = sheetOf({ flanges: [4, 60, 40], turns: [180, 90], hems: ['closed', null] })
      expect(codes(answer(besideABend, longBrake))).toEqual(['short_flange'])
    })
  })
})

describe('a folding machine', () => {
  it('can bend an angle without force or V, which are not published', () => {
    expect(answer(sheetOf(), folder)).toEqual({
      fits: true,
      reasons: [],
      warnings: [],
      vMm: null,
      dieId: null,
      punchId: null,
      hemmingToolId: null,
      forceKn: null,
    })
  })

  it('has a rating by length and strength: a soft blank may be longer, a hard one must be thinner', () => {
    const thick = { thicknessMm: 1.5 }
    expect(answer(sheetOf({ ...thick, rm: 400 }), folder).fits).toBe(true)
    expect(words(answer(sheetOf({ ...thick, rm: 400, lengthMm: 2500 }), folder))).toEqual([
      'the blank is 1.5 mm thick; at 2500 mm length the machine bends up to 1.25 in this grade',
    ])
    expect(answer(sheetOf({ ...thick, rm: 180, material: 'aluminium', lengthMm: 2500 }), folder).fits).toBe(true)
    expect(codes(answer(sheetOf({ ...thick, rm: 620, material: 'rustfritt' }), folder))).toEqual(['rated_thinner'])
  })

  it('refuses a blank above its greatest thickness, however soft', () => {
    expect(codes(answer(sheetOf({ thicknessMm: 1.6, rm: 100, lengthMm: 1000 }), folder))).toEqual(['too_thick'])
  })

  it('refuses a short flange, an angle beyond its largest and a radius that one fold does not give', () => {
    expect(words(answer(sheetOf({ flanges: [7.5, 60] }), folder))).toEqual([
      'flange 1 is 7.5 mm; the machine needs at least 8',
    ])
    expect(codes(answer(sheetOf({ turns: [146] }), folder))).toEqual(['angle_of_folder'])
    expect(answer(sheetOf({ turns: [145], radiusMm: 5 }), folder).fits).toBe(true)
    expect(codes(answer(sheetOf({ radiusMm: 5.1 }), folder))).toEqual(['radius_of_folder'])
  })

  it('can make a hem if its angle is large enough, the flap fits under the clamp and the clamp presses it', () => {
    const hemmed = sheetOf({ flanges: [12, 60], turns: [180], hems: ['closed'] })
    expect(answer(hemmed, folder).fits).toBe(true)
    expect(codes(answer(hemmed, { ...folder, largestTurnDeg: 130 }))).toEqual(['angle_of_folder'])
    expect(codes(answer(hemmed, { ...folder, clampOpeningMm: 7 }))).toEqual(['hem_under_clamp'])
    expect(codes(answer(hemmed, { ...folder, hemThicknessMm: 0.8 }))).toEqual(['hem_too_thick'])
    const unrated = answer(hemmed, { ...folder, hemThicknessMm: null })
    expect(unrated.fits).toBe('unknown')
    expect(codes(unrated)).toEqual(['hem_rating_unknown'])
  })

  it('answers unknown for a return that is low over the clamp beyond its nose, and for an offset on the beam', () => {
    expect(answer(sheetOf(channel(60, 45)), folder).fits).toBe(true)
    expect(codes(answer(sheetOf(channel(60, 46)), folder))).toEqual(['return_over_nose'])
    expect(answer(sheetOf(channel(200, 60)), folder).fits).toBe(true)
    expect(answer(sheetOf(offset(15)), folder).fits).toBe(true)
    expect(codes(answer(sheetOf(offset(14)), folder))).toEqual(['offset_on_beam'])
  })

  it('warns that the blank must be turned over if it only folds up and the bends have both directions', () => {
    const offset = sheetOf({ flanges: [40, 30, 40], turns: [90, -90] })
    expect(answer(offset, folder).warnings).toEqual([{ code: 'turn_over', params: { upBends: 1, downBends: 1 } }])
    expect(answer(offset, { ...folder, folds: 'both' }).warnings).toEqual([])
  })
})

it("uses the material's strength if the sheet states none, and answers unknown without both", () => {
  const stated = answer(sheetOf({ rm: 470 }), longBrake)
  expect(answer(sheetOf({ rm: null }), longBrake)).toEqual(stated)
  for (const machine of [longBrake, folder]) {
    const result = answer(sheetOf({ rm: null, material: 'titan' }), machine)
    expect(result).toMatchObject({ fits: 'unknown', forceKn: null })
    expect(codes(result)).toEqual(['strength_unknown'])
  }
})

it('warns of cold zinc, of a radius that is too small for the metal or its paint, and of a taper', () => {
  const zinc = { material: 'sink', rm: 170, thicknessMm: 0.8, radiusMm: 1 }
  expect(warned(sheetOf(zinc))).toEqual([
    'the metal must be at least 10 °C',
    'bend 1 has a radius of 1 mm; the smallest for this material is 1.4',
  ])
  const across = sheetOf(zinc)
  expect(warned({ ...across, profile: { ...across.profile, grain: 'across' } })).toEqual([
    'the metal must be at least 10 °C',
  ])
  const painted = { material: 'plastbelagt_stal', rm: 330, thicknessMm: 0.6 }
  expect(warned(sheetOf({ ...painted, radiusMm: 0.5 }))).toHaveLength(1)
  expect(warned(sheetOf({ ...painted, radiusMm: 0.6 }))).toHaveLength(0)
  const straight = sheetOf()
  const flanges = [{ lengthMm: 40, endLengthMm: 30 }, ...straight.profile.flanges.slice(1)]
  expect(warned({ ...straight, profile: { ...straight.profile, flanges } })).toEqual([
    'flange 1 tapers from 40 to 30 mm: bend it by hand',
  ])
})

describe('a sheet that contradicts itself', () => {
  const good = sheetOf()
  it.each([
    ['profile.thicknessMm', { ...good, profile: { ...good.profile, thicknessMm: Number.NaN } }],
    ['profile.flanges[0].lengthMm', sheetOf({ flanges: [-1, 60] })],
    ['profile.bends', sheetOf({ flanges: [40, 60], turns: [90, 90] })],
    ['profile.tensileStrengthMpa', sheetOf({ rm: 0 })],
    ['lengthMm', sheetOf({ lengthMm: Number.NaN })],
    ['unfolding.bendLines', { ...good, unfolding: { widthMm: 100, bendLines: [] } }],
  ])('is refused by its field %s', (field, sheet) => {
    for (const machine of [longBrake, folder]) {
      expect(fit(sheet, machine, tables)).toMatchObject({ ok: false, error: { field } })
    }
  })
})

it('is never better for a longer or stronger sheet, and equal for the mirrored profile', () => {
  const shape = fc
    .array(
      fc.tuple(
        fc.double({ min: 3, max: 200, noNaN: true }),
        fc.integer({ min: -140, max: 140 }).filter((turn) => turn !== 0),
      ),
      {
        minLength: 1,
        maxLength: 14,
      },
    )
    .map((parts) => ({ flanges: [30, ...parts.map(([flange]) => flange)], turns: parts.map(([, turn]) => turn) }))
  fc.assert(
    fc.property(
      shape,
      fc.integer({ min: 500, max: 4500 }),
      fc.constantFrom(0.5, 0.6, 0.8, 1, 1.5, 2),
      fc.constantFrom(longBrake, shortBrake, folder),
      (profile, lengthMm, thicknessMm, machine) => {
        /** -1: the profile runs through itself. */
        const rankOf = (sheet: SheetToFit): number =>
          fit(sheet, machine, tables).ok ? rank(answer(sheet, machine)) : -1
        const ownRank = rankOf(sheetOf({ ...profile, lengthMm, thicknessMm }))
        const harder = sheetOf({ ...profile, lengthMm: lengthMm + 100, thicknessMm, rm: 450 })
        expect(rankOf(harder)).toBeLessThanOrEqual(ownRank)
        const mirrored = sheetOf({
          flanges: profile.flanges.toReversed(),
          turns: profile.turns.toReversed(),
          lengthMm,
          thicknessMm,
        })
        expect(rankOf(mirrored)).toBe(ownRank)
      },
    ),
  )
})
