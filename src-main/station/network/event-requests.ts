// Lets the drain wait until events were read, so that no mark is sent before that. Pure.

export interface EventRequests {
  /** Settles with the first attempt to read events that ends after this call. */
  next: () => Promise<void>
  /** An attempt has ended; `handled` settles when its events are stored. */
  settle: (handled: Promise<void>) => void
}

export function createEventRequests(): EventRequests {
  let waiting = Promise.withResolvers<void>()
  return {
    next: () => waiting.promise,
    settle: (handled) => {
      const { resolve } = waiting
      waiting = Promise.withResolvers<void>()
      void handled.then(resolve)
    },
  }
}
