import { describe, expect, test } from 'vitest'
import { changeText, clockText, metalText } from '../../../../src-renderer/list/rows/row-texts.ts'
import type { RowTime } from '../../../../src-renderer/list/times/index.ts'
import { formatMm, formatThickness } from '../../../../src-renderer/language/format.ts'
import { translationIn } from '../../../fixtures/translation.ts'

function textsIn(language: 'nb' | 'en') {
  const translation = translationIn(language)
  return {
    t: translation.t,
    language,
    mm: (mm: number) => formatMm(mm, language),
    thickness: (mm: number) => formatThickness(mm, language),
    named: (kind: string, code: string) => String(translation.getResource(language, 'translation', `${kind}.${code}`)),
  }
}
const nb = textsIn('nb')
const en = textsIn('en')

describe('the sheet metal', () => {
  test('of a painted sheet is its colour, its thickness and its material', () => {
    const lot = { material: 'plastbelagt_stal', colour: 'RR23', thicknessMm: 0.6 }
    expect(metalText(nb, lot)).toEqual({ main: 'RR23 mørkegrå\u00a0· 0,6', material: 'plastbelagt stål' })
    expect(metalText(en, lot).main).toBe('RR23 dark grey\u00a0· 0.6')
  })

  test('of a bare sheet is its material and its thickness', () => {
    const lot = { material: 'galvanisert_stal', colour: null, thicknessMm: 1 }
    expect(metalText(nb, lot)).toEqual({ main: 'Galvanisert stål\u00a0· 1,0', material: null })
  })

  test('of a colour that no list has keeps the words of the sheet', () => {
    const lot = { material: 'aluminium', colour: 'Kundens blå', thicknessMm: 1 }
    expect(metalText(nb, lot)).toEqual({ main: 'Kundens blå\u00a0· 1,0', material: 'aluminium' })
  })
})

const time = (change: Partial<RowTime>): RowTime => ({
  minutes: 10,
  endMin: 20,
  changes: [],
  changeMin: 0,
  tool: null,
  ...change,
})

describe('what must be changed', () => {
  test.each([
    [{ changes: ['material', 'tool'] as const, changeMin: 16, tool: 'V8' }, 'bytt plate og verktøy til V8 · 16 min'],
    [{ changes: ['tool'] as const, changeMin: 6, tool: 'V12' }, 'bytt verktøy til V12 · 6 min'],
    [{ changes: ['tool'] as const, changeMin: 6, tool: 'folder' }, 'bytt verktøy · 6 min'],
    [{ changes: ['colour', 'thickness'] as const, changeMin: 3, tool: 'V8' }, 'bytt plate · 3 min'],
    [{}, null],
  ])('%j is %j', (change, text) => {
    expect(changeText(nb, time(change))).toBe(text)
  })
})

test('the time of day is known until midnight', () => {
  const noon = new Date(2026, 10, 23, 12, 0).getTime()
  expect(clockText(noon + 65 * 60_000, noon)).toBe('13:05')
  expect(clockText(noon + 13 * 3_600_000, noon)).toBe(null)
})
