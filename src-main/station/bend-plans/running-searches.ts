// The searches that a worker runs, and which of them are cancelled. A cancel message may come after the answer: it leaves nothing behind.

export class RunningSearches {
  readonly #isCancelled = new Map<number, boolean>()

  get count(): number {
    return this.#isCancelled.size
  }

  begin(id: number): void {
    this.#isCancelled.set(id, false)
  }

  /** Has no effect on a search that has ended or that never began. */
  cancel(id: number): void {
    if (this.#isCancelled.has(id)) this.#isCancelled.set(id, true)
  }

  isCancelled(id: number): boolean {
    return this.#isCancelled.get(id) === true
  }

  end(id: number): void {
    this.#isCancelled.delete(id)
  }
}
