// Passes the progress of a search on to the caller of the planner, so that every search can be left early. Pure.
import type { PlanProgress } from '../plan-request.ts'
import type { SearchProgress } from './search-problem.ts'

/** Runs a search to its end, with a progress for each return of it. */
export function* reportProgress<T>(
  search: Generator<SearchProgress, T>,
  progressOf: (progress: SearchProgress) => PlanProgress,
): Generator<PlanProgress, T> {
  let next = search.next()
  while (next.done !== true) {
    yield progressOf(next.value)
    next = search.next()
  }
  return next.value
}

/** Runs a search that finds no plan, after `before` states. */
export const withoutPlan = <T>(search: Generator<SearchProgress, T>, before: number): Generator<PlanProgress, T> =>
  reportProgress(search, ({ states }) => ({ states: before + states, first: null }))
