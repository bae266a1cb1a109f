// Turns a store into what a program of an earlier schema would have left: the same rows in a file of that schema. The station must
// not run.
import Database from 'better-sqlite3'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { journalFolder } from '../../../src-main/ledger/journal/journal-files.ts'
import { outboxMigrations } from '../../../src-main/ledger/store/schema.ts'

/** The journal's pending changes: they are not data of the store, and earlier schemas had no journal. */
const notes = 'change'

/** Returns the resulting schema: `wanted`, or the next one that loses nothing of the store; null if only the newest one does. */
export function downgradeStore(folder: string, wanted: number): number | null {
  for (let schema = wanted; schema < outboxMigrations.length; schema += 1) if (madeAs(folder, schema)) return schema
  return null
}

function madeAs(folder: string, schema: number): boolean {
  const path = join(folder, 'outbox.db')
  const older = `${path}.older`
  rmSync(older, { force: true })
  const db = new Database(older)
  try {
    db.pragma('foreign_keys = OFF')
    for (const { sql } of outboxMigrations.slice(0, schema)) db.exec(sql)
    db.pragma(`user_version = ${schema}`)
    db.prepare('ATTACH ? AS newer').run(path)
    if (isAnyLost(db)) return false
    copyRows(db)
    if (columnsOf(db, 'main', notes).length === 0) rmSync(journalFolder(folder), { recursive: true, force: true })
  } finally {
    db.close()
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  renameSync(older, path)
  return true
}

const tables = (db: Database.Database): string[] =>
  db
    .prepare<[], string>(`SELECT name FROM newer.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all()
const columnsOf = (db: Database.Database, schema: 'main' | 'newer', table: string): string[] =>
  db.prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema)

function isAnyLost(db: Database.Database): boolean {
  return tables(db).some((table) => {
    if (table === notes) return false
    const keptColumns = columnsOf(db, 'main', table)
    const lostColumns = columnsOf(db, 'newer', table).filter((column) => !keptColumns.includes(column))
    const lostRows =
      keptColumns.length === 0 ? 'true' : lostColumns.map((column) => `${column} IS NOT NULL`).join(' OR ') || 'false'
    return db.prepare(`SELECT EXISTS (SELECT 1 FROM newer.${table} WHERE ${lostRows})`).pluck().get() === 1
  })
}

/** Notes refer to rows by it. */
const hasHiddenRowId = (db: Database.Database, table: string): boolean =>
  db
    .prepare<{ table: string }, number>(
      `SELECT NOT wr AND NOT EXISTS (SELECT 1 FROM pragma_table_info(@table, 'main') WHERE pk = 1 AND type = 'INTEGER')
       FROM pragma_table_list(@table) WHERE schema = 'main'`,
    )
    .pluck()
    .get({ table }) === 1

function copyRows(db: Database.Database): void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'`)
    .all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER main.${name}`)
  for (const table of tables(db)) {
    const columns = columnsOf(db, 'main', table)
    if (columns.length === 0) continue
    const names = [...(hasHiddenRowId(db, table) ? ['rowid'] : []), ...columns].join(', ')
    db.exec(`INSERT INTO main.${table} (${names}) SELECT ${names} FROM newer.${table}`)
  }
  db.exec('DELETE FROM main.sqlite_sequence')
  db.exec(
    `INSERT INTO main.sqlite_sequence SELECT s.* FROM newer.sqlite_sequence AS s JOIN main.sqlite_schema USING (name)`,
  )
  for (const { sql } of triggers) db.exec(sql)
}
