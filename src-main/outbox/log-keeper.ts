// Keeps the write-ahead log short, off the tap's path: left to itself SQLite moves it into the file within whichever commit makes it
// long, and syncs twice more there; and once more in the commit that begins it anew. And keeps its file long, since to write over what a
// file has is soon on the disk, while one that grows has its own table written, too. Touches the outbox's file alone.
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/sqlite.ts'

/** About 2 MB of log: moved in a few milliseconds. */
const commitsBetween = 100
const longLogBytes = 2_000_000
/** A run that stores next to nothing needs no long log. */
const commitsBeforeLong = 20
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
  let isLong = false
  let planned = false

  const rest = async (): Promise<void> => {
    await clock.wait(restMs, stopping.signal)
    if (!isLong && !stopping.signal.aborted) {
      isLong = true
      lengthen(db)
      // what follows waits for the disk once more
      await setImmediate()
    }
    if (stopping.signal.aborted || commits < commitsBetween) return
    commits = 0
    db.pragma('wal_checkpoint(PASSIVE)')
    begin()
  }
  return {
    committed: () => {
      commits += 1
      if (planned || commits < (isLong ? commitsBetween : commitsBeforeLong)) return
      planned = true
      void rest()
        .catch(onFault)
        .finally(() => (planned = false))
    },
    stop: () => stopping.abort(),
  }
}

/**
 * What does not fit into memory is written into the log before it is committed, and is none of the store's once it is rolled back: the
 * next commits write over it.
 */
function lengthen(db: Database): void {
  const inMemory = Number(db.pragma('cache_size', { simple: true }))
  try {
    db.pragma('cache_size = 10')
    db.exec('BEGIN IMMEDIATE')
    db.prepare<[number]>(`INSERT INTO meta (name, value) VALUES ('log_room', hex(zeroblob(?)))`).run(longLogBytes / 2)
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK')
    db.pragma(`cache_size = ${inMemory}`)
  }
}
