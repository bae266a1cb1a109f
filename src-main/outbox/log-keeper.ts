// Keeps the write-ahead log short, off the tap's path: left to itself SQLite moves it into the file within whichever commit makes it
// long, and syncs twice more there; and once more in the commit that begins it anew. Touches the outbox's file alone.
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/sqlite.ts'

/** About 3 MB of log: moved in a few milliseconds. */
const commitsBetween = 100
const restMs = 1_000

export interface LogKeeper {
  /** Something was stored. */
  committed: () => void
  /** Nothing is moved any more; the file's own close moves what is left. */
  stop: () => void
}

export function keepLog({
  db,
  clock,
  onFault,
}: {
  db: Database
  clock: Clock
  onFault: (fault: unknown) => void
}): LogKeeper {
  db.pragma('wal_autocheckpoint = 0')
  const begun = db.prepare<[number]>(`INSERT OR REPLACE INTO meta (name, value) VALUES ('log_begun', ?)`)
  // what makes the log begin anew is done here, and below, and not in an operator's tap
  const begin = (): void => {
    try {
      begun.run(clock.now())
    } catch (fault) {
      // on a full disk the station opens all the same, and the first tap says what is wrong
      onFault(fault)
    }
  }
  begin()
  const stopping = new AbortController()
  let commits = 0
  let planned = false

  const move = async (): Promise<void> => {
    await clock.wait(restMs, stopping.signal)
    if (stopping.signal.aborted) return
    planned = false
    commits = 0
    try {
      db.pragma('wal_checkpoint(PASSIVE)')
      begin()
    } catch (fault) {
      onFault(fault)
    }
  }
  return {
    committed: () => {
      commits += 1
      if (planned || commits < commitsBetween) return
      planned = true
      void move()
    },
    stop: () => stopping.abort(),
  }
}
