// Locks the data folder, opens the service's SQLite file and defines how it is written. Everything that must survive power loss uses
// `write`. Counts of calls must survive only the process, and use a connection that does not wait for the disk.
import Database from 'better-sqlite3'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { busyMs } from './busy.ts'
import { hasStore, refuseLostStore, storeFileOf } from './data-folder.ts'
import { GroupCommit } from './group-commit.ts'
import { migrations } from './migrations.ts'
import { Refusal } from './refusal.ts'

export type Connection = Database.Database

export interface Store {
  /** The data folder: contains the SQLite file and all other files of the service. */
  folder: string
  db: Connection
  /** The same file, committing without waiting for the disk. */
  counts: Connection
  /** Whether this opening created the file. */
  fresh: boolean
  /**
   * Read-only. All reads in one tick of the event loop see one state: the commits before the tick, and the writes of the tick itself. They
   * share one read transaction, because one per read costs more.
   */
  reads: Connection
  /** A number that changes with every write. Results of reads may be cached until it changes. */
  writes: () => number
  /** Runs `change` in one transaction (BEGIN IMMEDIATE). A nested call joins the outer transaction. */
  write: <Result>(change: () => Result) => Result
  /** Runs `change` at the end of this tick of the event loop, in one transaction with the others of the tick. Resolves once it is on the disk. */
  writeInGroup: <Result>(change: () => Result) => Promise<Result>
  /**
   * From now on, a write fails at once with SQLITE_BUSY while another connection holds the file, instead of blocking the event loop until
   * it is free. `writeInGroup` and `whenFree` try again.
   */
  stopBlocking: () => void
  close: () => void
}

/** Pages in the write-ahead log before a checkpoint, which waits for the disk twice. */
const checkpointPages = 4_000

/**
 * Opens `workshop.db` in a folder; creates or migrates it if needed. Throws for a file of a newer program, and a `Refusal` for a folder
 * whose database was lost.
 */
export function openStore(dataFolder: string): Store {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  refuseLostStore(dataFolder)
  const file = storeFileOf(dataFolder)
  const fresh = !hasStore(dataFolder)
  const db = connect(file, 'FULL')
  try {
    if (fresh) chmodSync(file, 0o600)
    migrate(db)
  } catch (error) {
    db.close()
    throw error
  }
  const counts = connect(file, 'NORMAL')
  const ticks = ticksOf(file)
  const group = new GroupCommit(db, ticks.end)
  const waitForFile = (ms: number): void => {
    for (const connection of [db, counts]) connection.pragma(`busy_timeout = ${ms}`)
  }
  return {
    folder: dataFolder,
    db,
    counts,
    fresh,
    reads: ticks.connection,
    writes: ticks.writes,
    write: (change) => {
      if (db.inTransaction) return change()
      try {
        return db.transaction(change).immediate()
      } finally {
        ticks.end()
      }
    },
    writeInGroup: (change) => group.write(change),
    stopBlocking: () => {
      waitForFile(0)
    },
    close: () => {
      if (db.open) waitForFile(busyMs)
      group.flush()
      ticks.end()
      ticks.connection.close()
      counts.close()
      db.close()
    },
  }
}

/**
 * Locks a data folder for one service, because a service counts calls in memory and two would each count a part. Returns the function that
 * unlocks it. The lock is an exclusive transaction on an SQLite file, which the system releases however the process ends. Throws a
 * `Refusal` if another service has locked the folder.
 */
export function lockFolder(dataFolder: string): () => void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const lock = new Database(join(dataFolder, 'service.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new Refusal('invalid', `another service runs on ${dataFolder}`)
    }
    throw error
  }
  return () => {
    lock.close()
  }
}

function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const db = new Database(file, { timeout: busyMs })
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  // SQLite resets this at every opening of a WAL file, so it is set and checked each time.
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  const actual = db.pragma('synchronous', { simple: true })
  if (actual !== (synchronous === 'FULL' ? 2 : 1)) throw new Error(`SQLite would not set synchronous to ${synchronous}`)
  return db
}

/** A read-only connection with one read transaction per tick of the event loop. */
function ticksOf(file: string) {
  const connection = new Database(file, { readonly: true, timeout: busyMs })
  const begin = connection.prepare('BEGIN')
  const commit = connection.prepare('COMMIT')
  const dataVersion = connection.prepare<[], number>('PRAGMA data_version').pluck()
  let dataVersionOfTick: number | null = null
  const end = () => {
    if (dataVersionOfTick === null) return
    dataVersionOfTick = null
    commit.run()
  }
  const writes = () => {
    if (dataVersionOfTick === null) {
      begin.run()
      dataVersionOfTick = dataVersion.get() ?? 0
      setImmediate(end)
    }
    return dataVersionOfTick
  }
  return { connection, writes, end }
}

/** The number of the newest migration that this program knows. */
export const newestMigration = migrations.at(-1)?.number ?? 0

export const newerProgramMessage = (migration: number): string =>
  `workshop.db was written by a newer program (migration ${migration}; this one knows ${newestMigration})`

function migrate(db: Connection): void {
  db.transaction(() => {
    const current = Number(db.pragma('user_version', { simple: true }))
    if (current > newestMigration) {
      throw new Error(newerProgramMessage(current))
    }
    for (const { number, sql } of migrations) {
      if (number <= current) continue
      db.exec(sql)
      db.pragma(`user_version = ${number}`)
    }
  }).immediate()
}
