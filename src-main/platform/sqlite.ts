// Opens the station's SQLite files in WAL mode, sets and checks the durability on every open, runs the numbered migrations, and refuses
// a file of a newer program. Touches only the file that it is given.
import Database from 'better-sqlite3'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskMessage, isDiskFault, isDiskFull } from './disk-fault.ts'

export type { Database } from 'better-sqlite3'

export interface Migration {
  /** What the migration adds. Migration n is the n-th in the list and never changes after a release. */
  name: string
  sql: string
}

export interface OpenOptions {
  path: string
  /** FULL: a commit is on the disk when it returns. NORMAL: it may be lost with the power, never half. */
  durability: 'FULL' | 'NORMAL'
  migrations: readonly Migration[]
  /** Called with the file still at its old version, before the first migration of an existing file. */
  beforeUpgrade?: (db: Database.Database, from: number) => void
  /** Called within the upgrade's transaction, when all of it is done, and right after its commit. */
  onUpgrade?: (step: 'in_commit' | 'committed') => void
  /** Called where the disk refuses what an opening writes, such as a full disk, and the file can be read all the same. */
  onDiskFault?: (error: unknown) => void
}

/** The file was written by a newer program than this one. */
export class NewerFileError extends Error {
  constructor(path: string, version: number, supported: number) {
    super(`${path} has schema version ${version}; this program supports up to ${supported}. Use the newer program.`)
    this.name = 'NewerFileError'
  }
}

const synchronousLevel = { NORMAL: 1, FULL: 2 } as const

let opened = 0

/** Returns a text that changes with every write to the file, committed or not, by any connection. No two connections return the same text. */
export function revisionOf(db: Database.Database): () => string {
  const connection = (opened += 1)
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  const othersCommits = db.prepare<[], number>('PRAGMA data_version').pluck()
  return () => `${connection}.${ownChanges.get()}.${othersCommits.get()}`
}

/** The disk has no space for a new file. The message says which disk. */
class DiskFullError extends Error {
  readonly code: string
  constructor(path: string, cause: Error & { code: string }) {
    super(`${path}: ${diskMessage(cause, dirname(path))}`, { cause })
    this.name = 'DiskFullError'
    this.code = cause.code
  }
}

/**
 * Opens or makes the file. A disk that refuses what an opening writes does not prevent reading: see `onDiskFault`. Throws
 * NewerFileError, DiskFullError, or SQLite's own error for a file that is not a database or is damaged.
 */
export function openDatabase(options: OpenOptions): Database.Database {
  const { path, migrations, onDiskFault } = options
  refuseNewerFile(path, migrations.length)
  // readable by its user only, in any folder; SQLite gives its log the same rights
  closeSync(openSync(path, 'a', 0o600))
  try {
    return openFile(options, 'shared')
  } catch (error) {
    if (!isDiskFault(error)) throw error
    return withoutSharedIndex(options, onDiskFault, error)
  }
}

/**
 * Beside a log, SQLite makes the file of its index as soon as it reads. A connection that shares the file with nobody keeps the index in
 * memory, so that it needs the disk only for writing: a write fails as long as the disk refuses it, and works afterwards.
 */
function withoutSharedIndex(
  options: OpenOptions,
  onDiskFault: OpenOptions['onDiskFault'],
  fault: unknown,
): Database.Database {
  try {
    const db = openFile(options, 'alone')
    onDiskFault?.(fault)
    return db
  } catch (error) {
    if (error instanceof Database.SqliteError && isDiskFull(error)) throw new DiskFullError(options.path, error)
    throw error
  }
}

function openFile(
  { path, durability, migrations, beforeUpgrade, onUpgrade }: OpenOptions,
  use: 'shared' | 'alone',
): Database.Database {
  const db = new Database(path)
  try {
    if (use === 'alone') db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // a reopened WAL file falls back to NORMAL whatever it was before, so it is set and read back on every open
    db.pragma(`synchronous = ${durability}`)
    const level: unknown = db.pragma('synchronous', { simple: true })
    if (level !== synchronousLevel[durability])
      throw new Error(`${path}: synchronous is ${String(level)}, not ${durability}`)
    db.pragma('foreign_keys = ON')
    const version = db.pragma('user_version', { simple: true })
    if (typeof version !== 'number') throw new Error(`${path} has no version`)
    if (version > migrations.length) throw new NewerFileError(path, version, migrations.length)
    if (version > 0 && version < migrations.length) beforeUpgrade?.(db, version)
    migrate(db, migrations, version, version > 0 ? onUpgrade : undefined)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Reads the version from the file's header before SQLite opens the file, and throws NewerFileError without changing the file. Accepts a
 * missing file and one that is not a database. Format: sqlite.org/fileformat2.html, section 1.3.
 */
export function refuseNewerFile(path: string, supported: number): void {
  const header = headerOf(path)
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return
  const version = header.readUInt32BE(60)
  if (version > supported) throw new NewerFileError(path, version, supported)
}

function headerOf(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(100)
    return header.subarray(0, readSync(file, header, 0, header.length, 0))
  } finally {
    closeSync(file)
  }
}

function migrate(
  db: Database.Database,
  migrations: readonly Migration[],
  from: number,
  onUpgrade: OpenOptions['onUpgrade'],
): void {
  if (from === migrations.length) return
  db.transaction(() => {
    for (const migration of migrations.slice(from)) db.exec(migration.sql)
    db.pragma(`user_version = ${migrations.length}`)
    onUpgrade?.('in_commit')
  })()
  onUpgrade?.('committed')
  // so that the tables survive the loss of the log
  db.pragma('wal_checkpoint(TRUNCATE)')
}
