// Orders that a user makes by hand, and the sentences of what blocks them.
import { describe, expect, it } from 'vitest'
import { planReasonText } from '../../../../shared/bending/index.ts'
import { checkOrder, checkStep, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { brakeOf, dieOf, gooseneck, profileOf, requestOf, straightPunch } from './plan-tools.ts'

const hat = requestOf(profileOf([30, 33, 80, 33, 30], [90, -90, -90, 90], 1.5, 2.6), [dieOf(16, 50)], [straightPunch()])
const plan = (() => {
  const answer = value(planNow(hat))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  return answer.plan
})()
const order: readonly OrderedStep[] = plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))

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
  expect(answer.helps.map((help) => planReasonText(help, 'en'))).toContain('works on gooseneck-90')
})

it('puts a reason into words in both languages', () => {
  const reason = {
    code: 'hit',
    params: { bendIndex: 3, stepKind: 'bend', part: 'die', pieceKind: 'flange', pieceIndex: 0, atTurnDeg: 61.8 },
  } as const
  expect(planReasonText(reason, 'en')).toBe('bend 4 hits the die at 61.8° with flange 1')
  expect(planReasonText(reason, 'nb')).toBe('bøy 4 treffer underverktøyet ved 61,8° med flens 1')
})
