// Backups of the store, and their restore. A backup is made while the station runs, by SQLite's own backup; it is restored while no
// station holds the folder. Accesses the outbox's files in the folder that it gets, and the backup.
import Database from 'better-sqlite3'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../platform/message-of.ts'
import type { Database as Db } from '../../platform/sqlite.ts'
import { syncFolderNow } from '../../platform/sync-folder.ts'
import { journalFolder } from '../journal/index.ts'
import { undeliveredStates } from '../marks/index.ts'
import { markUndeliveredAsUnknown } from './rebuild.ts'
import { outboxMigrations } from './schema.ts'
import { isTampered, schemaDamage } from './schema-check.ts'
import { holdFolder } from './station-lock.ts'

export interface BackupFacts {
  bytes: number
  marks: number
  undelivered: number
  /** `shopSlug/environment` of its marks. */
  fingerprints: string[]
  wrong: 'damaged' | 'newer' | null
}

/** The content of the restored backup, and the folder with the replaced store. */
export interface RestoredBackup extends Pick<BackupFacts, 'marks' | 'undelivered'> {
  aside: string
}

export class BackupRefused extends Error {
  readonly why: 'damaged' | 'newer' | 'of_another'
  constructor(why: 'damaged' | 'newer' | 'of_another') {
    super(`the backup cannot be put back: it is ${why.replace('_', ' ')}${why === 'of_another' ? ' workshop' : ''}`)
    this.name = 'BackupRefused'
    this.why = why
  }
}

/**
 * The file gets its name only after it is complete and checked. Rejects with the error of SQLite or the disk, and then leaves no part of
 * it: on a disk that is almost full, a part would take the space of the next marks.
 */
export async function backUpOutbox(folder: string, path: string): Promise<void> {
  const part = `${path}.part`
  rmSync(part, { force: true })
  try {
    await copyChecked(folder, part)
    renameSync(part, path)
    syncFolderNow(dirname(path))
  } finally {
    for (const each of [part, `${part}-journal`]) rmSync(each, { force: true })
  }
}

async function copyChecked(folder: string, part: string): Promise<void> {
  // readable by its user only, also in a folder that others can read
  closeSync(openSync(part, 'w', 0o600))
  const db = new Database(join(folder, 'outbox.db'), { readonly: true, fileMustExist: true })
  try {
    await db.backup(part)
  } finally {
    db.close()
  }
  // a single file without a log, so that a copy of it is complete
  const copy = new Database(part)
  try {
    copy.pragma('journal_mode = DELETE')
    if (copy.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw new BackupRefused('damaged')
  } finally {
    copy.close()
  }
}

/** Never throws for the content of the file. */
export function readBackup(path: string): BackupFacts {
  const facts: BackupFacts = { bytes: statSync(path).size, marks: 0, undelivered: 0, fingerprints: [], wrong: null }
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      const schema = Number(db.pragma('user_version', { simple: true }))
      if (schema > outboxMigrations.length) return { ...facts, wrong: 'newer' }
      const migrations = outboxMigrations.slice(0, Math.max(0, schema))
      const isNone = migrations.length === 0 || isTampered(db, migrations)
      if (isNone || db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return { ...facts, wrong: 'damaged' }
      return { ...facts, ...counted(db), wrong: schemaDamage(db, migrations) === null ? null : 'damaged' }
    } finally {
      db.close()
    }
  } catch {
    return { ...facts, wrong: 'damaged' }
  }
}

function counted(db: Db): Pick<BackupFacts, 'marks' | 'undelivered' | 'fingerprints'> {
  const places = undeliveredStates.map(() => '?').join(', ')
  const one = (sql: string, ...bound: string[]): number =>
    db
      .prepare<string[], number>(sql)
      .pluck()
      .get(...bound) ?? 0
  return {
    marks:
      one('SELECT count(*) FROM mark') + (hasTable(db, 'mark_history') ? one('SELECT count(*) FROM mark_history') : 0),
    undelivered: one(`SELECT count(*) FROM mark WHERE state IN (${places})`, ...undeliveredStates),
    fingerprints: db.prepare<[], string>('SELECT DISTINCT fingerprint FROM mark').pluck().all(),
  }
}

/**
 * Replaces the store by the backup. Moves the present store and journal to a folder of their own, and deletes nothing. Every undelivered
 * mark of the backup is verified before it is sent. Moves nothing before the copy of the backup is on the disk.
 * `fingerprint`: that of the connected workshop; null: none yet. Throws BackupRefused, StoreInUseError, and the disk's error.
 */
export function restoreOutbox(folder: string, backup: string, now: number, fingerprint: string | null): RestoredBackup {
  const { wrong, fingerprints, marks, undelivered } = readBackup(backup)
  if (wrong !== null) throw new BackupRefused(wrong)
  if (fingerprint !== null && fingerprints.some((other) => other !== fingerprint)) throw new BackupRefused('of_another')
  const held = holdFolder(folder)
  try {
    const ready = join(folder, 'outbox.db.restored')
    prepareCopy(backup, ready)
    const store = join(folder, 'outbox.db')
    if (existsSync(store)) mergeLog(store)
    const aside = join(folder, `outbox.replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
    mkdirSync(aside, { mode: 0o700 })
    // copied, then replaced by one rename: a store exists at every moment
    if (existsSync(store)) copySynced(store, join(aside, 'outbox.db'))
    // the journal first: a store without a journal gets a new one, but a journal alone would bring the old marks back
    const move = (from: string, name: string): void => {
      if (existsSync(from)) renameSync(from, join(aside, name))
    }
    move(journalFolder(folder), 'journal')
    // only a damaged store still has them
    for (const suffix of ['-wal', '-shm']) move(`${store}${suffix}`, `outbox.db${suffix}`)
    syncFolderNow(aside)
    renameSync(ready, store)
    syncFolderNow(folder)
    return { aside, marks, undelivered }
  } finally {
    held.release()
  }
}

/** Copies the backup to `ready`, without a log, and marks what has to be verified. */
function prepareCopy(backup: string, ready: string): void {
  dropStore(ready)
  copySynced(backup, ready)
  const db = new Database(ready)
  try {
    db.transaction(() => {
      markUndeliveredAsUnknown(db)
      // so that the journal is written again
      if (hasTable(db, 'change')) db.exec('DELETE FROM change')
    }).immediate()
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/**
 * Writes the log of a store that was not closed into the store: a program that ends before the restore is complete must not leave a store
 * without its log. A store that SQLite cannot read stays as it is.
 */
function mergeLog(store: string): void {
  try {
    const db = new Database(store, { fileMustExist: true })
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
}

/** The copy is on the disk, and only its user can read it: a backup from another disk may have wider rights. */
function copySynced(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const hasTable = (db: Db, name: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?').get('table', name) !== undefined

const suffixes = ['', '-wal', '-shm'] as const
const dropStore = (path: string): void => suffixes.forEach((suffix) => rmSync(`${path}${suffix}`, { force: true }))

/** SQLite's integrity check of a file, also while it is in use: 'ok', or what is wrong. */
export function fileIntegrity(path: string): string {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return String(db.pragma('integrity_check(1)', { simple: true }))
    } finally {
      db.close()
    }
  } catch (error) {
    return messageOf(error)
  }
}
