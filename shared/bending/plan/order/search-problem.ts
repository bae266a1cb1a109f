// The input of a search: the steps of a blank with the ways of making each, and what the moves between them cost. Pure.
import { memoized } from '../../../base/memoized.ts'
import { unit } from './plan-cost.ts'

/** One way of making a step: its pose, its tools, its gauge. */
export interface StepOption {
  readonly step: number
  /** 0 or 1 each. */
  readonly face: number
  readonly edge: number
  /** Index of the set of tools. */
  readonly kit: number
  /** Two steps with the same number need no gauge move; null: not gauged, and no move before or after. */
  readonly gauge: number | null
  /** Cost of the step itself. */
  readonly cost: number
}

export interface SearchProblem {
  readonly steps: number
  /** Steps that must be done before a step, as a mask. */
  readonly needs: readonly number[]
  /** The ways in which a step can be made after a set of steps. The same arguments give the same answer. */
  readonly options: (step: number, before: number) => readonly StepOption[]
  /** The least cost of a step, whichever way it is made. */
  readonly leastCost: (step: number) => number
  /** The faces with which a step can be made, as bits; for the least count of flips. */
  readonly faces: (step: number) => number
  /** The edges at the gauge with which a step can be made. */
  readonly edges: (step: number) => readonly number[]
  /** The kits with which a step can be made, as bits. */
  readonly kits: (step: number) => number
  /**
   * For each step the other steps, as bits, that may have its gauge at no cost of an unsafe gauging; null: the step is not gauged. Computed
   * when it is first asked for, which takes as long as some hundred states.
   */
  readonly gaugeMates: () => readonly (number | null)[]
}

export interface FoundOrder {
  readonly options: readonly StepOption[]
  readonly cost: number
}

export interface SearchResult {
  readonly best: FoundOrder | null
  readonly states: number
}

export interface SearchProgress {
  readonly states: number
  readonly order: FoundOrder | null
}

/** Computes the options of a step once for each set of steps before it. A blank has at most 32 steps. */
export function optionsOnce(compute: SearchProblem['options']): SearchProblem['options'] {
  const optionsCache = new Map<number, readonly StepOption[]>()
  return (step, before) => memoized(optionsCache, before * 32 + step, () => compute(step, before))
}

/** How many states are expanded between two returns to the caller. */
export const statesBetweenYields = 256

/** What the move from one step to the next costs. */
export const moveCost = (before: StepOption, after: StepOption): number =>
  (before.face === after.face ? 0 : unit.flips) +
  ((before.face === after.face) === (before.edge === after.edge) ? 0 : unit.halfTurns) +
  (before.kit === after.kit ? 0 : unit.toolChanges) +
  (before.gauge === null || after.gauge === null || before.gauge === after.gauge ? 0 : unit.gaugeMoves)

/** The ways in which the last step of a set can have been made. */
export function lastOptions(problem: SearchProblem, done: number): readonly StepOption[] {
  const all: StepOption[] = []
  for (let step = 0; step < problem.steps; step += 1) {
    if (!mayBeLast(problem, step, done)) continue
    for (const option of problem.options(step, done & ~(1 << step))) all.push(option)
  }
  return all
}

/** Whether a step is done, after all that it needs, and no other done step needs it. */
export function mayBeLast({ needs }: Pick<SearchProblem, 'needs'>, step: number, done: number): boolean {
  if ((done & (1 << step)) === 0) return false
  const before = done & ~(1 << step)
  return ((needs[step] ?? 0) & ~before) === 0 && !isNeeded(needs, before, step)
}

/** Whether another done step needs this one. */
function isNeeded(needs: readonly number[], before: number, step: number): boolean {
  for (let other = 0; other < needs.length; other += 1) {
    if ((before & (1 << other)) !== 0 && ((needs[other] ?? 0) & (1 << step)) !== 0) return true
  }
  return false
}

/** The cost of all steps and of the moves between them. `options` is in the order in which the steps are made. */
export function orderCost(options: readonly StepOption[]): number {
  let cost = 0
  for (const [index, option] of options.entries()) {
    const before = options[index - 1]
    cost += option.cost + (before === undefined ? 0 : moveCost(before, option))
  }
  return cost
}
