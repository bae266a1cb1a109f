// The tables of cache.db. All data can be read from the service again, so the whole file may be deleted. Pure.
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
      -- entries that left the lists while this station still needs their sheet
      CREATE TABLE kept_entry (sheet_id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE sheet (
        id TEXT PRIMARY KEY,
        -- the newest known version, and the version of the last response
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
  {
    name: 'what the lists told of each sheet, for the counts over days',
    sql: `
      CREATE TABLE tally (
        sheet_id TEXT PRIMARY KEY,
        -- the day on whose list the sheet is
        day TEXT NOT NULL,
        version INTEGER NOT NULL,
        rework_count INTEGER NOT NULL,
        order_number TEXT NOT NULL,
        sheet_no INTEGER NOT NULL,
        title TEXT NOT NULL,
        customer_name TEXT NOT NULL,
        press_brake_id TEXT,
        quantity INTEGER NOT NULL,
        approval TEXT NOT NULL,
        bent_at TEXT,
        bent_quantity INTEGER,
        -- 0: the sheet left the lists
        listed INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      -- all columns that a count needs, so that counting reads only the index
      CREATE INDEX tally_of_day ON tally
        (day, press_brake_id, order_number, listed, bent_at, approval, quantity, bent_quantity, rework_count);
      CREATE INDEX tally_of_order ON tally (order_number);
      -- the counts of each day's list when the whole list was last read
      CREATE TABLE told_day (
        date TEXT PRIMARY KEY,
        read_at TEXT NOT NULL,
        sheets INTEGER NOT NULL,
        bent INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        -- entries that could not be read; the counts above do not include them
        malformed INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO tally
        SELECT sheet_id, coalesce(json ->> '$.plannedDate', json ->> '$.dueDate', date), json ->> '$.version',
          json ->> '$.reworkCount', json ->> '$.orderNumber', json ->> '$.sheetNo', coalesce(json ->> '$.title', ''),
          coalesce(json ->> '$.customerName', ''), press_brake_id, json ->> '$.quantity', json ->> '$.approval',
          json ->> '$.bent.at', json ->> '$.bent.quantity', 1
        FROM list_entry WHERE true ORDER BY date
        ON CONFLICT (sheet_id) DO NOTHING;
      INSERT INTO told_day
        SELECT list.date, list.read_at, count(sheet_id), coalesce(sum(bent), 0),
          count(*) FILTER (WHERE bent = 0 AND json ->> '$.approval' = 'awaiting'),
          json_array_length(list.malformed)
        FROM list LEFT JOIN list_entry USING (date) GROUP BY list.date;
    `,
  },
  {
    name: 'how each sheet stands, beside the list that it is on',
    sql: `
      -- all columns of the sheet that a list needs, so that reading a list does not read the drawings
      CREATE INDEX sheet_state ON sheet (id, state, wanted_drawing_version, drawing_version);
    `,
  },
  {
    name: 'the counts of a day as the service gave them, under their own name',
    sql: `ALTER TABLE told_day RENAME TO service_day;`,
  },
]
