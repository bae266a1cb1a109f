// Commits the changes of one tick of the event loop in one transaction, so that they wait for the disk once. A change that fails does not
// affect the others. Each change is confirmed once all are on the disk. While another connection holds the file, the changes wait for it
// without blocking the event loop.
import type { Database } from 'better-sqlite3'
import { busyMs, busyRetryMs, isBusy } from './busy.ts'

export interface GroupCommit {
  /**
   * Runs `change` at the end of this tick. Rejects with the error that `change` throws, after it was rolled back; or with the error of the
   * transaction, if the whole group was rolled back, or if another connection held the file for `busyMs`.
   */
  write: <Result>(change: () => Result) => Promise<Result>
  /** Commits the waiting changes at once. */
  flush: () => void
}

interface Waiting {
  /** Returns the function that resolves the promise. */
  run: () => () => void
  reject: (error: unknown) => void
  /** The latest time at which it is tried again. */
  untilMs: number
}

/** `onBeforeCommit` ends open read transactions: they prevent a restart of the write-ahead log at the commit. */
export function groupCommit(db: Database, onBeforeCommit: () => void): GroupCommit {
  let waiting: Waiting[] = []
  let isScheduled = false
  let hasBegun = false

  // A nested transaction is a savepoint.
  const runChange = db.transaction(({ run }: Waiting) => run())
  const runGroup = db.transaction((group: readonly Waiting[]) => {
    hasBegun = true
    const confirmations = group.map((each) => {
      try {
        return runChange(each)
      } catch (error) {
        // A full disk can end the transaction of the whole group.
        if (!db.inTransaction) throw error
        return () => {
          each.reject(error)
        }
      }
    })
    onBeforeCommit()
    return confirmations
  })

  /** Runs the waiting changes. Returns whether some must wait for another connection. */
  const runWaiting = (): boolean => {
    const group = waiting
    waiting = []
    if (group.length === 0) return false
    hasBegun = false
    try {
      for (const confirm of runGroup.immediate(group)) confirm()
    } catch (error) {
      const nowMs = performance.now()
      // A change that has run is not repeated: it may have done more than write to the file.
      const isRepeated = (each: Waiting) => isBusy(error) && !hasBegun && nowMs < each.untilMs
      for (const each of group) if (!isRepeated(each)) each.reject(error)
      waiting = [...group.filter(isRepeated), ...waiting]
    }
    return waiting.length > 0
  }
  const runScheduled = (): void => {
    isScheduled = runWaiting()
    if (isScheduled) setTimeout(runScheduled, busyRetryMs)
  }

  return {
    flush: () => void runWaiting(),
    write: (change) =>
      new Promise((resolve, reject) => {
        const run = () => {
          const result = change()
          return () => {
            resolve(result)
          }
        }
        waiting.push({ run, reject, untilMs: performance.now() + busyMs })
        if (isScheduled) return
        isScheduled = true
        setImmediate(runScheduled)
      }),
  }
}
