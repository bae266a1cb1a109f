// The answer is 'unknown', never a guess, if the workshop's data is incomplete.
import { describe, expect, it } from 'vitest'
import { fit, fitInWords } from '../../../../shared/bending/fit/index.ts'
import type { Fit, FitTables, Machine } from '../../../../shared/bending/fit/index.ts'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { folder, longBrake, machines, tables } from './shipped-workshop.ts'

const sheets = sandboxSheets()

function answers(machine: Machine | null, knownTables: Partial<FitTables> = {}): Fit[] {
  return sheets.map((sheet) => {
    const results = fit(sheet, machine, { ...tables, ...knownTables })
    if (!results.ok) throw new Error(results.error.message)
    return results.value
  })
}
const codes = (results: readonly Fit[]): Set<string> =>
  new Set(results.flatMap(({ reasons }) => reasons.map(({ code }) => code)))
const isHemmed = (index: number): boolean => sheets[index]?.profile.bends.some(({ hem }) => hem !== null) === true

describe('with incomplete data', () => {
  it('a machine without a file neither fits nor refuses a sheet', () => {
    const results = answers(null)
    expect(new Set(results.map(({ fits }) => fits))).toEqual(new Set(['unknown']))
    expect(codes(results)).toEqual(new Set(['machine_unknown']))
  })

  it.each<[string, Partial<FitTables>, Machine, string[]]>([
    ['tools', { tools: null }, longBrake, ['tools_unknown']],
    ['materials', { materials: null }, longBrake, ['materials_unknown']],
    ['materials, on a folder', { materials: null }, folder, ['materials_unknown']],
    ['both', { tools: null, materials: null }, longBrake, ['materials_unknown', 'tools_unknown']],
  ])('without %s no sheet fits, and only the machine’s own limits refuse one', (_, tables, machine, uncertainties) => {
    const results = answers(machine, tables)
    const whole = answers(machine)
    const unknown = results.filter(({ fits }) => fits === 'unknown')
    expect(codes(unknown)).toEqual(new Set(uncertainties))
    expect(results.filter(({ fits }) => fits === true)).toEqual([])
    const refusedAlone = results.filter(({ fits }, index) => fits === false && whole[index]?.fits !== false)
    expect(refusedAlone).toEqual([])
    const limits = new Set(['too_long', 'too_thick', 'backgauge'])
    expect([...codes(results.filter(({ fits }) => fits === false))].filter((code) => !limits.has(code))).toEqual([])
  })

  it('a folding machine needs no tools, and plain bends need no hem forces', () => {
    expect(answers(folder, { tools: null, hemForces: null })).toEqual(answers(folder))
    const results = answers(longBrake, { hemForces: null })
    const whole = answers(longBrake)
    expect(results.filter(({ fits }, index) => isHemmed(index) && fits === true)).toEqual([])
    expect(results.filter((_, index) => !isHemmed(index))).toEqual(whole.filter((_, index) => !isHemmed(index)))
  })

  it('each uncertainty has a text in both languages', () => {
    for (const code of ['machine_unknown', 'tools_unknown', 'materials_unknown'] as const)
      for (const language of ['nb', 'en'] as const)
        expect(fitInWords({ code, params: {} }, language)).toMatch(/^[a-zæøå’ ]{20,}$/)
  })
})

it('every sheet of the sandbox has an answer for every machine, and each refusal has a reason in both languages', () => {
  for (const machine of machines)
    for (const { fits, reasons } of answers(machine)) {
      expect(reasons.length > 0).toBe(fits !== true)
      for (const reason of reasons) {
        expect(fitInWords(reason, 'nb')).not.toMatch(/[{}]|NaN|Infinity/)
        expect(fitInWords(reason, 'en')).not.toMatch(/[{}]|NaN|Infinity/)
      }
    }
})
