// Whether any order works, depth first from the finished part. Both searches return to the caller as often as the search for the cheapest
// order. Pure.
import { lastOptions, mayBeLast, moveCost, orderCost, statesBetweenYields } from './search-problem.ts'
import type { SearchProblem, SearchProgress, SearchResult, StepOption } from './search-problem.ts'

interface QuickResult extends SearchResult {
  /** Sets of done steps that no order reaches. */
  readonly dead: ReadonlySet<number>
}

/** A set of done steps with the ways in which its last step can have been made, the cheapest first. */
interface Frame {
  readonly done: number
  readonly stepOptions: readonly StepOption[]
  /** The option that is tried now. */
  tried: number
}

/** The cheapest way first: an order that works, or the proof that none does. */
export function* anyOrder(problem: SearchProblem): Generator<SearchProgress, QuickResult> {
  const dead = new Set<number>()
  const stack = [frameOf(problem, (1 << problem.steps) - 1, null)]
  let states = 1
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.done === 0) {
      const options = stack.flatMap(({ stepOptions, tried }) => stepOptions[tried] ?? []).toReversed()
      return { best: { options, cost: orderCost(options) }, states, dead }
    }
    frame.tried += 1
    const option = frame.stepOptions[frame.tried]
    if (option === undefined) {
      dead.add(frame.done)
      stack.pop()
      continue
    }
    const before = frame.done & ~(1 << option.step)
    if (dead.has(before)) continue
    states += 1
    if (states % statesBetweenYields === 0) yield { states, order: null }
    stack.push(frameOf(problem, before, option))
  }
  return { best: null, states, dead }
}

/** Keeps only the cheapest way of each step: the other ways lead to the same set of steps. */
function frameOf(problem: SearchProblem, done: number, after: StepOption | null): Frame {
  const stepOptions = lastOptions(problem, done).map((option) => ({
    option,
    cost: option.cost + (after === null ? 0 : moveCost(option, after)),
  }))
  stepOptions.sort((a, b) => a.cost - b.cost)
  const tried = new Set<number>()
  const cheapest = stepOptions.flatMap(({ option }) => {
    if (tried.has(option.step)) return []
    tried.add(option.step)
    return [option]
  })
  return { done, stepOptions: cheapest, tried: -1 }
}

/** Whether there is an order in which each step is possible after the steps before it. */
export function* someOrderWorks(
  problem: Pick<SearchProblem, 'steps' | 'needs'>,
  isPossible: (step: number, before: number) => boolean,
): Generator<SearchProgress, boolean> {
  const dead = new Set<number>()
  const stack = [{ done: (1 << problem.steps) - 1, step: -1 }]
  let states = 1
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    frame.step += 1
    const { done, step } = frame
    if (done === 0) return true
    if (step === problem.steps) {
      dead.add(done)
      stack.pop()
      continue
    }
    const before = done & ~(1 << step)
    if (!mayBeLast(problem, step, done) || dead.has(before) || !isPossible(step, before)) continue
    states += 1
    if (states % statesBetweenYields === 0) yield { states, order: null }
    stack.push({ done: before, step: -1 })
  }
  return false
}
