// Whether this computer draws the moving picture fast enough. Pure.

/** 60 frames a second, with a tolerance for single frames that come late. */
const frameBudgetMs = 1000 / 60
const toleranceMs = 6
/** Frames that are measured before a verdict, or fewer over a longer time. */
const measuredFrames = 45
const fewFrames = 8
const longMs = 1_500

/** The times between frames that follow each other. */
export class FrameMeter {
  readonly #times: number[] = []
  #lastMs: number | null = null

  /** A frame of a movement, by the time of the display. */
  frame(timeMs: number): void {
    const passedMs = this.#lastMs === null ? 0 : timeMs - this.#lastMs
    this.#lastMs = timeMs
    if (passedMs <= 0) return
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

  /** Half of the last frames took too long. False until enough is measured: a single long pause does not decide. */
  isTooSlow(): boolean {
    const totalMs = this.#times.reduce((sum, time) => sum + time, 0)
    const isEnough = this.#times.length >= (totalMs >= longMs ? fewFrames : measuredFrames)
    const sorted = this.#times.toSorted((a, b) => a - b)
    return isEnough && (sorted[Math.floor(sorted.length / 2)] ?? 0) > frameBudgetMs + toleranceMs
  }
}
