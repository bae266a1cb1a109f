// Custom orders, and the sentences of what blocks them.
import { describe, expect, it } from 'vitest'
import { planReasonText } from '../../../../shared/bending/index.ts'
import { checkOrder, checkStep, planInOrder, planInOrderNow, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, Plan, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { brakeOf, dieOf, gooseneck, profileOf, requestOf, straightPunch } from './plan-tools.ts'

const hat = requestOf(profileOf([30, 33, 80, 33, 30], [90, -90, -90, 90], 1.5, 2.6), [dieOf(16, 50)], [straightPunch()])
const planOf = (request: PlanRequest): Plan => {
  const answer = value(planNow(request))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  return answer.plan
}
const orderOf = ({ steps }: Plan): OrderedStep[] =>
  steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
const plan = planOf(hat)
const order: readonly OrderedStep[] = orderOf(plan)

describe('a manual order', () => {
  it('of the plan itself has no blocked step and the same cost', () => {
    const checked = value(checkOrder(hat, order))
    expect(checked.blocked).toEqual([])
    expect(checked.cost).toEqual(plan.cost)
    expect(checked.steps).toEqual(plan.steps)
  })
  it('names the hits of each step that it blocks', () => {
    const moved = [...order.slice(2), ...order.slice(0, 2)]
    const checked = value(checkOrder(hat, moved))
    expect(checked.blocked.length).toBeGreaterThan(0)
    expect(checked.steps).toHaveLength(4)
    for (const { reasons } of checked.blocked) expect(reasons.length).toBeGreaterThan(0)
  })
  it('says that a bend goes down with the wrong face up', () => {
    const turned = order.map((step, index) =>
      index === 0 ? { ...step, pose: { ...step.pose, faceUp: 'A' as const } } : step,
    )
    const [first] = value(checkOrder(hat, turned)).blocked
    expect(first).toMatchObject({ step: 0, reasons: [{ code: 'wrong_face' }] })
  })
  it('is refused if it does not name every step once', () => {
    expect(checkOrder(hat, order.slice(1)).ok).toBe(false)
  })
})

describe('a manual order in place of the planner’s', () => {
  it('is a plan with the steps and the cost of the check', () => {
    const ownOrder = order.map((step, index) => order[index === 0 ? 1 : index === 1 ? 0 : index] ?? step)
    const checked = value(checkOrder(hat, ownOrder))
    const answer = value(planInOrderNow(hat, ownOrder))
    if (answer.kind !== 'works') throw new Error(answer.kind)
    expect(checked.blocked).toEqual([])
    expect(answer.plan).toMatchObject({ steps: checked.steps, cost: checked.cost, stations: checked.stations })
    expect([answer.plan.proof, answer.plan.inputs]).toEqual(['manual', plan.inputs])
  })
  it('is impossible with every reason of every blocked step', () => {
    const moved = [...order.slice(2), ...order.slice(0, 2)]
    const answer = value(planInOrderNow(hat, moved))
    const { missing, reasons: notKnown, ...bestOrder } = value(checkOrder(hat, moved))
    expect([missing, notKnown]).toEqual([[], []])
    const reasons = bestOrder.blocked.flatMap((step) => step.reasons)
    expect(answer).toEqual({ kind: 'impossible', bestOrder, reasons, remedies: [] })
  })
  it('is not known where an outline or a springback is missing', () => {
    const { outline: _, ...bare } = dieOf(16, 50)
    const lacking = { ...requestOf(hat.profile, [bare], [straightPunch()]), settings: hat.settings }
    expect(value(planInOrderNow(lacking, order))).toMatchObject({
      kind: 'not_known',
      missing: [{ part: 'die', id: bare.id }],
    })
    // springs back out of the range of the formula
    const material = {
      material: 'spring',
      tensileStrengthMpa: 2_000,
      yieldMpa: 1_900,
      elasticMpa: 100,
      radiusShare: 0.16,
      smallestRadius: { alongGrain: 0, acrossGrain: 0, painted: null },
      lowestTemperatureC: null,
    }
    expect(value(planInOrderNow({ ...hat, material }, order))).toMatchObject({
      kind: 'not_known',
      reasons: order.map(() => ({ code: 'springback_unknown' })),
    })
  })
  it('of a tapered profile is impossible', () => {
    const [first, ...others] = hat.profile.flanges
    if (first === undefined) throw new Error('no flange')
    const profile = { ...hat.profile, flanges: [{ ...first, endLengthMm: first.lengthMm + 5 }, ...others] }
    expect(value(planInOrderNow({ ...hat, profile }, order))).toMatchObject({
      kind: 'impossible',
      reasons: [{ code: 'tapered' }],
    })
  })
  it('is refused if it does not name every step once', () => {
    expect(planInOrderNow(hat, order.slice(1)).ok).toBe(false)
  })
})

describe('the tools on which a manual order is checked', () => {
  it('are two sets where no single set bends it', () => {
    const box = profileOf([25, 22, 74, 68, 42], [90, 90, 90, 90], 1.5, 2.6)
    const request = requestOf(box, [dieOf(16, 60), dieOf(10, 16)], [straightPunch(), gooseneck])
    const twoSets = planOf(request)
    expect(twoSets.stations).toHaveLength(2)
    const ownPlan = value(planInOrderNow(request, orderOf(twoSets)))
    expect(ownPlan).toEqual({ kind: 'works', plan: { ...twoSets, proof: 'manual' } })
  })
  it('are tried one by one, with a return to the caller after each', () => {
    const punches = [straightPunch(), gooseneck]
    const request = requestOf(hat.profile, [dieOf(16, 60), dieOf(16, 50)], punches)
    const check = planInOrder(request, order)
    let returns = 0
    let next = check.next()
    for (; next.done !== true; next = check.next()) returns += 1
    // both dies with the straight punch and with the gooseneck either way round
    expect(returns).toBe(6)
    expect(next.value).toEqual(planInOrderNow(request, order))
  })
  it('are those of which every outline is known, where they bend it', () => {
    const { outline: _, ...bare } = dieOf(16, 60)
    const request = requestOf(hat.profile, [bare, dieOf(16, 50)], [straightPunch()])
    const answer = value(planInOrderNow(request, order))
    expect(answer).toMatchObject({ kind: 'works', plan: { stations: [{ dieId: 'v16-88-50' }] } })
  })
})

it('checks one step after others, in either pose', () => {
  const [first, second] = order
  if (first === undefined || second === undefined) throw new Error('no steps')
  const checked = value(checkStep(hat, [first], second))
  expect(checked).toEqual({ step: plan.steps[1], reasons: [] })
  const across = { ...second, pose: { ...second.pose, faceUp: second.pose.faceUp === 'A' ? 'B' : 'A' } as const }
  expect(value(checkStep(hat, [first], across)).reasons[0]).toMatchObject({ code: 'wrong_face' })
})

it('says which tool of the workshop helps', () => {
  const channel = profileOf([20, 30, 110, 30, 20], [90, 90, 90, 90], 1.5, 2.6)
  const request = requestOf(channel, [dieOf(16, 60)], [straightPunch(), gooseneck])
  const machine = brakeOf([dieOf(16, 60)], [straightPunch()])
  const answer = value(planNow({ ...request, machine, pairs: undefined }))
  if (answer.kind !== 'impossible') throw new Error(answer.kind)
  expect(answer.remedies.map((help) => planReasonText(help, 'en'))).toContain('works on gooseneck-90')
})

it('puts a reason into words in both languages', () => {
  const reason = {
    code: 'hit',
    params: { bendIndex: 3, stepKind: 'bend', part: 'die', pieceKind: 'flange', pieceIndex: 0, atTurnDeg: 61.8 },
  } as const
  expect(planReasonText(reason, 'en')).toBe('bend 4 hits the die at 118.2° (turn 61.8°) with flange 1')
  expect(planReasonText(reason, 'nb')).toBe('bøy 4 treffer underverktøyet ved 118,2° (knekk 61,8°) med flens 1')
})
