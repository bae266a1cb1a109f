// Ensures that each store has one station: an SQLite file next to the store, held by an exclusive transaction. The kernel releases it
// when the process ends, however it ends, so no stale lock remains. Touches only that file.
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

/** Another program holds this store. */
export class StoreInUseError extends Error {
  constructor(folder: string) {
    super(`another Kant station has the store in ${folder} open; close it first, or use that one`)
    this.name = 'StoreInUseError'
  }
}

const lockFile = (folder: string): string => join(folder, 'station.lock')

const madeFile = (folder: string): string => join(folder, 'outbox.made')

/** Whether a whole store has ever been in this folder: its absence is then a loss. */
export const hadStore = (folder: string): boolean => existsSync(madeFile(folder))

/** Call it when the store is on the disk. Throws the disk's error. */
export function noteStore(folder: string): void {
  if (!hadStore(folder)) writeFileWhole(madeFile(folder), '', 0o600)
}

/** Whether a station has the folder open, also one that no other program can reach. Throws what `holdFolder` throws otherwise. */
export function isFolderHeld(folder: string): boolean {
  try {
    holdFolder(folder).release()
    return false
  } catch (error) {
    if (error instanceof StoreInUseError) return true
    throw error
  }
}

/** Holds the folder until `release` or the end of the process. Throws StoreInUseError where another holds it. */
export function holdFolder(folder: string): { release: () => void } {
  const path = lockFile(folder)
  const db = new Database(path, { timeout: 0 })
  try {
    // nothing is stored in it, and a journal would need space on a full disk
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new StoreInUseError(folder)
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB')
      throw new Error(`${path} is damaged. It holds no data: delete it while no station runs.`, { cause: error })
    throw error
  }
  return { release: () => void db.close() }
}
