// The exact search for the cheapest order: backward from the finished part, so that bends that cannot be made last are seen first.
// A state is the set of done steps with the step made last and how it was made. Pure.
import { memoized } from '../../../base/memoized.ts'
import { anyOrder } from './depth-first.ts'
import { leastBefore } from './least-before.ts'
import type { LeastBefore } from './least-before.ts'
import { lastOptions, moveCost, statesBetweenYields } from './search-problem.ts'
import type { SearchProblem, SearchProgress, SearchResult, StepOption } from './search-problem.ts'

interface Open {
  readonly mask: number
  readonly option: StepOption
  readonly cost: number
  readonly bound: number
  readonly after: Open | null
  readonly serial: number
}

/** The cheapest order, or none if none is cheaper than `below`. */
export function* searchOrder(problem: SearchProblem, below = Infinity): Generator<SearchProgress, SearchResult> {
  const bound = leastBefore(problem)
  let states = 0
  if (below < Infinity) {
    const cheaper = yield* cheapest(problem, bound, below, new Set())
    if (cheaper.best === null) return cheaper
    ;({ states } = cheaper)
  }
  const quick = yield* anyOrder(problem)
  states += quick.states
  if (quick.best === null) return { best: null, states }
  const first = quick.best.cost < below ? quick.best : null
  yield { states, order: first }
  const result = yield* cheapest(problem, bound, first?.cost ?? below, quick.dead)
  return { best: result.best ?? first, states: states + result.states }
}

/** The states of a problem with many ways of each step take longer. */
const shareOfRelaxed = 1 / 512

/** The cost of the cheapest order, if any is cheaper than `below`; else `below`. */
export function* leastCost(problem: SearchProblem, below: number): Generator<SearchProgress, number> {
  const { best } = yield* cheapest(problem, leastBefore(problem, shareOfRelaxed), below, new Set())
  return best?.cost ?? below
}

/** The cheapest order below a cost. No order passes a dead set. */
function* cheapest(
  problem: SearchProblem,
  bound: LeastBefore,
  below: number,
  dead: ReadonlySet<number>,
): Generator<SearchProgress, SearchResult> {
  const heap: Open[] = []
  const reached = new Map<number, number>()
  const gauges = new Map<number | null, number>()
  const nextGauge = (): number => gauges.size
  const keyOf = (mask: number, option: StepOption): number =>
    stateKey(mask, option, memoized(gauges, option.gauge, nextGauge))
  let [states, serial] = [0, 0]
  const push = (mask: number, option: StepOption, cost: number, after: Open | null): void => {
    const before = mask & ~(1 << option.step)
    const total = cost + bound(before, option, states)
    if (total >= below || dead.has(before)) return
    const key = keyOf(mask, option)
    const reachedCost = reached.get(key)
    if (reachedCost !== undefined && reachedCost <= cost) return
    reached.set(key, cost)
    insertOpen(heap, { mask, option, cost, bound: total, after, serial: serial++ })
  }
  for (const option of lastOptions(problem, (1 << problem.steps) - 1)) {
    push((1 << problem.steps) - 1, option, option.cost, null)
  }
  for (let open = popCheapest(heap); open !== undefined; open = popCheapest(heap)) {
    if ((reached.get(keyOf(open.mask, open.option)) ?? 0) < open.cost) continue
    const before = open.mask & ~(1 << open.option.step)
    const total = open.cost + bound(before, open.option, states)
    if (total > open.bound) {
      // more is known by now than when it was put on the heap
      if (total < below) insertOpen(heap, { ...open, bound: total })
      continue
    }
    states += 1
    if (states % statesBetweenYields === 0) yield { states, order: null }
    if (before === 0) return { best: { options: chain(open), cost: open.cost }, states }
    for (const option of lastOptions(problem, before)) {
      push(before, option, open.cost + option.cost + moveCost(option, open.option), open)
    }
  }
  return { best: null, states }
}

/**
 * `gauge`: the number of the last step's gauge. The same step with the same pose has several where a kit stands for many: which of them is
 * the cheapest depends on the step before.
 */
const stateKey = (mask: number, { step, face, edge, kit }: StepOption, gauge: number): number =>
  (((mask * 32 + step) * 4 + face * 2 + edge) * 64 + kit) * 2 ** 20 + gauge

function chain(open: Open): StepOption[] {
  const options: StepOption[] = []
  for (let state: Open | null = open; state !== null; state = state.after) options.push(state.option)
  return options
}

const comesFirst = (a: Open, b: Open): boolean => a.bound < b.bound || (a.bound === b.bound && a.serial > b.serial)

function insertOpen(heap: Open[], open: Open): void {
  let index = heap.length
  heap.push(open)
  while (index > 0) {
    const above = (index - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || !comesFirst(open, parent)) break
    heap[index] = parent
    heap[above] = open
    index = above
  }
}

function popCheapest(heap: Open[]): Open | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (top === undefined || last === undefined || heap.length === 0) return top
  heap[0] = last
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    const left = heap[child]
    if (left === undefined) break
    const right = heap[child + 1]
    let least = left
    if (right !== undefined && comesFirst(right, left)) {
      least = right
      child += 1
    }
    if (!comesFirst(least, last)) break
    heap[index] = least
    heap[child] = last
    index = child
  }
  return top
}
