// Computes the value of a key once.

/** A map, or a weak map. */
interface Cache<Key, Value> {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => unknown
}

/** The value of a key. It is computed at the first call, and at every call while it is undefined. */
export function memoized<Key, Value>(cache: Cache<Key, Value>, key: Key, compute: () => Value): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const computed = compute()
  cache.set(key, computed)
  return computed
}
