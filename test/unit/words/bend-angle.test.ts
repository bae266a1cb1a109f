// Every surface writes the angle of a bend as its included angle, which a protractor reads; the turn has its name beside it.
import { describe, expect, it } from 'vitest'
import { fitInWords } from '../../../shared/bending/fit/index.ts'
import { angleText, bendAngleText, planReasonText, swingText, turnText } from '../../../shared/bending/index.ts'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { sheetDxf } from '../../../shared/drawing/files.ts'
import { flatPatternScene, norwegianTexts, primitives, profileScene } from '../../../shared/drawing/index.ts'
import type { Scene } from '../../../shared/drawing/index.ts'
import { planPictures } from '../../../shared/drawing/pdf/pdf-plan-pictures.ts'
import { buildProgram } from '../../../src-main/brake/program/build-program.ts'
import { describeProgram } from '../../../src-main/cli/brake/brake-text.ts'
import { clearanceText, stepAmount } from '../../../src-renderer/bend-plan/plan-texts.ts'
import { translationIn } from '../../fixtures/translation.ts'
import { value } from '../bending/any-profile.ts'
import { dieOf, requestOf, straightPunch } from '../bending/plan/plan-tools.ts'
import { aSheet, requestFor } from '../brake/program/a-sheet.ts'

const turnDeg = 75
const sheet = aSheet({ flanges: [60, 80], turns: [turnDeg] })
const hemmed = aSheet({ flanges: [60, 40, 12], turns: [turnDeg, 180], hems: [null, 'closed'] })

const texts = { t: translationIn('nb').t, language: 'nb' as const, mm: String }

const textsIn = (scene: Scene): string[] =>
  primitives(scene.items).flatMap((item) => (item.kind === 'text' ? [item.text] : []))

function planned() {
  const request = requestOf(sheet.profile, [dieOf(8, 20)], [straightPunch()])
  const answer = value(planNow(request))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  const { steps, stations } = answer.plan
  return { request, steps, stations }
}

describe('a bend with a turn of 75°', () => {
  it('is 105° on the drawings', () => {
    expect(textsIn(value(profileScene(sheet)))).toContain('1 ▲ 105°')
    expect(textsIn(value(flatPatternScene(sheet)))).toContain('1 ▲ 105°')
    expect(value(sheetDxf(sheet))).toContain('\n1 UP 105\n')
  })

  it('is 105° on tiles, in the bend plan and on its print', () => {
    const { request, steps, stations } = planned()
    expect(steps.map((step) => stepAmount(texts, step))).toEqual(['105°'])
    const pictures = planPictures({ request, steps, stations }, sheet.profile, 100, norwegianTexts)?.pictures
    expect(pictures?.map(({ title }) => title)).toEqual(['1: bøy 1 ▲ 105°'])
  })

  it('is 105° in the program', () => {
    const built = buildProgram(requestFor(sheet))
    if (!built.ok) throw new Error(built.error.message)
    const program = built.value
    expect(program.steps.map(({ includedDeg }) => includedDeg)).toEqual([105])
    const [step] = program.steps
    if (step === undefined) throw new Error('the program has no step')
    expect(describeProgram({ ...program, steps: [step], hash: '' }).at(-1)).toMatch(/^1 +1 +up +105° +\+0° /)
  })

  it('is 105° where a machine cannot make it, as on the drawing', () => {
    const params = { bend: 1, turnDeg, largestTurnDeg: 60 }
    expect(fitInWords({ code: 'angle_of_folder', params }, 'nb')).toBe(
      'bøy 1 må ned i 105°, maskinen knekker ned til 120°',
    )
    const planned = { bendIndex: 0, turnDeg, largestTurnDeg: 60 }
    expect(planReasonText({ code: 'angle_of_folder', params: planned }, 'en')).toBe(
      'bend 1 needs 105°; the machine folds down to 120°',
    )
  })

  it('has its turn beside the included angle while it is bent', () => {
    const hit = { bendIndex: 0, stepKind: 'bend', part: 'die', pieceKind: 'flange', pieceIndex: 0, atTurnDeg: turnDeg }
    expect(planReasonText({ code: 'hit', params: hit }, 'nb')).toContain('ved 105° (knekk 75°)')
    const clearance = { leastMm: 3, part: 'die', piece: { kind: 'flange', index: 0 }, atTurnDeg: turnDeg } as const
    expect(clearanceText(texts, { clearance, kind: 'bend', punchId: 'straight' }, true)).toContain(
      'ved 105° (knekk 75°)',
    )
  })
})

it('a hem is shown by its name, not by an angle, on both drawings', () => {
  expect(textsIn(value(profileScene(hemmed)))).toContain('2 ▲ lukket omslag')
  expect(textsIn(value(flatPatternScene(hemmed)))).toContain('2 ▲ omslag')
  expect(value(sheetDxf(hemmed))).toContain('\n2 UP HEM\n')
})

it('an angle has at most one decimal, and the signs of the language', () => {
  expect(bendAngleText(78.69, 'nb')).toBe('101,3°')
  expect(turnText(78.69, 'en')).toBe('turn 78.7°')
  expect(swingText(0, 'nb')).toBe('180° (knekk 0°)')
  expect(angleText(-1.5, 'nb')).toBe('−1,5°')
})

it('a limit that is missed by less than a tenth of a degree is distinguished', () => {
  const params = { bend: 1, includedDeg: 87.96, sharpestIncludedDeg: 88 }
  expect(fitInWords({ code: 'angle_of_tools', params }, 'en')).toBe('bend 1 needs 87.96°; the tools reach 88°')
})
