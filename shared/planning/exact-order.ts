// The order of a few groups of sheets with the least changeover, each group within its due time. Exact: dynamic programming over the
// set of finished groups and the last one. Pure. Units: minutes.
import { slackMin } from './lane.ts'
import type { Minutes } from './work-time.ts'

export interface Legs {
  /** When the first group may begin. */
  readonly beginMin: Minutes
  /** Changeover from the sheet before to each group, and between groups. A metric. */
  readonly first: readonly Minutes[]
  readonly between: readonly (readonly Minutes[])[]
  readonly minutes: readonly Minutes[]
  readonly dueMin: readonly Minutes[]
}

/**
 * The order that ends first, with no group more than `lateMin` late; null: there is no such order. For the same finished groups and the
 * same last group, an earlier end is never worse, so one order of each is stored. Takes 2ⁿ·n² steps.
 */
export function shortestWithin(legs: Legs, lateMin: Minutes): readonly number[] | null {
  const count = legs.minutes.length
  if (count === 0) return []
  const sets = 1 << count
  const soonest = new Float64Array(sets * count).fill(Infinity)
  const before = new Int8Array(sets * count).fill(-1)
  const end = (group: number, startMin: Minutes): Minutes => {
    const endMin = startMin + (legs.minutes[group] ?? 0)
    return endMin <= (legs.dueMin[group] ?? Infinity) + lateMin + slackMin ? endMin : Infinity
  }
  for (let group = 0; group < count; group += 1)
    soonest[(1 << group) * count + group] = end(group, legs.beginMin + (legs.first[group] ?? 0))
  for (let done = 1; done < sets; done += 1)
    for (let last = 0; last < count; last += 1) {
      const reachedMin = soonest[done * count + last] ?? Infinity
      if (reachedMin === Infinity) continue
      for (let next = 0; next < count; next += 1) {
        if ((done & (1 << next)) !== 0) continue
        const place = (done | (1 << next)) * count + next
        const endMin = end(next, reachedMin + (legs.between[last]?.[next] ?? 0))
        if (endMin >= (soonest[place] ?? Infinity)) continue
        soonest[place] = endMin
        before[place] = last
      }
    }
  return wayBack(soonest, before, count)
}

function wayBack(soonest: Float64Array, before: Int8Array, count: number): number[] | null {
  let done = (1 << count) - 1
  let last = 0
  for (let group = 1; group < count; group += 1)
    if ((soonest[done * count + group] ?? Infinity) <= (soonest[done * count + last] ?? Infinity)) last = group
  if ((soonest[done * count + last] ?? Infinity) === Infinity) return null
  const order: number[] = []
  while (last >= 0) {
    order.unshift(last)
    const previous = before[done * count + last] ?? -1
    done &= ~(1 << last)
    last = previous
  }
  return order
}
