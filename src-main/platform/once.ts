// Computes a result that depends only on an immutable object once. Pure except for its cache.

/** Calls `work` once for each frozen object, and every time for an object that is not frozen. A frozen object must be deeply frozen. */
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

/** Deeply freezes the value and returns it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
