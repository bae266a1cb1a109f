// Computes a result that depends only on an immutable object once. Pure except for its cache.

/** Calls `work` once for each frozen object, which must be frozen in depth, and every time for any other object. */
export function once<Thing extends object, Result>(work: (thing: Thing) => Result): (thing: Thing) => Result {
  const results = new WeakMap<Thing, Result>()
  return (thing) => {
    const cached = results.get(thing)
    if (cached !== undefined) return cached
    const result = work(thing)
    if (Object.isFrozen(thing)) results.set(thing, result)
    return result
  }
}

/** Freezes the value in depth and returns it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
