// The tables of cache.db. Everything in it can be asked of the service again, so the whole file may be thrown away.
import type { Migration } from '../platform/sqlite.ts'

export const migrations: readonly Migration[] = [
  {
    name: 'lists, sheets, brakes, cursor and counts of calls',
    sql: `
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE brake (place INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
      CREATE TABLE list (date TEXT PRIMARY KEY, read_at TEXT NOT NULL, malformed TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE list_entry (
        date TEXT NOT NULL REFERENCES list (date) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        sheet_id TEXT NOT NULL,
        press_brake_id TEXT,
        bent INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (date, place)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX list_entry_of_sheet ON list_entry (sheet_id);
      -- entries that left the lists while this station still has something to do with their sheet
      CREATE TABLE kept_entry (sheet_id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE sheet (
        id TEXT PRIMARY KEY,
        -- the newest version heard of, and the one that the last answer settled
        wanted_version INTEGER NOT NULL,
        wanted_drawing_version INTEGER NOT NULL DEFAULT 0,
        settled_version INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL DEFAULT 'fetching' CHECK (state IN ('fetching', 'ready', 'malformed', 'failed')),
        version INTEGER,
        drawing_version INTEGER,
        drawing_hash TEXT,
        order_number TEXT,
        json TEXT,
        raw TEXT,
        problems TEXT NOT NULL DEFAULT '[]',
        read_at TEXT
      ) STRICT;
      CREATE INDEX sheet_to_fetch ON sheet (id) WHERE wanted_version > settled_version;
      CREATE TABLE call_count (window TEXT PRIMARY KEY, calls INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
]
