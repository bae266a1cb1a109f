// Limits how often a listener is notified: once at the end of a tick of the event loop, then at most once in each pause. Pure, apart from
// its clock and `setImmediate`.
import type { Clock } from './clock.ts'

const usualPauseMs = 100

export class ThrottledChanges {
  readonly #clock: Clock
  readonly #notify: () => void
  readonly #pauseMs: number
  readonly #stopping = new AbortController()
  #isPausing = false
  #hasChangedDuringPause = false

  constructor(clock: Clock, notify: () => void, pauseMs = usualPauseMs) {
    this.#clock = clock
    this.#notify = notify
    this.#pauseMs = pauseMs
  }

  notifySoon(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#isPausing) {
      this.#hasChangedDuringPause = true
      return
    }
    this.#isPausing = true
    setImmediate(() => {
      if (!this.#stopping.signal.aborted) this.#notifyAndPause()
    })
  }

  /** Stops all notifications. */
  stop(): void {
    this.#stopping.abort()
  }

  #notifyAndPause(): void {
    this.#notify()
    void this.#pause()
  }

  async #pause(): Promise<void> {
    await this.#clock.wait(this.#pauseMs, this.#stopping.signal)
    this.#isPausing = this.#hasChangedDuringPause
    this.#hasChangedDuringPause = false
    if (this.#isPausing && !this.#stopping.signal.aborted) this.#notifyAndPause()
  }
}
