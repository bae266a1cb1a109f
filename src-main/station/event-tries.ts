// When events were asked for, so that marks go out no earlier. Pure.

export interface EventTries {
  /** Settles with the first try that ends after this call. */
  next: () => Promise<void>
  /** A try has ended; what it said is known once `known` settles. */
  ended: (known: Promise<void>) => void
}

export function createEventTries(): EventTries {
  let waiting = Promise.withResolvers<void>()
  return {
    next: () => waiting.promise,
    ended: (known) => {
      const { resolve } = waiting
      waiting = Promise.withResolvers<void>()
      void known.then(resolve)
    },
  }
}
