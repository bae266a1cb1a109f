// The sentences about a bend plan.
import { expect, test } from 'vitest'
import {
  clearanceText,
  colourSideText,
  planSentences,
  stepAmount,
} from '../../../../src-renderer/bend-plan/plan-texts.ts'
import type { KeptOrderView } from '../../../../shared/station-api/index.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const texts = { t: translationIn('en').t, language: 'en' as const, mm: String }

test('the colour side is up with its face up, and is not named where no side is coloured', () => {
  expect(colourSideText(texts, 'A', 'utside', 'brake')).toBe('Colour side: UP at the brake')
  expect(colourSideText(texts, 'B', 'utside', 'brake')).toBe('Colour side: DOWN at the brake')
  expect(colourSideText(texts, 'B', 'innside', 'brake')).toBe('Colour side: UP at the brake')
  expect(colourSideText(texts, 'B', 'ingen', 'brake')).toBe(null)
  expect(colourSideText(texts, 'A', 'utside', 'folder')).toBe('Colour side: UP at the folding machine')
  expect(colourSideText(texts, 'A', 'innside', 'plain')).toBe('Colour side down')
})

test('a step of a hem is shown by its name, and another step by its angle', () => {
  expect(stepAmount(texts, { kind: 'pre_bend', turnDeg: 135 })).toBe('pre-bend')
  expect(stepAmount(texts, { kind: 'flatten', turnDeg: 180 })).toBe('flatten')
  expect(stepAmount(texts, { kind: 'bump', turnDeg: 75 })).toBe('bump 105°')
  expect(stepAmount(texts, { kind: 'bend', turnDeg: 75 })).toBe('105°')
})

test('a measured step without a clearance says that nothing comes near', () => {
  const step = { clearance: null, kind: 'bend', punchId: 'straight' } as const
  expect(clearanceText(texts, step, true)).toBe('Nothing comes nearer than 25 mm.')
  expect(clearanceText(texts, step, false)).toBe(null)
  expect(clearanceText(texts, { ...step, kind: 'flatten' }, true)).toBe('Nothing comes nearer than 25 mm.')
  // on a folding machine
  expect(clearanceText(texts, { ...step, punchId: null }, true)).toBe(null)
})

test('the least clearance names the included angle, and the turn beside it', () => {
  const clearance = { leastMm: 3, part: 'die', piece: { kind: 'flange', index: 0 }, atTurnDeg: 62 } as const
  expect(clearanceText(texts, { clearance, kind: 'bend', punchId: 'straight' }, true)).toBe(
    'Least clearance 3 mm: flange 1 to the die at 118° (turn 62°).',
  )
  expect(clearanceText(texts, { clearance, kind: 'flatten', punchId: 'straight' }, true)).toBe(
    'Least clearance 3 mm: flange 1 to the die.',
  )
})

const sentencesOfImpossible = (
  reasons: { code: string; params: Record<string, number> }[],
  keptOrder: KeptOrderView | null = null,
) =>
  planSentences(texts, {
    answer: { kind: 'impossible', bestOrder: null, reasons, remedies: [] },
    keptOrder,
    refusals: [],
  })
const keptBySomebody: KeptOrderView = { state: 'used', by: 'KN', keptAt: '2026-08-03T07:00:00Z' }

test('a sheet that the machine cannot bend says why, whatever its order', () => {
  const answer = { kind: 'not_known', missing: [], reasons: [], plan: null } as const
  const refusals = [{ code: 'too_long', params: { lengthMm: 4000, maxLengthMm: 3200 } }] as const
  expect(planSentences(texts, { answer: { ...answer, missing: [], reasons: [] }, keptOrder: null, refusals })).toEqual([
    expect.stringMatching(/^The machine cannot bend this sheet: .*4000.*\.$/),
  ])
})

test('a sheet that the planner does not plan is not said to have no order that works', () => {
  expect(sentencesOfImpossible([{ code: 'tapered', params: { flangeIndex: 1 } }])).toEqual([
    'Kant has not planned the order: flange 2 is tapered: bend it by hand.',
  ])
  expect(sentencesOfImpossible([{ code: 'tapered', params: { flangeIndex: 1 } }], keptBySomebody)).toEqual([
    expect.stringMatching(/^Kant has not planned the order: /),
  ])
  expect(sentencesOfImpossible([{ code: 'crosses_itself', params: { bendIndex: 0 } }], keptBySomebody)).toEqual([
    expect.stringMatching(/custom order/),
  ])
  expect(sentencesOfImpossible([{ code: 'crosses_itself', params: { bendIndex: 0 } }])).toEqual([
    expect.stringMatching(/^No order works: /),
  ])
  expect(sentencesOfImpossible([])).toEqual(['No order works.'])
})
