// Counts the undelivered marks in a folder by workshop, before the station is connected to another one. Reads the file without holding
// the folder, also while a station has it open.
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { undeliveredStates } from '../marks/index.ts'

/** The number of undelivered marks by `shopSlug/environment`. Throws SQLite's error for a file that it cannot read. */
export function waitingMarks(folder: string): Map<string, number> {
  const path = join(folder, 'outbox.db')
  if (!existsSync(path)) return new Map()
  const db = new Database(path, { readonly: true })
  try {
    const places = undeliveredStates.map(() => '?').join(', ')
    const counted = db
      .prepare<string[], { fingerprint: string; marks: number }>(
        `SELECT fingerprint, count(*) AS marks FROM mark WHERE state IN (${places}) GROUP BY fingerprint`,
      )
      .all(...undeliveredStates)
    return new Map(counted.map(({ fingerprint, marks }) => [fingerprint, marks]))
  } finally {
    db.close()
  }
}
