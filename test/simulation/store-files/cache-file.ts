// Reads a station's cache.db with its own SQL.
import type { Database } from 'better-sqlite3'

export interface CacheReader {
  /** A number that changes with every write. */
  version: () => number
  /** The event after which the station continues to read; null: none. */
  cursor: () => string | null
  /** Each sheet on a list with the version in its oldest entry. */
  lines: () => { id: string; version: number }[]
  close: () => void
}

export function readCache(db: Database): CacheReader {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const cursor = db
    .prepare<[], string | null>(`SELECT json_extract(value, '$.after') FROM meta WHERE name = 'cursor'`)
    .pluck()
  const lines = db.prepare<[], { id: string; version: number }>(
    `SELECT sheet_id AS id, min(json_extract(json, '$.version')) AS version FROM list_entry GROUP BY sheet_id`,
  )
  return {
    version: () => version.get() ?? 0,
    cursor: () => cursor.get() ?? null,
    lines: () => lines.all(),
    close: () => void db.close(),
  }
}
