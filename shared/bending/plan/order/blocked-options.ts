// A search problem in which every step has an option, so that the search finds the order that comes nearest. Pure.
import { unit } from './plan-cost.ts'
import type { SearchProblem, StepOption } from './search-problem.ts'

/** The blank's steps with an option for each that is blocked, at a cost above every possible option. */
export function withBlocked(problem: SearchProblem): SearchProblem {
  return {
    ...problem,
    options: (step, before) => {
      const stepOptions = problem.options(step, before)
      if (stepOptions.length > 0) return stepOptions
      const kits = problem.kits(step)
      const kit = kits === 0 ? 0 : 31 - Math.clz32(kits & -kits)
      const face = (problem.faces(step) & 2) === 0 ? 0 : 1
      return problem.edges(step).map((edge): StepOption => ({ step, face, edge, kit, gauge: null, cost: unit.blocked }))
    },
  }
}
