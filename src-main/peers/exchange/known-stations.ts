// What this station knows about the others from their connections: when they last sent something, whose clock is wrong, whose folder was
// copied. Pure.
import { minuteMs } from '../../../shared/base/durations.ts'
import { isCopied } from '../../../shared/peers/index.ts'

/** A clock that differs by more is shown as wrong. */
export const clockWrongMs = 2 * minuteMs
/** Start ids that are remembered for one station. */
const maxStarts = 40

export interface KnownStation {
  name: string
  /** ms since 1970; null: not since this program started. */
  lastSeenMs: number | null
  /** The other clock minus this one's, ms. */
  clockOffsetMs: number
  starts: readonly string[]
}

export class KnownStations {
  readonly #stations = new Map<string, KnownStation>()

  of(fingerprint: string): KnownStation | null {
    return this.#stations.get(fingerprint) ?? null
  }

  record(fingerprint: string, message: { name?: string; startId: string; nowMs: number }, nowMs: number): void {
    const before = this.#stations.get(fingerprint)
    const starts = before?.starts ?? []
    this.#stations.set(fingerprint, {
      name: message.name ?? before?.name ?? '',
      lastSeenMs: nowMs,
      clockOffsetMs: message.nowMs - nowMs,
      starts: starts.at(-1) === message.startId ? starts : [...starts, message.startId].slice(-maxStarts),
    })
  }

  isCopied(fingerprint: string): boolean {
    return isCopied(this.of(fingerprint)?.starts ?? [])
  }
}
