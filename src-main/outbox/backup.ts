// Copies of the store for a technician to keep, and the way back. A copy is made while the station runs, by SQLite's own backup; it is
// put back while no station has the folder. Touches the outbox's files in the folder it is given, and the copy.
import Database from 'better-sqlite3'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../platform/message-of.ts'
import type { Database as Db } from '../platform/sqlite.ts'
import { journalFolder } from './journal-files.ts'
import { undeliveredStates } from './mark.ts'
import { doubt } from './rebuild.ts'
import { outboxMigrations } from './schema.ts'
import { isTampered, schemaDamage } from './schema-damage.ts'
import { holdFolder } from './station-lock.ts'

export interface BackupFacts {
  bytes: number
  marks: number
  undelivered: number
  /** `shopSlug/environment` of the marks in it. */
  fingerprints: string[]
  wrong: 'damaged' | 'newer' | null
}

/** What a backup brought back, and where what it took the place of lies. */
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

/** Under its name only once it is whole and was looked through. Rejects with what SQLite or the disk says. */
export async function backUpOutbox(folder: string, path: string): Promise<void> {
  const part = `${path}.part`
  rmSync(part, { force: true })
  const db = new Database(join(folder, 'outbox.db'), { readonly: true, fileMustExist: true })
  try {
    await db.backup(part)
  } finally {
    db.close()
  }
  // one file and nothing beside it: what is copied elsewhere is copied whole
  const copy = new Database(part)
  try {
    copy.pragma('journal_mode = DELETE')
    if (copy.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw new BackupRefused('damaged')
  } finally {
    copy.close()
  }
  renameSync(part, path)
}

/** Never throws for what is in the file. */
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
 * Puts the backup in the store's place. What is there now – store, log and journal – is put aside in a folder of its own, never
 * deleted. Every mark of the backup that was not delivered is looked up before it is sent. Nothing is moved before the backup's copy
 * lies whole beside the store. `fingerprint`: of the workshop that is connected; null: of none yet.
 * Throws BackupRefused, StoreInUseError, and what the disk says.
 */
export function restoreOutbox(folder: string, backup: string, now: number, fingerprint: string | null): RestoredBackup {
  const { wrong, fingerprints, marks, undelivered } = readBackup(backup)
  if (wrong !== null) throw new BackupRefused(wrong)
  if (fingerprint !== null && fingerprints.some((found) => found !== fingerprint)) throw new BackupRefused('of_another')
  const held = holdFolder(folder)
  try {
    const ready = join(folder, 'outbox.db.restored')
    dropStore(ready)
    copyFileSync(backup, ready)
    const db = new Database(ready)
    try {
      db.transaction(() => {
        doubt(db)
        // so that the journal begins anew
        if (hasTable(db, 'change')) db.exec('DELETE FROM change')
      }).immediate()
      db.pragma('journal_mode = DELETE')
    } finally {
      db.close()
    }
    const aside = join(folder, `outbox.replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
    mkdirSync(aside, { mode: 0o700 })
    // the journal first: a store alone is written down anew, a journal alone would bring the old marks back
    const move = (from: string, name: string): void => {
      if (existsSync(from)) renameSync(from, join(aside, name))
    }
    move(journalFolder(folder), 'journal')
    const store = join(folder, 'outbox.db')
    // copied and then replaced in one step: however this ends, a store stands in its place
    if (existsSync(store)) copyFileSync(store, join(aside, 'outbox.db'))
    for (const suffix of ['-wal', '-shm']) move(`${store}${suffix}`, `outbox.db${suffix}`)
    renameSync(ready, store)
    return { aside, marks, undelivered }
  } finally {
    held.release()
  }
}

const hasTable = (db: Db, name: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?').get('table', name) !== undefined

const suffixes = ['', '-wal', '-shm'] as const
const dropStore = (path: string): void => suffixes.forEach((suffix) => rmSync(`${path}${suffix}`, { force: true }))

/** What SQLite says of one of its files, read beside whoever has it: 'ok', or what is wrong. */
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
