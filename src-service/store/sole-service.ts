// One folder has one service: it counts calls in memory, and two would each count half. The lock is an SQLite file held open in
// an exclusive transaction, which the kernel lets go of however the process ends.
import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

/** Takes the folder, and returns how to let go of it. Throws a `Refusal` where another service has it. */
export function takeFolder(dataFolder: string): () => void {
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
