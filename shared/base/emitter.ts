// Sends values to listeners. Pure.

export type Unsubscribe = () => void

/**
 * Listeners are called in the order in which they subscribed. A listener that throws does not stop the others: its error goes to
 * `onError`. A listener that unsubscribes during an emit is not called any more.
 */
export class Emitter<T> {
  readonly #listeners = new Set<{ readonly listen: (value: T) => void }>()
  readonly #onError: (error: unknown) => void

  /** `onError` receives what a listener throws. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  /** The same function may subscribe twice; it is then called twice. */
  readonly subscribe = (listen: (value: T) => void): Unsubscribe => {
    const entry = { listen }
    this.#listeners.add(entry)
    return () => void this.#listeners.delete(entry)
  }

  emit(value: T): void {
    // a listener that subscribes during the call is not called yet
    const entries = [...this.#listeners]
    for (const entry of entries) {
      if (!this.#listeners.has(entry)) continue
      try {
        entry.listen(value)
      } catch (error) {
        this.#onError(error)
      }
    }
  }
}

/** The `onError` of an emitter that nobody watches: reports the error as an unhandled rejection, after the other listeners were called. */
export async function rejectUnhandled(error: unknown): Promise<never> {
  throw error
}
