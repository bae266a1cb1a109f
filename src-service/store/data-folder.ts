// The files of the service's data folder, and the refusal of a folder whose database was lost. Reads that folder.
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

/** The database. While it is open, its newest changes are in `workshop.db-wal`. */
export const storeFileOf = (dataFolder: string): string => join(dataFolder, 'workshop.db')

/** The files of orders, named by their ids. The service creates the folder after the first workshop is stored. */
export const attachmentsFolderOf = (dataFolder: string): string => join(dataFolder, 'attachments')

/** Whether a folder contains a store. */
export function hasStore(dataFolder: string): boolean {
  return existsSync(storeFileOf(dataFolder))
}

/**
 * Throws a `Refusal` for a folder with attachments whose database has no workshop: it was copied without `workshop.db-wal`, or deleted.
 * A new sandbox in it would hide the loss.
 */
export function refuseLostStore(dataFolder: string): void {
  if (!existsSync(attachmentsFolderOf(dataFolder)) || hasWorkshop(storeFileOf(dataFolder))) return
  throw new Refusal(
    'invalid',
    `${dataFolder} has attachments but no workshop: its database is missing, or was copied without workshop.db-wal. ` +
      'Nothing was changed. Copy a folder with "backup FILE", and restore the copy into an empty folder with "restore FILE".',
  )
}

function hasWorkshop(file: string): boolean {
  if (!existsSync(file)) return false
  // Not read-only: such a connection would leave the files of a write-ahead log behind.
  const db = new Database(file, { fileMustExist: true })
  try {
    const tables = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'workshop'").all()
    return tables.length > 0 && db.prepare('SELECT 1 FROM workshop LIMIT 1').get() !== undefined
  } finally {
    db.close()
  }
}
