// Hard cases of the trade: sheets of the sandbox by name, and profiles in sizes at which one part decides. The second checker confirms
// each plan.
import { describe, expect, it } from 'vitest'
import type { PressBrakeMachine } from '../../../../shared/bending/fit/index.ts'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import type { PlanAnswer, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { longBrake } from '../fit/shipped-workshop.ts'
import { brakeOf, dieOf, profileOf, requestOf, straightPunch } from './plan-tools.ts'
import { sampledHits } from './second-checker/sampled-check.ts'
import { sandboxRequests } from './sandbox-requests.ts'

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
const partsHit = (planAnswer: PlanAnswer): string[] =>
  planAnswer.kind === 'impossible'
    ? planAnswer.reasons.flatMap((one) => (one.code === 'hit' ? [one.params.part] : []))
    : []
function planned(request: PlanRequest) {
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'works') throw new Error(`${planAnswer.kind}: ${JSON.stringify(planAnswer.reasons)}`)
  expect(sampledHits(request, planAnswer.plan.steps, 5)).toEqual([])
  return planAnswer.plan
}

const sandbox = new Map(sandboxRequests(longBrake).map(({ id, request }) => [id, request]))
function sheet(id: string, machine: PressBrakeMachine = longBrake): PlanRequest {
  const request = sandbox.get(id)
  if (request === undefined) throw new Error(`the sandbox has no ${id}`)
  return { ...request, machine }
}
const straightOnly = { ...longBrake, punches: ['straight-88'] }

describe('sheets of the sandbox that hit in profile order', () => {
  it.each([
    'u_profil-02',
    'hatteprofil-01',
    'hatteprofil-05',
    'vindskibeslag-02',
    'ferdig-hatteprofil-1',
    'reserve-hatteprofil-1',
  ])('%s works in another order', (id) => {
    const { steps } = planned(sheet(id))
    const order = steps.map(({ bendIndex }) => bendIndex)
    expect(order).not.toEqual(order.toSorted((a, b) => a - b))
  })
  it.each([
    ['u_profil-04', 'clamp', 'gooseneck-85'],
    ['u_profil-06', 'punch', 'sash-88'],
  ])('%s works in no order on straight punches: it hits the %s, and %s helps', (id, part, punchId) => {
    const planAnswer = answer(sheet(id, straightOnly))
    expect(partsHit(planAnswer)).toContain(part)
    const remedies = planAnswer.kind === 'impossible' ? planAnswer.remedies : []
    expect(remedies.map(({ params }) => ('punchId' in params ? params.punchId : ''))).toContain(punchId)
  })
  it('works for the sill with a drip edge and two hems', () => {
    const { steps } = planned(sheet('vindusbeslag-04'))
    expect(steps.filter(({ kind }) => kind === 'flatten')).toHaveLength(2)
  })
})

const [die, punch] = [dieOf(8, 20), straightPunch()]
const requestWith = (lengths: readonly number[], turns: readonly number[]): PlanRequest =>
  requestOf(profileOf(lengths, turns, 1, 1.3), [die], [punch])

it('hits the punch with a U that is too deep for its web', () => {
  expect(partsHit(answer(requestWith([60, 40, 60], [90, 90])))).toContain('punch')
})

it('hits the die with a Z that is narrower than its body, and works with a wider one', () => {
  expect(partsHit(answer(requestWith([40, 9, 40], [90, -90])))).toContain('die')
  expect(planned(requestWith([40, 16, 40], [90, -90])).cost.flips).toBe(1)
})

it('names the angle of a die of 88° for a turn of 135°', () => {
  expect(answer(requestWith([40, 40], [135]))).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'angle_of_tools', params: { bendIndex: 0, includedDeg: 45, sharpestIncludedDeg: 88 } }],
  })
})

it('makes the lips of a C before its webs', () => {
  const order = planned(requestWith([12, 40, 90, 40, 12], [90, 90, 90, 90])).steps.map(({ bendIndex }) => bendIndex)
  expect(order.indexOf(0)).toBeLessThan(order.indexOf(1))
  expect(order.indexOf(3)).toBeLessThan(order.indexOf(2))
})

it('traps the punch in a tube that is closed by design', () => {
  expect(partsHit(answer(requestWith([40, 60, 60, 60, 20], [90, 90, 90, 90])))).toContain('punch')
})

it.each([
  ['near', [20, 20], { backgaugeMinMm: 30 }, 19.1],
  ['far', [400, 400], { backgaugeMaxMm: 300 }, 399.1],
] as const)('names the distance of an edge that is too %s for the gauge', (_, lengths, range, nearestMm) => {
  const request = { ...requestWith(lengths, [90]), machine: { ...brakeOf([die], [punch]), ...range } }
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'impossible') throw new Error(planAnswer.kind)
  const { backgaugeMinMm: minMm, backgaugeMaxMm: maxMm } = request.machine
  expect(planAnswer.reasons).toEqual([
    { code: 'gauge_out_of_reach', params: { bendIndex: 0, nearestMm, minMm, maxMm } },
  ])
})

it('proves an order of 14 bends', () => {
  const turns = Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? 30 : -30))
  const plan = planned(requestWith([20, 21, 22, 23, 24, 25, 26, 27, 26, 25, 24, 23, 22, 21, 20], turns))
  expect(plan.steps).toHaveLength(14)
  expect(plan.proof).toBe('proven')
})

it('needs no handling where all bends are alike', () => {
  const { cost } = planned(requestWith([20, 30, 25, 35, 28, 33, 22], [15, 15, 15, 15, 15, 15]))
  expect(cost).toMatchObject({ flips: 0, halfTurns: 0, unsafeGauging: 0 })
})

/** The same flashing, numbered from its other edge. */
const reversed = (request: PlanRequest): PlanRequest => ({
  ...request,
  profile: {
    ...request.profile,
    flanges: request.profile.flanges.toReversed(),
    bends: request.profile.bends.toReversed(),
  },
})

describe('on the tools of the sandbox', () => {
  it.each(['u_profil-02', 'gavlbeslag-01', 'z_profil-02', 'vindusbeslag-03'])(
    '%s has the same cost numbered from its other edge',
    (id) => {
      const { neutral, ...request } = sheet(id)
      expect(neutral).toBeDefined()
      expect(planned(reversed(request)).cost).toEqual(planned(request).cost)
    },
  )
})
