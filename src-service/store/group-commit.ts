// Commits the changes of one tick of the event loop in one transaction, so that they wait for the disk once. A change that fails does not
// affect the others. Each change is confirmed once all are on the disk.
import type { Database } from 'better-sqlite3'

export interface GroupCommit {
  /**
   * Runs `change` at the end of this tick. Rejects with the error that `change` throws, after it was rolled back; or with the error of the
   * transaction, if the whole group was rolled back.
   */
  write: <Result>(change: () => Result) => Promise<Result>
  /** Commits the waiting changes at once. */
  flush: () => void
}

interface Waiting {
  /** Returns the function that resolves the promise. */
  run: () => () => void
  reject: (error: unknown) => void
}

/** `onBeforeCommit` ends open read transactions: they prevent a restart of the write-ahead log at the commit. */
export function groupCommit(db: Database, onBeforeCommit: () => void): GroupCommit {
  let waiting: Waiting[] = []

  // A nested transaction is a savepoint.
  const runChange = db.transaction(({ run }: Waiting) => run())
  const runGroup = db.transaction((group: readonly Waiting[]) => {
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

  const flush = () => {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    try {
      for (const confirm of runGroup.immediate(group)) confirm()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    flush,
    write: (change) =>
      new Promise((resolve, reject) => {
        const run = () => {
          const result = change()
          return () => {
            resolve(result)
          }
        }
        waiting.push({ run, reject })
        if (waiting.length === 1) setImmediate(flush)
      }),
  }
}
