// Tells a running call that its answer is not needed any more. AbortSignal belongs to the platform, and shared code uses the language only.
import { Emitter, rejectUnhandled } from './emitter.ts'

export interface CancelSignal {
  readonly isCancelled: boolean
  /** Calls the listener once, when it is cancelled; never if it already is. */
  readonly onCancel: (listener: () => void) => void
}

export class Cancellation implements CancelSignal {
  readonly #cancelled: Emitter<undefined>
  #isCancelled = false

  /** `onError` receives what a listener throws. */
  constructor(onError = (error: unknown): void => void rejectUnhandled(error)) {
    this.#cancelled = new Emitter(onError)
  }

  get isCancelled(): boolean {
    return this.#isCancelled
  }

  readonly onCancel = (listener: () => void): void => void this.#cancelled.subscribe(listener)

  /** The first call calls the listeners, also those after one that throws; a further call has no effect. */
  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#cancelled.emit(undefined)
  }
}
