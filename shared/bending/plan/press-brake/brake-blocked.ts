// The answer where no order works: the order that comes nearest, with the reasons of its blocked steps. Pure.
import { withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { brakeProblem, plainSteps } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { reasonsOf } from './checks/index.ts'
import { stepsOf, usedKits } from './brake-steps.ts'
import { stationsOf, withSetUps } from './stations.ts'
import { anyOrder, costOf, edgeOf, orderCost, sideOf, unit, withBlocked } from '../order/index.ts'
import type { SearchProgress, StepOption } from '../order/index.ts'
import type { BlockedStep, CheckedOrder, PlanAnswer } from '../plan.ts'

/**
 * With empty `remedies`. `bestOrder` is null where no blank gives an order. The order of each set of tools is the nearest by a rule, not by
 * proof: depth first, the cheapest last step first, without going back.
 */
export function* blockedAnswer(
  blanks: readonly BrakeBlank[],
): Generator<SearchProgress, Extract<PlanAnswer, { kind: 'impossible' }>> {
  let best: { blank: BrakeBlank; kits: readonly ProblemKit[]; options: readonly StepOption[]; cost: number } | null =
    null
  let states = 0
  for (const blank of blanks) {
    for (const set of blank.plain.length === 0 ? [[]] : ablestKits(blank).map((kit) => [kit])) {
      const kits = withHem(blank, set)
      const nearest = yield* anyOrder(withBlocked(brakeProblem(blank, kits)))
      const options = nearest.best?.options ?? []
      const cost = orderCost(options)
      if (options.length > 0 && (best === null || cost < best.cost)) best = { blank, kits, options, cost }
      states += nearest.states
      yield { states, order: null }
    }
  }
  if (best === null) return { kind: 'impossible', bestOrder: null, reasons: [], remedies: [] }
  const bestOrder = checkedOrder(best.blank, best.kits, best.options)
  return { kind: 'impossible', bestOrder, reasons: bestOrder.blocked.flatMap(({ reasons }) => reasons), remedies: [] }
}

/** The sets of tools that can ever make the most bends: what blocks an order on the others is that the tools are the wrong ones. */
function ablestKits({ model, plain }: BrakeBlank): readonly ProblemKit[] {
  const steps = plainSteps(model)
  const bends = plain.map(({ checker }) => steps.filter((step) => checker.isEver(step)).length)
  const most = Math.max(...bends)
  return plain.filter((_, kit) => bends[kit] === most)
}

/** An order with every reason of every blocked step. */
export function checkedOrder(
  blank: BrakeBlank,
  kits: readonly ProblemKit[],
  options: readonly StepOption[],
): CheckedOrder {
  const { forest, machine, settings, model } = blank
  const used = [...new Set(options.map(({ kit }) => kit))]
  const blocked: BlockedStep[] = []
  let before = 0
  for (const [index, { step, kit, edge, face }] of options.entries()) {
    const tools = kits[kit]
    if (tools === undefined) continue
    const { checker, flatten } = tools
    const side = sideOf(edge)
    const reasons = reasonsOf({ forest, checker, flatten, machine, settings, step, side, before })
    const { bend: bendIndex = 0, kind: stepKind = 'bend' } = model.steps[step] ?? {}
    if (face !== (model.bends[bendIndex]?.sign === 1 ? 1 : 0)) {
      reasons.unshift({ code: 'wrong_face', params: { bendIndex } })
    }
    if (stepKind === 'flatten' && flatten !== null && edge !== edgeOf(flatten.flapSide(step))) {
      reasons.push({ code: 'wrong_sequence', params: { bendIndex, stepKind } })
    }
    if (reasons.length > 0) blocked.push({ step: index, reasons })
    before |= 1 << step
  }
  const stations = stationsOf(blank, usedKits(kits, options, used))
  const clean = options.map((option) => ({ ...option, cost: option.cost % unit.blocked }))
  const steps = withSetUps(stepsOf(blank, kits, options, used, true), stations)
  return { steps, blocked, stations, cost: costOf(orderCost(clean), steps, stations) }
}
