// What follows from a thing that cannot change is worked out once. Pure but for what it remembers.

/** `work`, done once for each thing that is frozen, as all of it must be then, and anew each time for any other. */
export function once<Thing extends object, Result>(work: (thing: Thing) => Result): (thing: Thing) => Result {
  const known = new WeakMap<Thing, Result>()
  return (thing) => {
    const found = known.get(thing)
    if (found !== undefined) return found
    const result = work(thing)
    if (Object.isFrozen(thing)) known.set(thing, result)
    return result
  }
}

/** The same value, which nobody can change any more. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
