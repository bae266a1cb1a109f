// Profiles whose answer is known: from the domain's verified cases, and sizes at which one rule alone decides.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import type { PlanAnswer, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { dieOf, gooseneck, profileOf, requestOf, straightPunch } from './plan-tools.ts'

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
function planned(request: PlanRequest) {
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'works') throw new Error(`${planAnswer.kind}: ${JSON.stringify(planAnswer.reasons)}`)
  return planAnswer.plan
}
const partsHit = (planAnswer: PlanAnswer): string[] =>
  planAnswer.kind === 'impossible'
    ? planAnswer.reasons.flatMap((one) => (one.code === 'hit' ? [one.params.part] : []))
    : []

const hat = (web: number) => profileOf([30, web, 80, web, 30], [90, -90, -90, 90], 1.5, 2.6)
const lippedChannel = profileOf([20, 30, 110, 30, 20], [90, 90, 90, 90], 1.5, 2.6)

describe('the hat 30/33/80/33/30, t 1.5, r 2.6 on V16', () => {
  it('hits in every order on a die body of 60', () => {
    const planAnswer = answer(requestOf(hat(33), [dieOf(16, 60)], [straightPunch()]))
    expect(planAnswer.kind).toBe('impossible')
    expect(partsHit(planAnswer)).toContain('die')
  })
  it('works on a body of 50 with one flip', () => {
    const plan = planned(requestOf(hat(33), [dieOf(16, 50)], [straightPunch()]))
    expect(plan.cost).toMatchObject({ flips: 1, halfTurns: 0, unsafeGauging: 0 })
    expect(plan.proof).toBe('proven')
  })
  // the upper bound is the clamp: it is higher with a longer punch
  it.each([
    [30, 'impossible'],
    [31, 'works'],
    [35, 'works'],
    [40, 'impossible'],
  ])('with webs of %d on a body of 50 with a punch of 95: %s', (web, kind) => {
    const punch = straightPunch(88, 20, 0.6, 95)
    expect(answer(requestOf(hat(web), [dieOf(16, 50)], [punch])).kind).toBe(kind)
  })
  it('takes the body of 50 where both are there', () => {
    const plan = planned(requestOf(hat(33), [dieOf(16, 60), dieOf(16, 50)], [straightPunch()]))
    expect(plan.stations.map(({ dieId }) => dieId)).toEqual(['v16-88-50'])
  })
})

it('bends the Z 40/40/40 with one flip', () => {
  const plan = planned(requestOf(profileOf([40, 40, 40], [90, -90], 1.5, 2.6), [dieOf(16, 60)], [straightPunch()]))
  expect(plan.cost).toMatchObject({ flips: 1, halfTurns: 0 })
  expect(plan.steps.map(({ handling }) => handling)).toEqual(['none', 'flip'])
})

it('traps the punch in the square tube 60/60/60/59', () => {
  const tube = profileOf([60, 60, 60, 59], [90, 90, 90], 1, 1.3)
  const planAnswer = answer(requestOf(tube, [dieOf(8, 20)], [straightPunch()]))
  expect(planAnswer.kind).toBe('impossible')
  expect(partsHit(planAnswer)).toContain('punch')
})

describe('the lipped channel 20/30/110/30/20', () => {
  it('hits a straight punch', () => {
    const planAnswer = answer(requestOf(lippedChannel, [dieOf(16, 60)], [straightPunch()]))
    expect(planAnswer.kind).toBe('impossible')
    expect(partsHit(planAnswer)).toContain('punch')
  })
  it('works on a gooseneck', () => {
    const plan = planned(requestOf(lippedChannel, [dieOf(16, 60)], [gooseneck]))
    expect(plan.stations).toHaveLength(1)
  })
})

it('says that an outline is missing, and never that the step is free', () => {
  const { outline, ...bare } = dieOf(8, 20)
  expect(outline).toBeDefined()
  const planAnswer = answer(requestOf(profileOf([40, 40], [90], 1, 1.3), [bare], [straightPunch()]))
  expect(planAnswer).toMatchObject({ kind: 'not_known', missing: [{ part: 'die', id: bare.id }] })
})

it('refuses a profile that runs through itself', () => {
  const crossing = profileOf([60, 40, 50, 60], [90, 90, 90], 0.6, 1)
  expect(answer(requestOf(crossing, [dieOf(8, 20)], [straightPunch()]))).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'crosses_itself' }],
  })
})

const costOf = (lengthsMm: readonly number[], turnsDeg: readonly number[]) =>
  planned(requestOf(profileOf(lengthsMm, turnsDeg, 1, 1.3), [dieOf(8, 20)], [straightPunch()])).cost

describe('symmetries', () => {
  const lengths = [25, 60, 40, 33]
  const turns = [90, -60, 45]
  it('gives the profile with all signs inverted the same cost', () => {
    expect(costOf(lengths, [-90, 60, -45])).toEqual(costOf(lengths, turns))
  })
  it('gives the reversed profile the same cost', () => {
    expect(costOf(lengths.toReversed(), turns.toReversed())).toEqual(costOf(lengths, turns))
  })
  it('gives the same answer every time', () => {
    const request = requestOf(profileOf(lengths, turns, 1, 1.3), [dieOf(8, 20)], [straightPunch()])
    expect(answer(request)).toEqual(answer(request))
  })
})
