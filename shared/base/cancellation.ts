// Tells a running call that its answer is not needed any more. AbortSignal belongs to the platform, and shared code uses the language only.

export interface CancelSignal {
  readonly isCancelled: boolean
  /** Calls the listener once, when it is cancelled; never if it already is. */
  readonly onCancel: (listener: () => void) => void
}

export class Cancellation implements CancelSignal {
  readonly #listeners = new Set<() => void>()
  #isCancelled = false

  get isCancelled(): boolean {
    return this.#isCancelled
  }

  readonly onCancel = (listener: () => void): void => void this.#listeners.add(listener)

  /** The first call calls the listeners; a further call has no effect. */
  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    for (const listener of this.#listeners) listener()
  }
}
