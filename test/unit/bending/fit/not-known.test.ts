// What is answered where the workshop has not said enough: not known, and never a guess.
import { describe, expect, it } from 'vitest'
import { fit, fitInWords } from '../../../../shared/bending/fit/index.ts'
import type { Fit, FitTables, Machine } from '../../../../shared/bending/fit/index.ts'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { folder, longBrake, machines, tables } from './shipped-workshop.ts'

const sheets = sandboxSheets()

function answers(machine: Machine | null, known: Partial<FitTables> = {}): Fit[] {
  return sheets.map((sheet) => {
    const found = fit(sheet, machine, { ...tables, ...known })
    if (!found.ok) throw new Error(found.refusal.message)
    return found.value
  })
}
const codes = (found: readonly Fit[]): Set<string> =>
  new Set(found.flatMap(({ reasons }) => reasons.map(({ code }) => code)))
const isHemmed = (index: number): boolean => sheets[index]?.profile.bends.some(({ hem }) => hem !== null) === true

describe('without what an answer rests on', () => {
  it('no machine that no file describes takes or refuses a sheet', () => {
    const found = answers(null)
    expect(new Set(found.map(({ fits }) => fits))).toEqual(new Set(['unknown']))
    expect(codes(found)).toEqual(new Set(['machine_unknown']))
  })

  it.each<[string, Partial<FitTables>, Machine, string[]]>([
    ['tools', { tools: null }, longBrake, ['tools_unknown']],
    ['materials', { materials: null }, longBrake, ['materials_unknown']],
    ['materials, on a folder', { materials: null }, folder, ['materials_unknown']],
    ['both', { tools: null, materials: null }, longBrake, ['materials_unknown', 'tools_unknown']],
  ])(
    'no sheet is said to fit without %s, and none is refused but by the machine’s own limits',
    (_, known, machine, doubts) => {
      const found = answers(machine, known)
      const whole = answers(machine)
      const unknown = found.filter(({ fits }) => fits === 'unknown')
      expect(codes(unknown)).toEqual(new Set(doubts))
      expect(found.filter(({ fits }) => fits === true)).toEqual([])
      const refusedAlone = found.filter(({ fits }, index) => fits === false && whole[index]?.fits !== false)
      expect(refusedAlone).toEqual([])
      const limits = new Set(['too_long', 'too_thick', 'backgauge'])
      expect([...codes(found.filter(({ fits }) => fits === false))].filter((code) => !limits.has(code))).toEqual([])
    },
  )

  it('a folder needs no tools, and plain bends need no hem forces', () => {
    expect(answers(folder, { tools: null, hemForces: null })).toEqual(answers(folder))
    const found = answers(longBrake, { hemForces: null })
    const whole = answers(longBrake)
    expect(found.filter(({ fits }, index) => isHemmed(index) && fits === true)).toEqual([])
    expect(found.filter((_, index) => !isHemmed(index))).toEqual(whole.filter((_, index) => !isHemmed(index)))
  })

  it('each doubt is said in both languages', () => {
    for (const code of ['machine_unknown', 'tools_unknown', 'materials_unknown'] as const)
      for (const language of ['nb', 'en'] as const)
        expect(fitInWords({ code, params: {} }, language)).toMatch(/^[a-zæøå’ ]{20,}$/)
  })
})

it('every sheet of the sandbox is answered by every machine, and whoever does not take it says why in both languages', () => {
  for (const machine of machines)
    for (const { fits, reasons } of answers(machine)) {
      expect(reasons.length > 0).toBe(fits !== true)
      for (const reason of reasons) {
        expect(fitInWords(reason, 'nb')).not.toMatch(/[{}]|NaN|Infinity/)
        expect(fitInWords(reason, 'en')).not.toMatch(/[{}]|NaN|Infinity/)
      }
    }
})
