// Marks answers of the station as stale, so that they are read again: at once if they are shown, else when they are shown next. Accesses
// only the query cache.
import type { Query, QueryClient, QueryKey } from '@tanstack/query-core'

/** Marks the answers under this key and under keys that begin with it as stale; without a key, every answer. */
export type MarkStale = (queryKey?: QueryKey) => void

/**
 * A pending answer may be older than the change. It is not cancelled, so that a busy station still delivers something to show; when it
 * arrives, it is read once more.
 */
export function createMarkStale(queryClient: QueryClient): MarkStale {
  const refetchLater = new WeakSet<Query>()
  const cache = queryClient.getQueryCache()
  const invalidate = (queryKey: QueryKey, exact: boolean): void =>
    void queryClient.invalidateQueries({ queryKey, exact }, { cancelRefetch: false })
  cache.subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle' && refetchLater.delete(query))
      invalidate(query.queryKey, true)
  })
  return (queryKey = []) => {
    for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' })) refetchLater.add(query)
    invalidate(queryKey, false)
  }
}
