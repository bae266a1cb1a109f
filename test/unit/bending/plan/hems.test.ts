// Hems on a press brake: the pre-bend on the hemming tool's V, then the flattening between bars, with other bends in between.
import { describe, expect, it } from 'vitest'
import type { HemmingTool } from '../../../../shared/bending/fit/index.ts'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import type { PlanAnswer, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { hemmed } from './folder-tools.ts'
import { bars, brakeOf, dieOf, hemRequest, outlineOf, straightPunch } from './plan-tools.ts'

const wide: HemmingTool = {
  ...bars,
  id: 'wide',
  outline: outlineOf([-12, 0], [-12, -30], [12, -30], [12, 0], [3, 0], [0.4, -9.7], [-0.4, -9.7], [-3, 0]),
}

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
function planned(request: PlanRequest) {
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'works') throw new Error(`${planAnswer.kind}: ${JSON.stringify(planAnswer.reasons)}`)
  return planAnswer.plan
}

describe('a hem of 10 on a flange of 60', () => {
  const plan = planned(hemRequest(hemmed([10, 60], [180])))
  it('is pre-bent by the angle of the tool and then flattened', () => {
    expect(
      plan.steps.map(({ kind, overTurnDeg, hemmingToolId }) => [kind, Math.round(overTurnDeg), hemmingToolId]),
    ).toEqual([
      ['pre_bend', 150, 'bars'],
      ['flatten', 180, 'bars'],
    ])
  })
  it('is flattened with its fold in the slot, the same face up', () => {
    expect(plan.steps.map(({ pose }) => pose.faceUp)).toEqual(['B', 'B'])
    expect(plan.steps[1]?.pose.edgeAtGauge).toBe('first')
    expect(plan.cost.flips).toBe(0)
  })
})

it('lets other bends come between the pre-bend and the flattening, or around them', () => {
  const plan = planned(hemRequest(hemmed([10, 40, 30], [180, 90])))
  const kinds = plan.steps.map(({ kind }) => kind)
  expect(kinds.indexOf('pre_bend')).toBeLessThan(kinds.indexOf('flatten'))
  expect(kinds).toContain('bend')
  expect(plan.stations).toHaveLength(2)
})

describe('a hem of 10 on a flange of 12 next to 30° the other way', () => {
  const sill = hemmed([10, 12, 60], [-180, 30])
  it('works on a body of 16 with bars 9 deep', () => {
    expect(answer(hemRequest(sill)).kind).toBe('works')
  })
  it('works on no body of 24', () => {
    expect(answer(hemRequest(sill, wide)).kind).toBe('impossible')
  })
})

it.for([
  ['its slot', { closing: undefined }, ['closing_slot']],
  ['its V and its slot', { closing: undefined, outline: undefined }, ['hemming_tool', 'closing_slot']],
] as const)('is not known where the file of the hemming tool does not state %s', ([, lacking, parts]) => {
  const planAnswer = answer(hemRequest(hemmed([10, 40, 30], [180, 90]), { ...bars, ...lacking }))
  if (planAnswer.kind !== 'not_known' || planAnswer.plan === null) throw new Error(planAnswer.kind)
  expect(planAnswer.missing).toEqual(parts.map((part) => ({ part, id: 'bars' })))
  expect(planAnswer.plan.steps.map(({ kind }) => kind)).toContain('flatten')
  // the height of the tool is not known
  expect(new Set(planAnswer.plan.stations.map(({ setUp }) => setUp)).size).toBe(2)
})

it('says that the bars are too short for a long flap', () => {
  const planAnswer = answer(hemRequest(hemmed([25, 60], [180])))
  if (planAnswer.kind !== 'impossible') throw new Error(planAnswer.kind)
  expect(planAnswer.reasons.map(({ code }) => code)).toContain('slot_depth')
})

it('says that the machine has no hemming tool', () => {
  const request = hemRequest(hemmed([10, 60], [180]))
  const planAnswer = answer({ ...request, machine: brakeOf([dieOf(6, 16)], [straightPunch()]) })
  expect(planAnswer).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'no_hemming_tool', params: { bendIndex: 0 } }],
  })
})

it('takes a wider body where it serves as well', () => {
  expect(answer(hemRequest(hemmed([10, 60], [180]), wide)).kind).toBe('works')
})
