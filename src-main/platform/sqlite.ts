// Opens the station's SQLite files: WAL, the durability asked for set on every open and asserted, migrations numbered and
// named, a newer file refused. Accesses only the file that it is given.
import Database from 'better-sqlite3'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'

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
}

/** The file was written by a newer program than this one. */
export class NewerFileError extends Error {
  constructor(path: string, found: number, known: number) {
    super(`${path} is of version ${found}; this program knows up to ${known}. Use the newer program.`)
    this.name = 'NewerFileError'
  }
}

const synchronousLevel = { NORMAL: 1, FULL: 2 } as const

let opened = 0

/** Another text after every write to the file, committed or not, by whichever connection, and for every connection. */
export function revisionOf(db: Database.Database): () => string {
  const connection = (opened += 1)
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  const othersCommits = db.prepare<[], number>('PRAGMA data_version').pluck()
  return () => `${connection}.${ownChanges.get()}.${othersCommits.get()}`
}

/** Opens or makes the file. Throws NewerFileError, or SQLite's own error for a file that is not a database or is damaged. */
export function openDatabase({
  path,
  durability,
  migrations,
  beforeUpgrade,
  onUpgrade,
}: OpenOptions): Database.Database {
  refuseNewerFile(path, migrations.length)
  // readable by its user only, in any folder; SQLite gives its log the same rights
  closeSync(openSync(path, 'a', 0o600))
  const db = new Database(path)
  try {
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
 * Throws NewerFileError by what the file's head says, before SQLite has touched it: it stays as it is, to the byte. A file that is not
 * there, or is no database, is nobody's. Format: sqlite.org/fileformat2.html, section 1.3.
 */
export function refuseNewerFile(path: string, known: number): void {
  const head = headOf(path)
  if (head.length < 100 || head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return
  const found = head.readUInt32BE(60)
  if (found > known) throw new NewerFileError(path, found, known)
}

function headOf(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(100)
    return head.subarray(0, readSync(file, head, 0, head.length, 0))
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
