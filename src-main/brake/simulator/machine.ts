// The state of a simulated press brake: the loaded program, whether the beam moves, the counters and the alarm. A simulated person
// presses the pedal; Kant cannot start a stroke.
import type { Clock } from '../../platform/clock.ts'

export type MachineState = 'idle' | 'running' | 'alarm'

/** The part of a stroke during which the beam moves. */
const movingPart = 0.5
const minStrokeMs = 20

/** `strokeMs`: the time that the beam moves in a stroke of `bend`. Without a program a stroke makes no piece. */
export class SimulatedMachine {
  readonly #clock: Clock
  readonly #strokeMs: number
  readonly #stopped = new AbortController()
  #isMoving = false
  #alarm = 0
  #steps = 0
  #nextStep = 0
  #pieces = 0
  #strokes = 0
  #paceMs = 0
  #isContinuous = false

  constructor(clock: Clock, strokeMs = 2_000) {
    this.#clock = clock
    this.#strokeMs = strokeMs
  }

  state(): MachineState {
    if (this.#alarm !== 0) return 'alarm'
    return this.#isMoving ? 'running' : 'idle'
  }

  /** Pieces since the last reset. */
  pieces(): number {
    return this.#pieces
  }

  strokes(): number {
    return this.#strokes
  }

  /** 0: none. */
  alarm(): number {
    return this.#alarm
  }

  /** The step that is made or comes next, from 1; 0: nothing is loaded. */
  step(): number {
    return this.#steps === 0 ? 0 : this.#nextStep + 1
  }

  /** 0: nothing is loaded. */
  stepsLoaded(): number {
    return this.#steps
  }

  /** Loads a program; the next stroke is its first step. Returns false, and loads nothing, while the beam moves or an alarm is active. */
  load(steps: number): boolean {
    if (this.#isMoving || this.#alarm !== 0) return false
    this.#steps = steps
    this.#nextStep = 0
    return true
  }

  /** Makes one stroke; resolves when the beam is up again. No effect while an alarm is active or the beam moves. */
  bend(): Promise<void> {
    return this.#stroke(this.#strokeMs)
  }

  /** Makes a stroke every `everyMs`; 0 stops it. */
  setPace(everyMs: number): void {
    this.#paceMs = everyMs
    if (!this.#isContinuous) void this.#bendContinuously()
  }

  raiseAlarm(alarm: number): void {
    this.#alarm = alarm
  }

  clearAlarm(): void {
    this.#alarm = 0
  }

  /** Sets both counters to 0. */
  reset(): void {
    this.#pieces = 0
    this.#strokes = 0
  }

  /** Sets the counter of pieces, independent of the program. */
  setPieces(pieces: number): void {
    this.#pieces = pieces
  }

  /** Ends all strokes. */
  stop(): void {
    this.#stopped.abort()
  }

  async #stroke(durationMs: number): Promise<void> {
    const { signal } = this.#stopped
    if (this.#isMoving || this.#alarm !== 0 || signal.aborted) return
    this.#isMoving = true
    await this.#clock.wait(durationMs, signal)
    this.#isMoving = false
    if (this.#alarm !== 0) return
    this.#strokes += 1
    this.#nextStep += 1
    if (this.#nextStep < Math.max(1, this.#steps)) return
    this.#nextStep = 0
    if (this.#steps > 0) this.#pieces += 1
  }

  async #bendContinuously(): Promise<void> {
    const { signal } = this.#stopped
    this.#isContinuous = true
    while (this.#paceMs > 0 && !signal.aborted) {
      const everyMs = Math.max(minStrokeMs, this.#paceMs)
      // oxlint-disable-next-line no-await-in-loop
      await this.#clock.wait(everyMs * (1 - movingPart), signal)
      // oxlint-disable-next-line no-await-in-loop
      if (this.#steps > 0 && this.#paceMs > 0) await this.#stroke(everyMs * movingPart)
    }
    this.#isContinuous = false
  }
}
