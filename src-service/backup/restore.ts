// Makes a data folder from a backup. The folder must not hold a workshop yet, and no service may run on it. Writes that folder.
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
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  Refusal,
  attachmentsFolderOf,
  hasStore,
  lockFolder,
  newerProgramMessage,
  newestMigration,
  storeFileOf,
  syncFolderNow,
} from '../store/index.ts'
import type { Connection } from '../store/index.ts'
import { archiveTable, archivedName } from './backup-file.ts'
import type { BackupContents } from './backup-file.ts'

/**
 * Restores the whole backup or nothing: the database takes its name last, and a folder with attachments and without it is refused by the
 * service. Throws a `Refusal` for a folder in use and for a file that is not a complete backup, and the error of the disk.
 */
export function restore(dataFolder: string, file: string): BackupContents {
  const path = resolve(file)
  if (!existsSync(path)) throw new Refusal('not_found', `${path} does not exist`)
  if (hasStore(dataFolder) || existsSync(attachmentsFolderOf(dataFolder))) {
    throw new Refusal('invalid', `${dataFolder} holds a workshop: restore into an empty folder`)
  }
  const unlock = lockFolder(dataFolder)
  const partFile = `${storeFileOf(dataFolder)}.part`
  const partFolder = `${attachmentsFolderOf(dataFolder)}.part`
  const removeParts = (): void => {
    for (const each of [partFile, `${partFile}-journal`, partFolder]) rmSync(each, { recursive: true, force: true })
  }
  try {
    removeParts()
    copyFileSync(path, partFile)
    chmodSync(partFile, 0o600)
    mkdirSync(partFolder, { mode: 0o700 })
    const contents = extract(partFile, partFolder)
    renameSync(partFolder, attachmentsFolderOf(dataFolder))
    syncFolderNow(dataFolder)
    renameSync(partFile, storeFileOf(dataFolder))
    syncFolderNow(dataFolder)
    return contents
  } finally {
    removeParts()
    unlock()
  }
}

/** Checks the copied database, writes its files into the folder, and removes them from the database. */
function extract(partFile: string, partFolder: string): BackupContents {
  const db = openBackup(partFile)
  try {
    const select = db.prepare<[string], Buffer>(`SELECT data FROM ${archiveTable} WHERE name = ?`).pluck()
    const ids = db.prepare<[], string>('SELECT id FROM attachment ORDER BY id').pluck().all()
    let attachments = 0
    for (const id of ids) {
      // The id becomes a file name.
      if (basename(id) !== id || /^\.*$/.test(id))
        throw new Refusal('invalid', `the backup has an attachment with the id "${id}"`)
      const bytes = select.get(archivedName(id))
      // The workshop's folder had lost it already when the backup was made.
      if (bytes === undefined) continue
      writeSynced(join(partFolder, id), bytes)
      attachments += 1
    }
    syncFolderNow(partFolder)
    db.exec(`DROP TABLE ${archiveTable}`)
    db.exec('VACUUM')
    return { orders: db.prepare<[], number>('SELECT count(*) FROM work_order').pluck().get() ?? 0, attachments }
  } finally {
    db.close()
  }
}

function openBackup(partFile: string): Connection {
  const db = new Database(partFile)
  try {
    const problem = problemOf(db)
    if (problem !== null) throw new Refusal('invalid', problem)
    db.pragma('synchronous = FULL')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Why the file cannot be restored; null if it can. */
function problemOf(db: Connection): string | null {
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') return 'the backup is damaged'
  } catch {
    return 'the file is not a backup of a workshop'
  }
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  if (!['workshop', 'attachment', archiveTable].every((name) => tables.includes(name))) {
    return 'the file is not a backup of a workshop'
  }
  const migration = Number(db.pragma('user_version', { simple: true }))
  return migration > newestMigration ? newerProgramMessage(migration) : null
}

function writeSynced(path: string, bytes: Buffer): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    // writeSync may write a part of the bytes, such as on a disk that becomes full
    writeFileSync(handle, bytes)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
