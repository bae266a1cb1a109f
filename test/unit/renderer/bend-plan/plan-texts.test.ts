// The sentences about a bend plan.
import { createInstance, type i18n } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import en from '../../../../resources/translations/en.json' with { type: 'json' }
import { clearanceText, colourSideText, stepAmount } from '../../../../src-renderer/bend-plan/plan-texts.ts'

let spoken: i18n
beforeAll(async () => {
  spoken = createInstance()
  await spoken.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })
})

const words = () => ({
  t: spoken.t,
  language: 'en' as const,
  mm: (length: number) => String(length),
})

test('the colour side is up with its face up, and is not named where no side is coloured', () => {
  expect(colourSideText(words(), 'A', 'utside', 'brake')).toBe('Colour side: UP at the brake')
  expect(colourSideText(words(), 'B', 'utside', 'brake')).toBe('Colour side: DOWN at the brake')
  expect(colourSideText(words(), 'B', 'innside', 'brake')).toBe('Colour side: UP at the brake')
  expect(colourSideText(words(), 'B', 'ingen', 'brake')).toBe(null)
  expect(colourSideText(words(), 'A', 'utside', 'folder')).toBe('Colour side: UP at the folding machine')
  expect(colourSideText(words(), 'A', 'innside', 'plain')).toBe('Colour side down')
})

test('a part of a hem has its word, and another step its angle', () => {
  expect(stepAmount(words(), { kind: 'pre_bend', turnDeg: 135 })).toBe('pre-bend')
  expect(stepAmount(words(), { kind: 'flatten', turnDeg: 180 })).toBe('flatten')
  expect(stepAmount(words(), { kind: 'bump', turnDeg: 75 })).toBe('bump 105°')
  expect(stepAmount(words(), { kind: 'bend', turnDeg: 75 })).toBe('105°')
})

test('a measured step without a clearance says that nothing comes near', () => {
  const step = { clearance: null, kind: 'bend', dieId: 'V8' } as const
  expect(clearanceText(words(), step, true)).toBe('Nothing comes nearer than 25 mm.')
  expect(clearanceText(words(), step, false)).toBe(null)
  expect(clearanceText(words(), { ...step, kind: 'flatten' }, true)).toBe(null)
  // on a folding machine
  expect(clearanceText(words(), { ...step, dieId: null }, true)).toBe(null)
})

test('the least clearance names the included angle, and the turn beside it', () => {
  const clearance = { leastMm: 3, part: 'die', piece: { kind: 'flange', index: 0 }, atTurnDeg: 62 } as const
  expect(clearanceText(words(), { clearance, kind: 'bend', dieId: 'V8' }, true)).toBe(
    'Least clearance 3 mm: flange 1 to the die at 118° (turn 62°).',
  )
})
