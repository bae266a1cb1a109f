// Closes what was opened, newest first. Pure. (`AsyncDisposableStack` needs Node 24; the station runs on Node 22 and up.)

export type Closer = () => unknown

export class CloseStack {
  readonly #closers: Closer[] = []
  #closing: Promise<void> | null = null

  /** True from the first call of `close`. */
  get isClosing(): boolean {
    return this.#closing !== null
  }

  /** Nothing was added, or everything is closed. */
  get isEmpty(): boolean {
    return this.#closers.length === 0
  }

  /** `close` runs when the stack is closed, before everything that was added earlier. */
  add(close: Closer): void {
    this.#closers.push(close)
  }

  /**
   * Runs each closer after the one before it has settled. A closer that fails does not stop the others. Rejects with the first error.
   * A second call returns the same promise.
   */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
