// Makes answers of the station old, so that what is shown is read anew, at once or when it is shown next. Touches the kept
// answers only.
import type { Query, QueryClient, QueryKey } from '@tanstack/query-core'

/** Makes old what is kept under this key or one that begins with it; without a key, everything. */
export type GrowOld = (queryKey?: QueryKey) => void

/**
 * An answer on its way may have been given before the change of which the screen was just told. It is neither broken off, so
 * that a busy station cannot keep the screen waiting, nor taken for the last word: once it is here, it is asked for once more.
 */
export function createGrowOld(answers: QueryClient): GrowOld {
  const onceMore = new WeakSet<Query>()
  const cache = answers.getQueryCache()
  const grow = (queryKey: QueryKey, exact: boolean): void =>
    void answers.invalidateQueries({ queryKey, exact }, { cancelRefetch: false })
  cache.subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle' && onceMore.delete(query)) grow(query.queryKey, true)
  })
  return (queryKey = []) => {
    for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' })) onceMore.add(query)
    grow(queryKey, false)
  }
}
