// A good order of many groups of sheets: nearest neighbour from several starts, then single groups and sequences moved or reversed while
// that helps, within a fixed number of steps. Pure. Units: minutes.
import type { Legs } from './exact-order.ts'
import { slackMin, tieMin } from './lane.ts'
import type { Minutes } from './work-time.ts'

/** Groups examined in all, which takes some tens of milliseconds; and in one step. */
const maxEvaluations = 1_000_000
const evaluationsPerStep = 20_000

interface Worth {
  readonly lateMin: Minutes
  readonly endMin: Minutes
}

/** The least lateness that the search finds, then the least changeover; step by step. `lateMin`: the unavoidable lateness. */
export function* heuristicOrder(legs: Legs, lateMin: Minutes): Generator<number, readonly number[]> {
  const budget = { evaluations: maxEvaluations }
  const byDue = yield* improved(byDueDate(legs), legs, lateMin, budget)
  const byWay = yield* improved(nearest(legs), legs, lateMin, budget)
  return isLess(worthOf(byWay, legs, lateMin), worthOf(byDue, legs, lateMin)) ? byWay : byDue
}

const isLess = (one: Worth, other: Worth): boolean =>
  one.lateMin < other.lateMin - slackMin ||
  (one.lateMin <= other.lateMin + slackMin && one.endMin < other.endMin - tieMin)

function worthOf(order: readonly number[], legs: Legs, lateMin: Minutes): Worth {
  let endMin = legs.beginMin
  let late = lateMin
  let last = -1
  for (const group of order) {
    endMin += (last < 0 ? legs.first[group] : legs.between[last]?.[group]) ?? 0
    endMin += legs.minutes[group] ?? 0
    late = Math.max(late, endMin - (legs.dueMin[group] ?? Infinity))
    last = group
  }
  return { lateMin: late, endMin }
}

/** The groups in the order of their due times; among equal due times the nearest comes next. */
function byDueDate(legs: Legs): number[] {
  const dues = [...new Set(legs.dueMin)].toSorted((a, b) => a - b)
  const order: number[] = []
  for (const due of dues) {
    const unplaced = new Set(legs.dueMin.flatMap((one, group) => (one === due ? [group] : [])))
    walk(order, unplaced, legs)
  }
  return order
}

function nearest(legs: Legs): number[] {
  const order: number[] = []
  walk(order, new Set(legs.minutes.keys()), legs)
  return order
}

function walk(order: number[], left: Set<number>, legs: Legs): void {
  while (left.size > 0) {
    const last = order.at(-1)
    const way = (group: number): Minutes => (last === undefined ? legs.first : legs.between[last])?.[group] ?? 0
    const next = [...left].reduce((best, one) => (way(one) < way(best) ? one : best))
    left.delete(next)
    order.push(next)
  }
}

function* improved(
  from: readonly number[],
  legs: Legs,
  lateMin: Minutes,
  budget: { evaluations: number },
): Generator<number, readonly number[]> {
  let reportedAt = budget.evaluations
  let best = from
  let worth = worthOf(best, legs, lateMin)
  for (let better: readonly number[] | null = best; better !== null;) {
    better = null
    for (const order of neighbours(best, budget)) {
      if (reportedAt - budget.evaluations >= evaluationsPerStep) {
        reportedAt = budget.evaluations
        yield 1 - reportedAt / maxEvaluations
      }
      const candidate = worthOf(order, legs, lateMin)
      if (!isLess(candidate, worth)) continue
      ;[better, best, worth] = [order, order, candidate]
      break
    }
  }
  return best
}

/** Every sequence of up to three groups moved, and every sequence reversed. */
function* neighbours(order: readonly number[], budget: { evaluations: number }): Generator<readonly number[]> {
  const count = order.length
  for (let length = 1; length <= 3; length += 1)
    for (let from = 0; from + length <= count; from += 1) {
      const stretch = order.slice(from, from + length)
      const others = [...order.slice(0, from), ...order.slice(from + length)]
      for (let to = 0; to <= others.length; to += 1) {
        if (to === from) continue
        budget.evaluations -= count
        if (budget.evaluations < 0) return
        yield [...others.slice(0, to), ...stretch, ...others.slice(to)]
      }
    }
  for (let from = 0; from < count - 1; from += 1)
    for (let to = from + 2; to <= count; to += 1) {
      budget.evaluations -= count
      if (budget.evaluations < 0) return
      yield [...order.slice(0, from), ...order.slice(from, to).toReversed(), ...order.slice(to)]
    }
}
