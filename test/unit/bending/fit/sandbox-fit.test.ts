// The fit of every sheet of the sandbox on its three machines.
import { describe, expect, it } from 'vitest'
import { fit, fitInWords } from '../../../../shared/bending/fit/index.ts'
import type { Fit } from '../../../../shared/bending/fit/index.ts'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { folder, longBrake, machines, shortBrake, tables } from './shipped-workshop.ts'

const sheets = sandboxSheets()
const answers = sheets.map((sheet) => ({
  sheet,
  fits: new Map(
    machines.map((machine): [string, Fit] => {
      const result = fit(sheet, machine, tables)
      if (!result.ok) throw new Error(`${sheet.id}: ${result.error.message}`)
      return [machine.name, result.value]
    }),
  ),
}))

describe("the sandbox's sheets", () => {
  it('all have an answer, and nearly all fit a machine', () => {
    expect(answers).toHaveLength(104)
    const without = answers.filter(({ fits }) => ![...fits.values()].some(({ fits }) => fits === true))
    // A closed hem in stainless 1.0 is too thick for the folding machine, and no table contains its force on a brake.
    expect(without.map(({ sheet }) => sheet.id)).toEqual(['vinkelbeslag-04'])
  })

  it('of 4000 mm do not fit the brakes, only because of their length, and fit the folding machine', () => {
    const long = answers.filter(({ sheet }) => sheet.lengthMm === 4000)
    expect(long).toHaveLength(2)
    for (const { fits } of long) {
      expect(fits.get(longBrake.name)).toMatchObject({
        fits: false,
        reasons: [{ code: 'too_long', params: { lengthMm: 4000, maxLengthMm: 3200 } }],
      })
      expect(fits.get(shortBrake.name)).toMatchObject({ fits: false, reasons: [{ code: 'too_long' }] })
      expect(fits.get(folder.name)?.fits).toBe(true)
    }
  })

  it('of copper, zinc and stainless with hems never fit a brake, because the force is unknown', () => {
    const unknown = answers.filter(
      ({ sheet }) =>
        ['kobber', 'sink', 'rustfritt'].includes(sheet.profile.material) &&
        sheet.profile.bends.some(({ hem }) => hem !== null),
    )
    expect(unknown.length).toBeGreaterThan(8)
    for (const { fits } of unknown) {
      for (const brake of [longBrake, shortBrake]) expect(fits.get(brake.name)?.fits).not.toBe(true)
    }
  })

  it('of galvanised steel 1.5 in 3000 mm do not fit the folding machine', () => {
    const heavy = answers.filter(
      ({ sheet }) =>
        sheet.profile.material === 'galvanisert_stal' && sheet.profile.thicknessMm === 1.5 && sheet.lengthMm === 3000,
    )
    expect(heavy.length).toBeGreaterThan(2)
    for (const { fits } of heavy) {
      expect(fits.get(folder.name)?.reasons.map(({ code }) => code)).toEqual(['rated_thinner'])
      expect(fits.get(longBrake.name)?.fits).toBe(true)
    }
  })

  it('without hems need 1.15 times the force of the formula on the given V', () => {
    for (const { sheet, fits } of answers) {
      const { lengthMm, profile } = sheet
      const result = fits.get(longBrake.name)
      if (profile.bends.some(({ hem }) => hem !== null) || result === undefined) continue
      const { vMm, forceKn } = result
      const rm = profile.tensileStrengthMpa ?? 0
      expect(forceKn).toBeCloseTo((1.15 * 1.42 * rm * profile.thicknessMm ** 2 * lengthMm) / (1000 * (vMm ?? 0)), 6)
    }
  })

  it('have a complete sentence for every reason and warning in both languages', () => {
    for (const { fits } of answers) {
      for (const { reasons, warnings } of fits.values()) {
        for (const one of [...reasons, ...warnings]) {
          for (const language of ['nb', 'en'] as const) {
            expect(fitInWords(one, language)).not.toMatch(/[{}]|NaN|undefined/)
          }
        }
      }
    }
  })
})

it('writes figures with the decimal sign of the language', () => {
  const reason = { code: 'short_flange', params: { flange: 3, lengthMm: 5, vMm: 8, neededMm: 5.5 } } as const
  expect(fitInWords(reason, 'en')).toBe('flange 3 is 5 mm; V8 needs at least 5.5')
  expect(fitInWords(reason, 'nb')).toBe('flens 3 er 5 mm, V8 trenger 5,5')
})
