// A user's order on a press brake, checked step by step. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Refusal } from '../../refusal.ts'
import { brakeBlanks, brakeShares, missingOf, withHem } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { checkedOrder } from './brake-blocked.ts'
import { noTools, springbackUnknown } from './brake-plan.ts'
import { brakeProblem } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import { moveCost, orderCost, stepIndexes, unit } from '../order/index.ts'
import type { StepOption } from '../order/index.ts'
import type { PlanProgress, PlanRequest } from '../plan-request.ts'
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
 * Checks the order on each set of tools, with a return to the caller after each, and returns the best result; without tools for the blank,
 * the order is null. Several stations are tried only where no single one is free of blocked steps and of missing outlines.
 */
export function* checkOrderOnBrake(
  request: PlanRequest,
  machine: PressBrakeMachine,
  order: readonly OrderedStep[],
  whole: boolean,
): Generator<PlanProgress, Result<OrderVerdict, Refusal>> {
  const blanks = brakeBlanks(request, machine, brakeShares(request, machine))
  const lacking = noTools(request, machine, blanks)
  if (lacking !== null) return ok({ order: null, missing: [], reasons: [lacking] })
  let best: Tried | null = null
  let states = 0
  for (const blank of blanks) {
    const indexes = stepIndexes(blank.model, order, whole)
    if (!indexes.ok) return indexes
    const tryOn = (set: readonly ProblemKit[]): Tried => {
      const kits = withHem(blank, set)
      const options = optionsOf(blank, kits, order, indexes.value)
      return { blank, plain: set, kits, options, missing: missingOf(kits, machine), cost: orderCost(options) }
    }
    const tryEach = function* (sets: readonly (readonly ProblemKit[])[]): Generator<PlanProgress, Tried[]> {
      const tried: Tried[] = []
      for (const set of sets) {
        const one = tryOn(set)
        tried.push(one)
        if (best === null || isBetter(one, best)) best = one
        states += order.length
        yield { states, first: null }
      }
      return tried
    }
    const singles = yield* tryEach(blank.plain.length === 0 ? [[]] : blank.plain.map((kit) => [kit]))
    const isSettled = singles.some((one) => blockedSteps(one) === 0 && one.missing.length === 0)
    if (!isSettled) yield* tryEach(fewestCovering(singles).map((set) => set.flatMap(({ plain }) => plain)))
  }
  if (best === null) throw new Error('no blank was found for a machine that has tools for it')
  const { blank, kits, options, missing } = best
  return ok({ order: checkedOrder(blank, kits, options), missing, reasons: springbackUnknown(request, kits) })
}

/** More sets of several stations are not tried. */
const mostSets = 400

/** The smallest sets of stations that have a free station for each step; empty: no station is free for some step. */
function fewestCovering(singles: readonly Tried[]): (readonly Tried[])[] {
  const [{ options: steps } = { options: [] }] = singles
  const isFree = ({ options }: Tried, index: number): boolean => (options[index]?.cost ?? unit.blocked) < unit.blocked
  const coverings = new Map<string, readonly Tried[]>()
  const cover = (set: readonly Tried[], most: number): void => {
    const open = steps.findIndex((_, index) => !set.some((one) => isFree(one, index)))
    if (open === -1) {
      const key = set.map((one) => singles.indexOf(one)).toSorted((a, b) => a - b)
      coverings.set(key.join(' '), set)
      return
    }
    if (set.length === most) return
    for (const one of singles) if (coverings.size < mostSets && isFree(one, open)) cover([...set, one], most)
  }
  for (let most = 2; most <= steps.length && coverings.size === 0; most += 1) cover([], most)
  return [...coverings.values()]
}

/** The cheapest tools for each step of the order. A step that is blocked has a way on every set of tools for it. */
function optionsOf(
  blank: BrakeBlank,
  kits: readonly ProblemKit[],
  order: readonly OrderedStep[],
  indexes: readonly number[],
): readonly StepOption[] {
  const problem = brakeProblem(blank, kits)
  let before = 0
  let chains: readonly { readonly options: readonly StepOption[]; readonly cost: number }[] = [{ options: [], cost: 0 }]
  for (const [index, { pose }] of order.entries()) {
    const step = indexes[index] ?? 0
    const face = pose.faceUp === 'B' ? 1 : 0
    const edge = pose.edgeAtGauge === 'last' ? 1 : 0
    const inSequence = ((problem.needs[step] ?? 0) & ~before) === 0
    const free = inSequence ? problem.options(step, before).filter((one) => one.face === face && one.edge === edge) : []
    const bits = problem.kits(step)
    const able = kits.flatMap((_, kit) => ((bits & (1 << kit)) === 0 ? [] : [kit]))
    const stepOptions =
      free.length > 0 ? free : (able.length > 0 ? able : [0]).map((kit) => blockedOn(kit, step, face, edge))
    before |= 1 << step
    chains = stepOptions.map((stepOption) => {
      const reached = chains.map(({ options, cost }) => {
        const last = options.at(-1)
        return {
          options: [...options, stepOption],
          cost: cost + stepOption.cost + (last === undefined ? 0 : moveCost(last, stepOption)),
        }
      })
      return reached.reduce((best, one) => (one.cost < best.cost ? one : best))
    })
  }
  const [{ options } = { options: [] }] = chains.toSorted((one, other) => one.cost - other.cost)
  return options
}

const blockedOn = (kit: number, step: number, face: number, edge: number): StepOption => ({
  step,
  face,
  edge,
  kit,
  gauge: null,
  cost: unit.blocked,
})
