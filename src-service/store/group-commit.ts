// Commits the changes of one tick of the event loop in one transaction, so that they wait for the disk once. A change that fails does not
// affect the others. Each change is confirmed once all are on the disk. While another connection holds the file, the changes wait for it
// without blocking the event loop.
import type { Database } from 'better-sqlite3'
import { busyMs, busyRetryMs, isBusy } from './busy.ts'

interface Waiting {
  /** Returns the function that resolves the promise. */
  run: () => () => void
  reject: (error: unknown) => void
  /** The latest time at which it is tried again. */
  untilMs: number
}

export class GroupCommit {
  readonly #db: Database
  readonly #onBeforeCommit: () => void
  /** A nested transaction is a savepoint. */
  readonly #runChange: (change: Waiting) => () => void
  readonly #runGroup: { immediate: (group: readonly Waiting[]) => (() => void)[] }
  #waiting: Waiting[] = []
  #isScheduled = false
  #hasBegun = false

  /** `onBeforeCommit` ends open read transactions: they prevent a restart of the write-ahead log at the commit. */
  constructor(db: Database, onBeforeCommit: () => void) {
    this.#db = db
    this.#onBeforeCommit = onBeforeCommit
    this.#runChange = db.transaction(({ run }: Waiting) => run())
    this.#runGroup = db.transaction((group: readonly Waiting[]) => this.#runEach(group))
  }

  /**
   * Runs `change` at the end of this tick. Rejects with the error that `change` throws, after it was rolled back; or with the error of the
   * transaction, if the whole group was rolled back, or if another connection held the file for `busyMs`.
   */
  write<Result>(change: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const result = change()
        return () => {
          resolve(result)
        }
      }
      this.#waiting.push({ run, reject, untilMs: performance.now() + busyMs })
      if (this.#isScheduled) return
      this.#isScheduled = true
      setImmediate(this.#runScheduled)
    })
  }

  /** Commits the waiting changes at once. */
  flush(): void {
    this.#runWaiting()
  }

  readonly #runScheduled = (): void => {
    this.#isScheduled = this.#runWaiting()
    if (this.#isScheduled) setTimeout(this.#runScheduled, busyRetryMs)
  }

  /** Runs the waiting changes. Returns whether some must wait for another connection. */
  #runWaiting(): boolean {
    const group = this.#waiting
    this.#waiting = []
    if (group.length === 0) return false
    this.#hasBegun = false
    try {
      for (const confirm of this.#runGroup.immediate(group)) confirm()
    } catch (error) {
      const nowMs = performance.now()
      // A change that has run is not repeated: it may have done more than write to the file.
      const isRepeated = (each: Waiting) => isBusy(error) && !this.#hasBegun && nowMs < each.untilMs
      for (const each of group) if (!isRepeated(each)) each.reject(error)
      this.#waiting = [...group.filter(isRepeated), ...this.#waiting]
    }
    return this.#waiting.length > 0
  }

  /** In the transaction of the group. Returns what confirms each change. */
  #runEach(group: readonly Waiting[]): (() => void)[] {
    this.#hasBegun = true
    const confirmations = group.map((each) => {
      try {
        return this.#runChange(each)
      } catch (error) {
        // A full disk can end the transaction of the whole group.
        if (!this.#db.inTransaction) throw error
        return () => {
          each.reject(error)
        }
      }
    })
    this.#onBeforeCommit()
    return confirmations
  }
}
