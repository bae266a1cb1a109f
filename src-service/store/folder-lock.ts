// Allows one service per data folder: a service counts calls in memory, and two services would each count a part. The lock is an
// exclusive transaction on an SQLite file, which the system releases however the process ends.
import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

/** Locks the folder, and returns the function that unlocks it. Throws a `Refusal` if another service has locked it. */
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
