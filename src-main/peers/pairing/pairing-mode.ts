// Pairing mode: opened by a technician for three minutes, one partner at a time, closed for ten minutes by three wrong entries. Pure,
// except for the clock.
import { minuteMs } from '../../../shared/base/durations.ts'

const pairingOpenMs = 3 * minuteMs
const pairingClosedMs = 10 * minuteMs
const maxWrongEntries = 3

export interface WrongEntries {
  count: number
  /** ms since 1970. */
  lastMs: number
}

export interface PairingModeOptions {
  monotonic: () => number
  now: () => number
  /** Stored, so that a restart gives no new tries. */
  readWrong: () => WrongEntries
  writeWrong: (wrong: WrongEntries) => void
}

export class PairingMode {
  readonly #options: PairingModeOptions
  #openUntilMs = -Infinity
  #closedUntilMs: number | null = null

  constructor(options: PairingModeOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#options.monotonic() < this.#openUntilMs && this.closedForMs() === 0
  }

  /** The time until which it is open, by the monotonic clock. */
  get openForMs(): number {
    return this.isOpen ? this.#openUntilMs - this.#options.monotonic() : 0
  }

  /** The time for which wrong entries keep it closed; 0: they do not. After a restart the whole time begins again. */
  closedForMs(): number {
    const { monotonic, now, readWrong } = this.#options
    if (this.#closedUntilMs === null) {
      const { count, lastMs } = readWrong()
      const isRecent = Math.abs(now() - lastMs) < pairingClosedMs
      this.#closedUntilMs = count >= maxWrongEntries && isRecent ? monotonic() + pairingClosedMs : -Infinity
    }
    return Math.max(0, this.#closedUntilMs - monotonic())
  }

  /** False while wrong entries keep it closed. */
  open(): boolean {
    if (this.closedForMs() > 0) return false
    this.#openUntilMs = this.#options.monotonic() + pairingOpenMs
    return true
  }

  close(): void {
    this.#openUntilMs = -Infinity
  }

  /** Wrong entries that are left before it is closed. */
  get entriesLeft(): number {
    return maxWrongEntries - this.#recentWrong()
  }

  /** Counts a wrong entry. Returns how many are left. */
  recordWrong(): number {
    const { monotonic, now, writeWrong } = this.#options
    const count = this.#recentWrong() + 1
    writeWrong({ count, lastMs: now() })
    if (count >= maxWrongEntries) {
      this.#closedUntilMs = monotonic() + pairingClosedMs
      this.close()
    }
    return maxWrongEntries - count
  }

  /** A pairing was completed: wrong entries before it no longer count. */
  recordPaired(): void {
    this.#options.writeWrong({ count: 0, lastMs: 0 })
    this.close()
  }

  #recentWrong(): number {
    const { now, readWrong } = this.#options
    const { count, lastMs } = readWrong()
    return Math.abs(now() - lastMs) < pairingClosedMs && count < maxWrongEntries ? count : 0
  }
}
