// The workshop's key as the station uses it. It is read at the start, and again where a technician may have replaced it. Accesses only
// the key safe.
import type { KeySafe } from './key-safe.ts'

export class StationKey {
  readonly #open: () => Promise<KeySafe>
  readonly #onError: (error: unknown) => void
  #key: string | null = null
  #isInFile = false

  constructor(open: () => Promise<KeySafe>, onError: (error: unknown) => void) {
    this.#open = open
    this.#onError = onError
  }

  /** Null: there is none, or it has not been read. */
  current(): string | null {
    return this.#key
  }

  /** The key is in a file, because the system has no key store that works. */
  isInFile(): boolean {
    return this.#isInFile
  }

  /** Reads the key of that address. Returns whether it changed. Never rejects: an error leaves the present key as it is. */
  async read(baseUrl: string): Promise<boolean> {
    const before = this.#key
    try {
      const safe = await this.#open()
      // a store that has lost the key is not a reason to discard one that may still be valid
      this.#key = (await safe.get(baseUrl)) ?? this.#key
      this.#isInFile = safe.kind === 'file' && this.#key !== null
    } catch (error) {
      // the status reports a missing key, and marks are stored as usual
      this.#onError(error)
    }
    return this.#key !== before
  }
}
