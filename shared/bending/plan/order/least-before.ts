// What the steps before a step cost at least: with it, the search leaves out what cannot become the cheapest order. Pure.
import { unit } from './plan-cost.ts'
import type { SearchProblem, StepOption } from './search-problem.ts'

/** The least cost of a set of steps, with the moves between them and to the step after them. `states`: expanded by the search so far. */
export type LeastBefore = (before: number, after: StepOption, states: number) => number

/**
 * A search that is longer than its share of all sets of steps also counts gauge moves: computing which steps need no gauge move takes as long
 * as expanding that many states.
 */
const shareWithoutGauges = 1 / 64

/**
 * The cost of each step alone, a flip if one of them needs the other face, a tool change if one needs other tools, and in a long search the gauge
 * moves.
 */
export function leastBefore(problem: SearchProblem, share = shareWithoutGauges): LeastBefore {
  const { steps } = problem
  const statesWithoutGauges = share * 2 ** steps
  const sumsCache = new Map<number, readonly [number, number, number]>()
  const sums = (before: number): readonly [number, number, number] => {
    const cached = sumsCache.get(before)
    if (cached !== undefined) return cached
    let [least, faces, kits] = [0, 3, -1]
    for (let step = 0; step < steps; step += 1) {
      if ((before & (1 << step)) === 0) continue
      least += problem.leastCost(step)
      faces &= problem.faces(step)
      kits &= problem.kits(step)
    }
    const computed = [least, faces, kits] as const
    sumsCache.set(before, computed)
    return computed
  }
  let gaugeMoves: ((before: number, after: StepOption) => number) | null = null
  return (before, after, states) => {
    if (before === 0) return 0
    const [least, faces, kits] = sums(before)
    if (states > statesWithoutGauges) gaugeMoves ??= leastGaugeMoves(problem)
    return (
      least +
      ((faces & (1 << after.face)) === 0 ? unit.flips : 0) +
      ((kits & (1 << after.kit)) === 0 ? unit.toolChanges : 0) +
      (gaugeMoves === null ? 0 : gaugeMoves(before, after) * unit.gaugeMoves)
    )
  }
}

/**
 * The least count of gauge moves. Each step but the first is a move, unless it or the step before it is not gauged, or both are mates. If
 * steps are linked by mates, all but one of them can follow a mate. An unsafe gauging before the step may spare moves, but costs more than
 * all moves together; that of the step itself may spare the move before it.
 */
function leastGaugeMoves(problem: SearchProblem): (before: number, after: StepOption) => number {
  const mates = problem.gaugeMates()
  const movesCache = new Map<number, number>()
  const count = (done: number): number => {
    let [moves, unlinked] = [-1, done]
    for (const [step, matesOfStep] of mates.entries()) {
      const bit = 1 << step
      if ((done & bit) === 0) continue
      if (matesOfStep === null) {
        // it is one of the steps and spares the move after it
        moves -= 1
        continue
      }
      if ((unlinked & bit) === 0) continue
      moves += 1
      unlinked &= ~linked(mates, step, done)
    }
    return moves
  }
  return (before, after) => {
    const done = before | (1 << after.step)
    let moves = movesCache.get(done)
    if (moves === undefined) {
      moves = count(done)
      movesCache.set(done, moves)
    }
    return Math.max(0, moves - (after.cost >= unit.unsafeGauging ? 1 : 0))
  }
}

/** The steps of a set that are linked to a step by mates, with the step itself. */
function linked(mates: readonly (number | null)[], step: number, done: number): number {
  let [group, added] = [0, 1 << step]
  while (added !== 0) {
    group |= added
    let next = 0
    for (let bits = added; bits !== 0; bits &= bits - 1) next |= mates[31 - Math.clz32(bits & -bits)] ?? 0
    added = next & done & ~group
  }
  return group
}
