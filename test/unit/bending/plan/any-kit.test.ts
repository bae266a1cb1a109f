// The problem of a blank whose steps may change tools freely, against the problems of its sets of tools one by one.
import { describe, expect, it } from 'vitest'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { brakeBlanks, brakeShares, withHem } from '../../../../shared/bending/plan/press-brake/brake-blank.ts'
import type { BrakeBlank } from '../../../../shared/bending/plan/press-brake/brake-blank.ts'
import { anyKitProblem } from '../../../../shared/bending/plan/press-brake/any-kit-problem.ts'
import { brakeProblem } from '../../../../shared/bending/plan/press-brake/brake-problem.ts'
import type { SearchProblem, StepOption } from '../../../../shared/bending/plan/order/index.ts'
import { hemmed } from './folder-tools.ts'
import { bars, brakeOf, dieOf, gooseneck, outlineOf, profileOf, requestOf, straightPunch } from './plan-tools.ts'

const dies = [dieOf(6, 12), dieOf(8, 20)]
const punches = [straightPunch(88, 10), straightPunch(88, 30), gooseneck]
/** The hemming tool's punch. */
const acute = straightPunch(28, 10)

/** The blank on every pair of the tools. */
function blankOf(profile: BendProfile): BrakeBlank {
  const { outlines, ...brake } = brakeOf(dies, [...punches, acute])
  if (outlines === undefined) throw new Error('the brake of the tests has outlines')
  // low fingers, so that those at the lowest level come below a wide punch
  const fingers = { ...outlines.fingers, outline: outlineOf([0, 0], [60, 0], [60, 10], [0, 10]) }
  const machine = { ...brake, hemmingTools: [bars.id], outlines: { ...outlines, fingers } }
  const request = requestOf(profile, dies, punches)
  const tools = { ...request.tools, punches: [...punches, acute], hemmingTools: [bars] }
  const withHems = { ...request, machine, tools }
  const [blank] = brakeBlanks(withHems, machine, brakeShares(withHems, machine))
  if (blank === undefined) throw new Error('the blank has no tools')
  return blank
}

/** The problem of any kit, and those of each kit alone. */
function problemsOf(profile: BendProfile) {
  const blank = blankOf(profile)
  const kits = withHem(blank, blank.plain)
  return { any: anyKitProblem(blank, kits), single: kits.map((kit) => brakeProblem(blank, [kit])) }
}

/** Each option without its kit, sorted. */
const keysOf = (options: readonly StepOption[]): string[] =>
  [...new Set(options.map(({ edge, gauge, cost }) => `edge ${edge}, gauge ${gauge}, cost ${cost}`))].toSorted()

const optionsOf = (problems: readonly SearchProblem[], step: number, before: number): StepOption[] =>
  problems.flatMap((problem) => problem.options(step, before))

describe('the options of a step on any tools', () => {
  it.each([
    ['a short flange, where a wide punch meets the fingers', profileOf([9, 60], [90], 0.6, 0.6)],
    ['flanges up and down', profileOf([12, 24, 40, 11], [90, -90, 90], 1, 1.3)],
    ['a hat', profileOf([14, 30, 45, 30, 14], [-90, 90, 90, -90], 1, 1.3)],
    ['a hem', hemmed([9, 42, 39], [-180, 90])],
  ])('are those on each set of tools: %s', (_, profile) => {
    const { any, single } = problemsOf(profile)
    for (let before = 0; before < 1 << any.steps; before += 1) {
      for (let step = 0; step < any.steps; step += 1) {
        if ((before & (1 << step)) !== 0 || ((any.needs[step] ?? 0) & ~before) !== 0) continue
        const anyOptions = any.options(step, before)
        expect(keysOf(anyOptions)).toEqual(keysOf(optionsOf(single, step, before)))
      }
    }
  })
})

it('the gauge is shared by all punches above a die only where none of them meets the fingers', () => {
  const { plain } = blankOf(profileOf([9, 60], [90], 0.6, 0.6))
  const shared = ([1, -1] as const).map((side) => {
    const answers = plain.map(({ checker }) => ({
      die: checker.gaugeSource(0),
      gauge: JSON.stringify(checker.gauge(0, side, 0)),
      // asked before the gauge is read for the punches after this one
      isShared: checker.isGaugeShared(0, side, 0),
    }))
    return answers.map(({ die, gauge, isShared }) => {
      const isEqual = answers.every((other) => other.die !== die || other.gauge === gauge)
      return { isShared, isEqual }
    })
  })
  expect(shared.flat().filter(({ isShared, isEqual }) => isShared && !isEqual)).toEqual([])
  expect(shared.map((ofSide) => ofSide.some(({ isShared }) => isShared))).toEqual([true, false])
})
