// The search itself, on a problem with two steps.
import { expect, test } from 'vitest'
import { runToEnd } from '../../../../shared/base/run-to-end.ts'
import { leastCost, unit } from '../../../../shared/bending/plan/order/index.ts'
import type { SearchProblem, StepOption } from '../../../../shared/bending/plan/order/index.ts'

/** The gauges at which each of two steps can be made, which differ in nothing else. */
function problemOf(gauges: readonly [readonly number[], readonly number[]]): SearchProblem {
  const options = gauges.map((ofStep, step) =>
    ofStep.map((gauge): StepOption => ({ step, face: 0, edge: 0, kit: 0, gauge, cost: 0 })),
  )
  return {
    steps: 2,
    needs: [0, 1],
    options: (step) => options[step] ?? [],
    leastCost: () => 0,
    faces: () => 1,
    edges: () => [0],
    kits: () => 1,
    gaugeMates: () => [2, 1],
  }
}

const leastOf = (problem: SearchProblem): number => runToEnd(leastCost(problem, Infinity))

test('a step that differs in its gauge only is another state: the step before it decides which is the cheaper', () => {
  expect(leastOf(problemOf([[7], [5, 7]]))).toBe(0)
  expect(leastOf(problemOf([[5], [5, 7]]))).toBe(0)
  expect(leastOf(problemOf([[6], [5, 7]]))).toBe(unit.gaugeMoves)
})
