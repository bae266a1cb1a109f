// A user's order on a press brake, checked step by step. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import type { PressBrakeMachine } from '../../fit/index.ts'
import { refuse } from '../../refusal.ts'
import type { Refusal } from '../../refusal.ts'
import { brakeBlanks, brakeShares, withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { checkedOrder } from './brake-blocked.ts'
import { brakeProblem } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { stepIndexes } from '../order-steps.ts'
import { unit } from '../plan-cost.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { CheckedOrder, OrderedStep } from '../plan.ts'
import { orderCost } from '../search.ts'
import type { StepOption } from '../search.ts'

/** Checks the order on each set of tools and returns the cheapest result; a blocked step costs more than anything else. */
export function checkOrderOnBrake(
  request: PlanRequest,
  machine: PressBrakeMachine,
  order: readonly OrderedStep[],
  whole: boolean,
): Result<CheckedOrder, Refusal> {
  let best: { blank: BrakeBlank; kits: readonly ProblemKit[]; options: readonly StepOption[]; cost: number } | null =
    null
  for (const blank of brakeBlanks(request, machine, brakeShares(request, machine))) {
    const indexes = stepIndexes(blank.model, order, whole)
    if (!indexes.ok) return indexes
    const sets: readonly (readonly ProblemKit[])[] = blank.plain.length === 0 ? [[]] : blank.plain.map((kit) => [kit])
    for (const set of sets) {
      const kits = withHem(blank, set)
      const options = optionsOf(blank, kits, order, indexes.value)
      const cost = orderCost(options)
      if (best === null || cost < best.cost) best = { blank, kits, options, cost }
    }
  }
  if (best === null) return refuse('machine', 'outside', 'the machine has no tools for this blank')
  return ok(checkedOrder(best.blank, best.kits, best.options))
}

function optionsOf(
  { model, settings }: BrakeBlank,
  kits: readonly ProblemKit[],
  order: readonly OrderedStep[],
  indexes: readonly number[],
): StepOption[] {
  const problem = brakeProblem(model, kits, settings)
  let before = 0
  return order.map(({ pose }, index) => {
    const step = indexes[index] ?? 0
    const face = pose.faceUp === 'B' ? 1 : 0
    const edge = pose.edgeAtGauge === 'last' ? 1 : 0
    const inSequence = ((problem.needs[step] ?? 0) & ~before) === 0
    const way = inSequence
      ? problem.options(step, before).find((one) => one.face === face && one.edge === edge)
      : undefined
    const bits = problem.kits(step)
    const kit = bits === 0 ? 0 : 31 - Math.clz32(bits & -bits)
    before |= 1 << step
    return way ?? { step, face, edge, kit, gauge: null, cost: unit.blocked }
  })
}
