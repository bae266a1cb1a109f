// The order of a machine's day with the least changeover that meets the due dates: exact for few kinds of sheets, otherwise by a bounded
// search, with a lower bound of the changeover. Pure. Units: minutes.
import { runToEnd } from '../base/run-to-end.ts'
import { shortestWithin, type Legs } from './exact-order.ts'
import { changesBetween, changeMinutes, laneOf, slackMin, tieMin, type Job, type Lane } from './lane.ts'
import { heuristicOrder } from './heuristic-order.ts'
import type { MachineTimes, Minutes } from './work-time.ts'

export interface ProposedOrder {
  readonly jobs: readonly Job[]
  readonly lane: Lane
  /** The present order. */
  readonly presentLane: Lane
  /** Proven: no order with the same lateness has less changeover. */
  readonly isProven: boolean
  /** The least changeover of any order. */
  readonly atLeastMin: Minutes
}

/** Decides only between orders with equal minutes of changeover: the one with fewer changes is better. */
const minutesPerChange: Minutes = 1e-8
/** Above this number of kinds of sheets the order is searched, not proven. */
const maxProvenKinds = 11

/**
 * Pinned sheets and all sheets before them are not moved. For the rest, the least lateness comes first, then the least changeover. If no
 * order is better than the present one, `jobs` has the present order.
 */
export const proposedOrder = (jobs: readonly Job[], times: MachineTimes): ProposedOrder =>
  runToEnd(orderSteps(jobs, times))

/** The same in steps of a few milliseconds, so that a screen stays responsive. Yields the least progress, 0 to 1. */
export function* orderSteps(jobs: readonly Job[], times: MachineTimes): Generator<number, ProposedOrder> {
  const firstFree = jobs.findLastIndex(({ pinned }) => pinned) + 1
  const fixed = jobs.slice(0, firstFree)
  const groups = groupsOf(jobs.slice(firstFree))
  const cost = (first: Job, second: Job): Minutes =>
    changeMinutes(first, second, times) + changesBetween(first, second).length * minutesPerChange
  const presentLane = laneOf(jobs, times)
  const fixedLane = laneOf(fixed, times)
  const from = fixed.at(-1)
  const between: Minutes[][] = []
  for (const a of groups) {
    between.push(groups.map((b) => cost(a.sample, b.sample)))
    yield 0
  }
  const legs: Legs = {
    beginMin: fixedLane.slots.at(-1)?.endMin ?? 0,
    first: groups.map(({ sample }) => (from === undefined ? 0 : cost(from, sample))),
    between,
    minutes: groups.map(({ minutes }) => minutes),
    dueMin: groups.map(({ sample }) => sample.dueMin),
  }
  const isSmall = groups.length <= maxProvenKinds
  const order = isSmall
    ? yield* leastLateOrder(legs, fixedLane.lateMin, presentLane.lateMin)
    : yield* heuristicOrder(legs, fixedLane.lateMin)
  const proposed = order === null ? jobs : [...fixed, ...order.flatMap((index) => groups[index]?.jobs ?? [])]
  const proposedLane = laneOf(proposed, times)
  const costOf = (order: readonly Job[]): Minutes =>
    order.reduce((sum, job, index) => sum + cost(order[index - 1] ?? job, job), 0)
  const isBetter =
    proposedLane.lateMin < presentLane.lateMin - latenessPrecisionMin ||
    (proposedLane.lateMin <= presentLane.lateMin + slackMin && costOf(proposed) < costOf(jobs) - tieMin)
  const better = isBetter ? proposed : jobs
  const lane = isBetter ? proposedLane : presentLane
  yield 1
  const atLeastMin = fixedLane.changeMin + minSpanningTreeMin(jobs.slice(Math.max(0, firstFree - 1)), times)
  return {
    jobs: better,
    lane,
    presentLane,
    isProven: isSmall || lane.changeMin <= atLeastMin + slackMin,
    atLeastMin,
  }
}

/** The precision of the least lateness, in minutes. */
const latenessPrecisionMin: Minutes = 0.01

/**
 * The best order within the least lateness. Whole groups are enough: if two parts of a group have the same due time, the earlier part can
 * move to the later one without making anything later or longer.
 */
function* leastLateOrder(
  legs: Legs,
  minLateMin: Minutes,
  ownLateMin: Minutes,
): Generator<number, readonly number[] | null> {
  const onTime = shortestWithin(legs, minLateMin)
  if (onTime !== null) return onTime
  let [tooLow, feasible] = [minLateMin, Math.max(minLateMin, ownLateMin)]
  const whole = Math.log2((feasible - tooLow) / latenessPrecisionMin)
  let best = shortestWithin(legs, feasible + latenessPrecisionMin / 2)
  while (feasible - tooLow > latenessPrecisionMin / 2) {
    yield Math.max(0, 1 - Math.log2((feasible - tooLow) / latenessPrecisionMin) / whole)
    const middle = (feasible + tooLow) / 2
    const candidate = shortestWithin(legs, middle)
    if (candidate === null) tooLow = middle
    else [feasible, best] = [middle, candidate]
  }
  return best
}

interface Group {
  readonly sample: Job
  readonly jobs: readonly Job[]
  readonly minutes: Minutes
}

const kindOf = ({ material, colour, thicknessMm, tool }: Job): string =>
  JSON.stringify([material, colour, thicknessMm, tool])

/** Groups of sheets with the same due time and no changeover between them, in their present order. */
function groupsOf(jobs: readonly Job[]): Group[] {
  const groups = new Map<string, Job[]>()
  for (const job of jobs) {
    const key = `${kindOf(job)} ${job.dueMin}`
    groups.set(key, [...(groups.get(key) ?? []), job])
  }
  return [...groups.values()].flatMap((of) => {
    const [sample] = of
    const minutes = of.reduce((sum, job) => sum + job.minutes, 0)
    return sample === undefined ? [] : [{ sample, jobs: of, minutes }]
  })
}

/** Minutes of the minimum spanning tree over the kinds of sheets: a lower bound, because an order is a spanning tree too. */
function minSpanningTreeMin(jobs: readonly Job[], times: MachineTimes): Minutes {
  const kinds = [...new Map(jobs.map((job) => [kindOf(job), job])).values()]
  const away = kinds.map(() => Infinity)
  const remaining = new Set(kinds.keys())
  let sum = 0
  if (kinds.length > 0) away[0] = 0
  while (remaining.size > 0) {
    const nearest = [...remaining].reduce((best, one) => ((away[one] ?? 0) < (away[best] ?? 0) ? one : best))
    remaining.delete(nearest)
    sum += away[nearest] ?? 0
    const job = kinds[nearest]
    if (job === undefined) continue
    for (const one of remaining) {
      const other = kinds[one]
      if (other !== undefined) away[one] = Math.min(away[one] ?? Infinity, changeMinutes(job, other, times))
    }
  }
  return sum
}
