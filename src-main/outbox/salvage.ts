// Carries what can still be read out of a damaged outbox into a fresh one, row by row. Touches the two files it is given.
import type { Database } from '../platform/sqlite.ts'

/** Rows carried over, by table; and whether the damaged file hid any that are known to be missing. */
export interface Salvaged {
  rows: Record<string, number>
  /** False: every table was read from end to end. */
  incomplete: boolean
}

// parents first, so that a reader of the new file finds them in order
const tables = [
  'operator',
  'drawing',
  'job',
  'piece_event',
  'deviation',
  'mark_history',
  'mark',
  'plan',
  'correction',
] as const

type Row = Record<string, unknown>

/**
 * Foreign keys are not held to: a mark whose drawing is lost is still a mark. What was under way becomes `unknown`, since
 * nobody knows what the lost rows said of it.
 */
export function salvage(damaged: Database, fresh: Database): Salvaged {
  const salvaged: Salvaged = { rows: {}, incomplete: false }
  fresh.pragma('foreign_keys = OFF')
  fresh.transaction(() => {
    for (const table of tables) {
      const { carried, lost } = carry(damaged, fresh, table)
      salvaged.rows[table] = carried
      salvaged.incomplete ||= lost
    }
    doubt(fresh)
  })()
  fresh.pragma('foreign_keys = ON')
  return salvaged
}

/** After any restore every undelivered row is to be verified before it is sent. */
export function doubt(db: Database): void {
  db.exec(`UPDATE mark SET state = 'unknown', reason = 'restored', due_at = NULL
    WHERE state IN ('held', 'queued', 'sending', 'waiting')`)
}

function carry(damaged: Database, fresh: Database, table: string): { carried: number; lost: boolean } {
  const known = fresh.prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`).all()
  const seen = new Set<string>()
  let lost = false
  const key = table === 'drawing' ? ['sheet_id', 'hash'] : known.some(({ name }) => name === 'seq') ? ['seq'] : ['id']
  const keep = (row: Row): void => {
    const own = JSON.stringify(key.map((column) => row[column]))
    if (seen.has(own)) return
    seen.add(own)
    const columns = known.map(({ name }) => name).filter((name) => Object.hasOwn(row, name))
    try {
      fresh
        .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...columns.map((name) => row[name]))
    } catch {
      seen.delete(own)
      lost = true
    }
  }
  // from both ends, so that one bad page hides no more than itself
  for (const order of ['ASC', 'DESC']) {
    try {
      for (const row of damaged
        .prepare<[], Row>(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid ${order}`)
        .iterate())
        keep(row)
      if (order === 'ASC') break
    } catch {
      lost = true
    }
  }
  return { carried: seen.size, lost }
}
