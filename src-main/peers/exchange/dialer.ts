// Dials the addresses of other stations, each again after a pause while it has no link. Pure, apart from its clock and what it calls.
import { backoffMs, type BackoffSteps } from '../../../shared/base/backoff.ts'
import type { Clock } from '../../platform/clock.ts'

const pausesMs: BackoffSteps = [1_000, 2_000, 5_000, 10_000, 30_000]

export interface PeerAddress {
  address: string
  port: number
}

export const addressKey = ({ address, port }: PeerAddress): string => `${address} ${port}`

export interface DialerOptions {
  clock: Pick<Clock, 'wait'>
  /** Whether the address needs a connection now. */
  isWanted: (address: PeerAddress) => boolean
  /** Never rejects. Resolves with whether a link was made, when that link has ended. */
  dial: (address: PeerAddress, signal: AbortSignal) => Promise<boolean>
}

interface AddressEntry {
  /** Ends the pause before the next attempt. */
  wake: AbortController
  /** Aborted when the address is no longer dialled. */
  removal: AbortController
  ended: Promise<void>
}

export class Dialer {
  readonly #options: DialerOptions
  readonly #stopping = new AbortController()
  readonly #addresses = new Map<string, AddressEntry>()

  constructor(options: DialerOptions) {
    this.#options = options
  }

  /** Dials the address from now on. One that is known is dialled again without its pause. */
  add(address: PeerAddress): void {
    if (this.#stopping.signal.aborted) return
    const existing = this.#addresses.get(addressKey(address))
    if (existing !== undefined) return existing.wake.abort()
    const entry: AddressEntry = {
      wake: new AbortController(),
      removal: new AbortController(),
      ended: Promise.resolve(),
    }
    this.#addresses.set(addressKey(address), entry)
    entry.ended = this.#run(address, entry)
  }

  /** Stops dialling the address. A connection to it stays until it ends. */
  remove(address: PeerAddress): void {
    const key = addressKey(address)
    const entry = this.#addresses.get(key)
    this.#addresses.delete(key)
    entry?.removal.abort()
    entry?.wake.abort()
  }

  /** Dials every address that has no link, without its pause. */
  dialNow(): void {
    for (const { wake } of this.#addresses.values()) wake.abort()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.dialNow()
    await Promise.all([...this.#addresses.values()].map(({ ended }) => ended))
  }

  async #run(address: PeerAddress, entry: AddressEntry): Promise<void> {
    const { clock, isWanted, dial } = this.#options
    const signal = AbortSignal.any([this.#stopping.signal, entry.removal.signal])
    for (let failures = 0; !signal.aborted;) {
      // oxlint-disable no-await-in-loop -- one attempt after the other
      const hasLinked = isWanted(address) && (await dial(address, signal))
      failures = hasLinked ? 1 : failures + 1
      if (signal.aborted) return
      await clock.wait(backoffMs(pausesMs, failures), entry.wake.signal)
      entry.wake = new AbortController()
      // oxlint-enable no-await-in-loop
    }
  }
}
