// The exact search for the cheapest order: backward from the finished part, so that bends that cannot be made last are seen first.
// A state is the set of done steps with the step made last and how it was made. Pure.
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
}

export interface FoundOrder {
  readonly options: readonly StepOption[]
  readonly cost: number
}

export interface SearchResult {
  readonly best: FoundOrder | null
  readonly states: number
}

interface QuickResult extends SearchResult {
  /** Sets of done steps that no order reaches. */
  readonly dead: ReadonlySet<number>
}

export interface SearchProgress {
  readonly states: number
  readonly order: FoundOrder | null
}

/** How many states are expanded between two returns to the caller. */
const statesBetweenYields = 256

const moveCost = (before: StepOption, after: StepOption): number =>
  (before.face === after.face ? 0 : unit.flips) +
  ((before.face === after.face) === (before.edge === after.edge) ? 0 : unit.halfTurns) +
  (before.kit === after.kit ? 0 : unit.toolChanges) +
  (before.gauge === null || after.gauge === null || before.gauge === after.gauge ? 0 : unit.gaugeMoves)

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
  const bound = boundOf(problem)
  let states = 0
  if (below < Infinity) {
    const cheaper = yield* cheapest(problem, bound, below, new Set())
    if (cheaper.best === null) return cheaper
    ;({ states } = cheaper)
  }
  const quick = anyOrder(problem)
  states += quick.states
  if (quick.best === null) return { best: null, states }
  const first = quick.best.cost < below ? quick.best : null
  yield { states, order: first }
  const result = yield* cheapest(problem, bound, first?.cost ?? below, quick.dead)
  return { best: result.best ?? first, states: states + result.states }
}

/** The cost of the cheapest order, if any is cheaper than `below`; else `below`. */
export function* leastCost(problem: SearchProblem, below: number): Generator<SearchProgress, number> {
  const { best } = yield* cheapest(problem, boundOf(problem), below, new Set())
  return best?.cost ?? below
}

/** The cheapest order below a cost. No order passes a dead set. */
function* cheapest(
  problem: SearchProblem,
  bound: (before: number, after: StepOption) => number,
  below: number,
  dead: ReadonlySet<number>,
): Generator<SearchProgress, SearchResult> {
  const heap: Open[] = []
  const reached = new Map<number, number>()
  let [states, serial] = [0, 0]
  const push = (mask: number, option: StepOption, cost: number, after: Open | null): void => {
    const before = mask & ~(1 << option.step)
    const total = cost + bound(before, option)
    if (total >= below || dead.has(before)) return
    const key = keyOf(mask, option)
    const known = reached.get(key)
    if (known !== undefined && known <= cost) return
    reached.set(key, cost)
    insert(heap, { mask, option, cost, bound: total, after, serial: serial++ })
  }
  for (const option of lastOptions(problem, (1 << problem.steps) - 1)) {
    push((1 << problem.steps) - 1, option, option.cost, null)
  }
  for (let open = take(heap); open !== undefined; open = take(heap)) {
    if ((reached.get(keyOf(open.mask, open.option)) ?? 0) < open.cost) continue
    states += 1
    if (states % statesBetweenYields === 0) yield { states, order: null }
    const before = open.mask & ~(1 << open.option.step)
    if (before === 0) return { best: { options: chain(open), cost: open.cost }, states }
    for (const option of lastOptions(problem, before)) {
      push(before, option, open.cost + option.cost + moveCost(option, open.option), open)
    }
  }
  return { best: null, states }
}

/** The ways in which the last step of a set can have been made. */
function lastOptions(problem: SearchProblem, done: number): readonly StepOption[] {
  const all: StepOption[] = []
  for (let step = 0; step < problem.steps; step += 1) {
    if (!mayBeLast(problem, step, done)) continue
    for (const option of problem.options(step, done & ~(1 << step))) all.push(option)
  }
  return all
}

/** Whether a step is done, after all that it needs, and no other done step needs it. */
function mayBeLast({ needs }: Pick<SearchProblem, 'needs'>, step: number, done: number): boolean {
  if ((done & (1 << step)) === 0) return false
  const before = done & ~(1 << step)
  return ((needs[step] ?? 0) & ~before) === 0 && !isNeeded(needs, before, step)
}

/** Whether there is an order in which each step is possible after the steps before it. */
export function someOrderWorks(
  problem: Pick<SearchProblem, 'steps' | 'needs'>,
  isPossible: (step: number, before: number) => boolean,
): boolean {
  const dead = new Set<number>()
  const back = (done: number): boolean => {
    if (done === 0) return true
    if (dead.has(done)) return false
    for (let step = 0; step < problem.steps; step += 1) {
      const before = done & ~(1 << step)
      if (mayBeLast(problem, step, done) && !dead.has(before) && isPossible(step, before) && back(before)) return true
    }
    dead.add(done)
    return false
  }
  return back((1 << problem.steps) - 1)
}

/** Whether another done step needs this one. */
function isNeeded(needs: readonly number[], before: number, step: number): boolean {
  for (let other = 0; other < needs.length; other += 1) {
    if ((before & (1 << other)) !== 0 && ((needs[other] ?? 0) & (1 << step)) !== 0) return true
  }
  return false
}

const keyOf = (mask: number, { step, face, edge, kit }: StepOption): number =>
  ((mask * 32 + step) * 4 + face * 2 + edge) * 64 + kit

function chain(open: Open): StepOption[] {
  const options: StepOption[] = []
  for (let state: Open | null = open; state !== null; state = state.after) options.push(state.option)
  return options
}

/**
 * What the steps of a set cost at least, if the step after them is known: each step by itself, a flip if one of them needs the other
 * face, a tool change if one needs other tools.
 */
function boundOf(problem: SearchProblem): (before: number, after: StepOption) => number {
  const { steps } = problem
  const known = new Map<number, readonly [number, number, number]>()
  const sums = (before: number): readonly [number, number, number] => {
    const have = known.get(before)
    if (have !== undefined) return have
    let [least, faces, kits] = [0, 3, -1]
    for (let step = 0; step < steps; step += 1) {
      if ((before & (1 << step)) === 0) continue
      least += problem.leastCost(step)
      faces &= problem.faces(step)
      kits &= problem.kits(step)
    }
    const made = [least, faces, kits] as const
    known.set(before, made)
    return made
  }
  return (before, after) => {
    if (before === 0) return 0
    const [least, faces, kits] = sums(before)
    return (
      least +
      ((faces & (1 << after.face)) === 0 ? unit.flips : 0) +
      ((kits & (1 << after.kit)) === 0 ? unit.toolChanges : 0)
    )
  }
}

/** Depth first, the cheapest way first: an order that works, or the proof that none does. */
export function anyOrder(problem: SearchProblem): QuickResult {
  const dead = new Set<number>()
  let states = 0
  const back = (done: number, after: StepOption | null): StepOption[] | null => {
    if (done === 0) return []
    if (dead.has(done)) return null
    states += 1
    const ways = lastOptions(problem, done).map((option) => ({
      option,
      cost: option.cost + (after === null ? 0 : moveCost(option, after)),
    }))
    ways.sort((a, b) => a.cost - b.cost)
    const tried = new Set<number>()
    for (const { option } of ways) {
      if (tried.has(option.step)) continue
      tried.add(option.step)
      const rest = back(done & ~(1 << option.step), option)
      if (rest !== null) return [...rest, option]
    }
    dead.add(done)
    return null
  }
  const options = back((1 << problem.steps) - 1, null)
  return { best: options === null ? null : { options, cost: orderCost(options) }, states, dead }
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

const comesFirst = (a: Open, b: Open): boolean => a.bound < b.bound || (a.bound === b.bound && a.serial > b.serial)

function insert(heap: Open[], open: Open): void {
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

function take(heap: Open[]): Open | undefined {
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
