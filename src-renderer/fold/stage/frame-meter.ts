// Whether this computer draws the moving picture fast enough. Pure.

/** 60 frames a second, with a tolerance for single frames that come late. */
const frameBudgetMs = 1000 / 60
const toleranceMs = 6
/** Frames that are measured before a verdict. */
const measuredFrames = 45
/** A longer pause is not a slow frame: the page was hidden, or the computer did something else. */
const pauseMs = 400

/** The times between frames that follow each other. */
export class FrameMeter {
  readonly #times: number[] = []
  #lastMs: number | null = null

  /** A frame of a movement, by the time of the display. */
  frame(timeMs: number): void {
    const passedMs = this.#lastMs === null ? 0 : timeMs - this.#lastMs
    this.#lastMs = timeMs
    if (passedMs <= 0 || passedMs > pauseMs) return
    this.#times.push(passedMs)
    if (this.#times.length > measuredFrames) this.#times.shift()
  }

  /** The movement ended: the next frame does not follow the last. */
  pause(): void {
    this.#lastMs = null
  }

  /** Forgets what was measured. */
  reset(): void {
    this.#times.length = 0
    this.#lastMs = null
  }

  /** Half of the last frames took too long. False until enough frames are measured. */
  isTooSlow(): boolean {
    if (this.#times.length < measuredFrames) return false
    const sorted = this.#times.toSorted((a, b) => a - b)
    return (sorted[Math.floor(measuredFrames / 2)] ?? 0) > frameBudgetMs + toleranceMs
  }
}
