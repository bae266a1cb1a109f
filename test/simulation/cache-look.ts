// What lies in a station's cache.db, read by SQL of our own.
import type { Database } from 'better-sqlite3'

export interface CacheLook {
  /** Another number once anything was written. */
  version: () => number
  /** The event after which it reads on; null: none. */
  cursor: () => string | null
  /** Of each sheet on a list, the version that its oldest line tells. */
  lines: () => { id: string; version: number }[]
  close: () => void
}

export function lookIntoCache(db: Database): CacheLook {
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
