// Opens the service's one SQLite file and says how it is written to. Everything that must survive power loss goes through
// `write`; counts of calls, which need only survive the process, have a connection that does not wait for the disk.
import Database from 'better-sqlite3'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { groupCommit } from './group-commit.ts'
import { migrations } from './migrations.ts'

export type Connection = Database.Database

export interface Store {
  /** Where its file lies, and whatever else the service keeps. */
  folder: string
  db: Connection
  /** The same file, committing without waiting for the disk. */
  counts: Connection
  /** True where this opening made the file. */
  fresh: boolean
  /**
   * For reading alone: all that is read in one turn of the event loop is read of one state, which has what was committed before
   * the turn's calls came, and what the turn itself has written. One lock for all of them, where each would else take its own.
   */
  reads: Connection
  /** A number that is another one once anything was written: what was read may be kept until then. */
  writes: () => number
  /** Runs `change` in one transaction that takes the write lock first (BEGIN IMMEDIATE); nested, it joins the outer one. */
  write: <Result>(change: () => Result) => Result
  /** Runs `change` at the end of this turn, in one transaction with the others that came in it; resolves once it is on the disk. */
  writeInGroup: <Result>(change: () => Result) => Promise<Result>
  close: () => void
}

const fileName = 'workshop.db'
/** How many pages of changes are gathered before they are moved into the file, which waits for the disk twice. */
const checkpointPages = 4_000
/** How long a writer waits for another process's write (the workshop's own side works on the same file). */
const busyMs = 5_000

/** Opens, and where needed makes and migrates, `workshop.db` in a folder. Throws on a file newer than this program. */
export function openStore(dataFolder: string): Store {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const file = join(dataFolder, fileName)
  const fresh = !existsSync(file)
  const db = connect(file, 'FULL')
  try {
    if (fresh) chmodSync(file, 0o600)
    migrate(db)
  } catch (error) {
    db.close()
    throw error
  }
  const counts = connect(file, 'NORMAL')
  const turns = turnsOf(file)
  const group = groupCommit(db, turns.end)
  return {
    folder: dataFolder,
    db,
    counts,
    fresh,
    reads: turns.connection,
    writes: turns.writes,
    write: (change) => {
      if (db.inTransaction) return change()
      try {
        return db.transaction(change).immediate()
      } finally {
        turns.end()
      }
    },
    writeInGroup: group.write,
    close: () => {
      group.flush()
      turns.end()
      turns.connection.close()
      counts.close()
      db.close()
    },
  }
}

/** True where a folder holds a workshop's file. */
export function hasStore(dataFolder: string): boolean {
  return existsSync(join(dataFolder, fileName))
}

function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const db = new Database(file, { timeout: busyMs })
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  // A reopened WAL file falls back to NORMAL: it is set on every opening, and looked at.
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  const set = db.pragma('synchronous', { simple: true })
  if (set !== (synchronous === 'FULL' ? 2 : 1)) throw new Error(`SQLite would not set synchronous to ${synchronous}`)
  return db
}

/** Reads each turn of the event loop in one transaction of a connection that only reads. */
function turnsOf(file: string) {
  const connection = new Database(file, { readonly: true, timeout: busyMs })
  const begin = connection.prepare('BEGIN')
  const commit = connection.prepare('COMMIT')
  const dataVersion = connection.prepare<[], number>('PRAGMA data_version').pluck()
  let seen: number | null = null
  const end = () => {
    if (seen === null) return
    seen = null
    commit.run()
  }
  const writes = () => {
    if (seen === null) {
      begin.run()
      seen = dataVersion.get() ?? 0
      setImmediate(end)
    }
    return seen
  }
  return { connection, writes, end }
}

function migrate(db: Connection): void {
  const newest = migrations.at(-1)?.number ?? 0
  db.transaction(() => {
    const has = Number(db.pragma('user_version', { simple: true }))
    if (has > newest) {
      throw new Error(`${fileName} was written by a newer program (migration ${has}; this one knows ${newest})`)
    }
    for (const { number, sql } of migrations) {
      if (number <= has) continue
      db.exec(sql)
      db.pragma(`user_version = ${number}`)
    }
  }).immediate()
}
