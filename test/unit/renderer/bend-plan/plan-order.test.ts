// A custom order on the screen: its blocked steps, and what is not known of its tools.
import { expect, test } from 'vitest'
import { runToEnd } from '../../../../shared/base/run-to-end.ts'
import { planNow, type OrderedStep, type PlanRequest, type PlanStep } from '../../../../shared/bending/plan/index.ts'
import { checkedOrder, orderOf, type ShownOrder } from '../../../../src-renderer/bend-plan/plan-order.ts'
import { dieOf, profileOf, requestOf, straightPunch } from '../../bending/plan/plan-tools.ts'

const checkNow = (request: PlanRequest, order: readonly OrderedStep[]): ShownOrder | null =>
  runToEnd(checkedOrder(request, order))

const angle = profileOf([40, 60], [90], 1, 1.3)

function stepsOf(request: PlanRequest): readonly PlanStep[] {
  const answer = planNow(request)
  if (!answer.ok || answer.value.kind !== 'not_known') throw new Error('the plan is not known')
  return answer.value.plan?.steps ?? []
}

test('an order on a tool without an outline names it, and its clearance is not measured', () => {
  const { outline, ...die } = dieOf(8, 24)
  const request = requestOf(angle, [die], [straightPunch()])
  const ownOrder = checkNow(request, orderOf(stepsOf(request)))
  expect(ownOrder).toMatchObject({ isMeasured: false, missing: [{ id: die.id }], unknown: [], reasons: [[]] })
  const knownRequest = requestOf(angle, [{ ...die, outline }], [straightPunch()])
  expect(checkNow(knownRequest, orderOf(ownOrder?.steps ?? []))).toMatchObject({ isMeasured: true, missing: [] })
})

test('an order without a known springback says so', () => {
  const request = { ...requestOf(angle, [dieOf(8, 24)], [straightPunch()]), material: null }
  const ownOrder = checkNow(request, orderOf(stepsOf(request)))
  expect(ownOrder).toMatchObject({ isMeasured: true, missing: [], unknown: [{ code: 'springback_unknown' }] })
})
