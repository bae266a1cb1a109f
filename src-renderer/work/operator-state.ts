// Who works at the brake: nobody after a start, and nobody again after 30 minutes without a touch. Pure; the clock is a parameter.
import { minuteMs } from '../../shared/base/durations.ts'
import { Slice } from '../store/slice.ts'

/** After this time without a touch or a key, it may be another person. */
export const idleMs = 30 * minuteMs

interface CurrentOperator {
  /** A person has answered, possibly without a name. */
  isAnswered: boolean
  operatorId: string | null
}

const nobody: CurrentOperator = { isAnswered: false, operatorId: null }

export class OperatorState {
  readonly current = new Slice(nobody)
  readonly #clock: () => number
  #touchedAtMs: number

  /** `clock`: milliseconds since any start. */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#touchedAtMs = clock()
  }

  choose(operatorId: string | null): void {
    this.current.set({ isAnswered: true, operatorId })
  }

  /** Somebody touched the screen or pressed a key. */
  readonly onTouch = (): void => {
    const previousTouchMs = this.#touchedAtMs
    this.#touchedAtMs = this.#clock()
    if (this.current.value.isAnswered && this.#touchedAtMs - previousTouchMs >= idleMs) this.current.set(nobody)
  }
}
