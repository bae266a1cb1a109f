// Runs the checkpoints of the write-ahead log outside the tap's code path. By default SQLite runs one in whichever commit makes the log
// long, with two more syncs, and one more sync in the commit that restarts the log. Also makes the log's file long in advance, because
// overwriting is faster than extending a file. Touches only the outbox's file.
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/sqlite.ts'

/** About 2 MB of log. A checkpoint takes a few milliseconds. */
const commitsBetween = 100
const longLogBytes = 2_000_000
/** A run that stores very little needs no long log. */
const commitsBeforeLong = 20
const restMs = 1_000

export interface WalCheckpoints {
  /** Called after every commit. */
  committed: () => void
  /** Ends the checkpoints. Closing the file runs the last one. */
  stop: () => void
}

/** Switches off SQLite's own checkpoints of `db` and writes to it at once. Errors of a write or a checkpoint go to `onError`. */
export function startWalCheckpoints({
  db,
  clock,
  onError,
}: {
  db: Database
  clock: Clock
  onError: (fault: unknown) => void
}): WalCheckpoints {
  db.pragma('wal_autocheckpoint = 0')
  const begun = db.prepare<[number]>(`INSERT OR REPLACE INTO meta (name, value) VALUES ('log_begun', ?)`)
  // the write that restarts the log happens here and below, not in an operator's tap
  const begin = (): void => {
    try {
      begun.run(clock.now())
    } catch (fault) {
      // on a full disk the station still opens, and the first tap reports the error
      onError(fault)
    }
  }
  begin()
  const stopping = new AbortController()
  let commits = 0
  let isLong = false
  let planned = false

  const pauseAndCheckpoint = async (): Promise<void> => {
    await clock.wait(restMs, stopping.signal)
    if (!isLong && !stopping.signal.aborted) {
      isLong = true
      lengthen(db)
      // the checkpoint waits for the disk again
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
      void pauseAndCheckpoint()
        .catch(onError)
        .finally(() => (planned = false))
    },
    stop: () => stopping.abort(),
  }
}

/**
 * Extends the log's file: SQLite writes a change that does not fit into its cache to the log before the commit. The rollback leaves that
 * space, and later commits overwrite it.
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
