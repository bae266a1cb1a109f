// Whose marks wait in a folder's outbox, asked without taking the folder: for whoever is about to change what the station is
// connected to. Reads the file, also while a station has it.
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { undeliveredStates } from './mark.ts'

/** By `shopSlug/environment`, how many marks are not delivered. Throws what SQLite says of a file that it cannot read. */
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
