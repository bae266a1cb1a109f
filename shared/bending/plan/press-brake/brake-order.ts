// A user's order on a press brake, checked step by step. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Refusal } from '../../refusal.ts'
import { brakeBlanks, brakeShares, missingOf, withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { checkedOrder } from './brake-blocked.ts'
import { mostInSets, noTools, springbackUnknown } from './brake-plan.ts'
import { brakeProblem } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { orderCost, stepIndexes, unit } from '../order/index.ts'
import type { StepOption } from '../order/index.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { OrderedStep, OrderVerdict, PlanMissing } from '../plan.ts'

/** The order on one set of tools. */
interface Tried {
  readonly blank: BrakeBlank
  readonly plain: readonly ProblemKit[]
  /** `plain`, and the hemming tool. */
  readonly kits: readonly ProblemKit[]
  readonly options: readonly StepOption[]
  readonly missing: readonly PlanMissing[]
  readonly cost: number
}

const blockedSteps = ({ cost }: Tried): number => Math.floor(cost / unit.blocked)

/** As the search: the fewest blocked steps, then tools of which every outline is known, then fewer stations, then the lower cost. */
const isBetter = (one: Tried, other: Tried): boolean =>
  (blockedSteps(one) - blockedSteps(other) ||
    Math.sign(one.missing.length) - Math.sign(other.missing.length) ||
    one.plain.length - other.plain.length ||
    one.cost - other.cost) < 0

/**
 * Checks the order on each set of tools and returns the best result; without tools for the blank, the order is null. Two sets of plain tools are tried only where no single one is free
 * of blocked steps and of missing outlines.
 */
export function checkOrderOnBrake(
  request: PlanRequest,
  machine: PressBrakeMachine,
  order: readonly OrderedStep[],
  whole: boolean,
): Result<OrderVerdict, Refusal> {
  const blanks = brakeBlanks(request, machine, brakeShares(request, machine))
  const lacking = noTools(request, machine, blanks)
  if (lacking !== null) return ok({ order: null, missing: [], reasons: [lacking] })
  let best: Tried | null = null
  for (const blank of blanks) {
    const indexes = stepIndexes(blank.model, order, whole)
    if (!indexes.ok) return indexes
    const tryOn = (set: readonly ProblemKit[]): Tried => {
      const kits = withHem(blank, set)
      const options = optionsOf(blank, kits, order, indexes.value)
      return { blank, plain: set, kits, options, missing: missingOf(kits, machine), cost: orderCost(options) }
    }
    const singles = blank.plain.length === 0 ? [tryOn([])] : blank.plain.map((kit) => tryOn([kit]))
    const isSettled = singles.some((one) => blockedSteps(one) === 0 && one.missing.length === 0)
    const pairs = isSettled ? [] : freePairs(singles).map(([one, other]) => tryOn([...one.plain, ...other.plain]))
    for (const one of [...singles, ...pairs]) if (best === null || isBetter(one, best)) best = one
  }
  if (best === null) throw new Error('a machine with tools for a blank has a blank')
  const { blank, kits, options, missing } = best
  return ok({ order: checkedOrder(blank, kits, options), missing, reasons: springbackUnknown(request, kits) })
}

/** The sets of tools, in either order, of which one or the other is free in each step. */
function freePairs(singles: readonly Tried[]): [Tried, Tried][] {
  const tried = singles.slice(0, mostInSets)
  const isFree = ({ options }: Tried, stepIndex: number): boolean =>
    (options[stepIndex]?.cost ?? unit.blocked) < unit.blocked
  return tried.flatMap((one) =>
    tried.flatMap((other): [Tried, Tried][] =>
      one !== other && one.options.every((_, stepIndex) => isFree(one, stepIndex) || isFree(other, stepIndex))
        ? [[one, other]]
        : [],
    ),
  )
}

/** Each step stays on the tools of the step before it where it can. */
function optionsOf(
  { model, settings }: BrakeBlank,
  kits: readonly ProblemKit[],
  order: readonly OrderedStep[],
  indexes: readonly number[],
): StepOption[] {
  const problem = brakeProblem(model, kits, settings)
  let before = 0
  let last = 0
  return order.map(({ pose }, index) => {
    const step = indexes[index] ?? 0
    const face = pose.faceUp === 'B' ? 1 : 0
    const edge = pose.edgeAtGauge === 'last' ? 1 : 0
    const inSequence = ((problem.needs[step] ?? 0) & ~before) === 0
    const ways = inSequence ? problem.options(step, before).filter((one) => one.face === face && one.edge === edge) : []
    const way = ways.find((one) => one.kit === last) ?? ways[0]
    const bits = problem.kits(step)
    const kit = bits === 0 ? 0 : 31 - Math.clz32(bits & -bits)
    before |= 1 << step
    last = way?.kit ?? kit
    return way ?? { step, face, edge, kit, gauge: null, cost: unit.blocked }
  })
}
