// Computes the value of a key once.

/** The value of a key. It is made at the first call, and at every call while it is undefined. */
export function memoized<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const have = known.get(key)
  if (have !== undefined) return have
  const made = make()
  known.set(key, made)
  return made
}
