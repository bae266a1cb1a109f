// Computes the value of a key once.

/** The value of a key. It is made at the first call, and at every call while it is undefined. */
export function memoized<Key, Value>(cache: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const computed = compute()
  cache.set(key, computed)
  return computed
}
