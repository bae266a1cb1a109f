// Changes that come in one turn of the event loop, in one transaction: they wait for the disk once, where each would else wait for
// itself. What comes of one change is nothing to the others, and each is told of it only once all are on the disk.
import type { Database } from 'better-sqlite3'

export interface GroupCommit {
  /**
   * Carries out `change` at the end of this turn, alone where it is the only one. Rejects with what `change` throws, when it has
   * been undone; or, with nothing of the group done, with what SQLite says of the transaction.
   */
  write: <Result>(change: () => Result) => Promise<Result>
  /** Carries out at once what waits. */
  flush: () => void
}

interface Waiting {
  /** Returns how to tell of the result. */
  run: () => () => void
  reject: (error: unknown) => void
}

/**
 * `committing` is told before each group's commit, so that nothing reads any longer of what was: a reading that is open keeps the
 * commit from beginning the log anew.
 */
export function groupCommit(db: Database, committing: () => void): GroupCommit {
  let waiting: Waiting[] = []

  // Within the transaction a transaction is a savepoint.
  const one = db.transaction(({ run }: Waiting) => run())
  const all = db.transaction((group: readonly Waiting[]) => {
    const tellings = group.map((each) => {
      try {
        return one(each)
      } catch (error) {
        // A full disk can end the transaction for everyone.
        if (!db.inTransaction) throw error
        return () => {
          each.reject(error)
        }
      }
    })
    committing()
    return tellings
  })

  const flush = () => {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    try {
      for (const tell of all.immediate(group)) tell()
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
