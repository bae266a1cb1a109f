// Checks that a store's tables and triggers are those of its migrations. SQLite detects a flipped bit in their text only at the next
// write. Reads the store that it gets.
import Database from 'better-sqlite3'
import type { Database as Db, Migration } from '../../platform/sqlite.ts'

/** What is wrong, in SQLite's words; null: nothing. */
export function schemaDamage(db: Db, migrations: readonly Migration[]): string | null {
  const { objects, tables } = madeBy(migrations)
  try {
    const existingNames = namesIn(db)
    const missing = objects.find((object) => !existingNames.includes(object))
    if (missing !== undefined) return `there is no ${missing}`
    // compiling a statement also compiles the table's triggers and indexes
    for (const { table, columns } of tables) {
      db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => 'NULL').join(', ')})`)
      db.prepare(`UPDATE ${table} SET ${columns.map((name) => `${name} = ${name}`).join(', ')}`)
      db.prepare(`DELETE FROM ${table}`)
    }
    return null
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return error.message
    throw error
  }
}

/** Whether the store has triggers or views that are not from the migrations. A file from elsewhere could act by them. */
export function isTampered(db: Db, migrations: readonly Migration[]): boolean {
  const { acting } = madeBy(migrations)
  return actingIn(db).some((text) => !acting.includes(text))
}

interface Made {
  objects: readonly string[]
  /** Triggers and views, whole. */
  acting: readonly string[]
  tables: readonly { table: string; columns: readonly string[] }[]
}

/** The migrations do not change while the program runs. */
const schemaCache = new WeakMap<readonly Migration[], Made>()

function madeBy(migrations: readonly Migration[]): Made {
  const knownSchema = schemaCache.get(migrations)
  if (knownSchema !== undefined) return knownSchema
  const fresh = new Database(':memory:')
  try {
    for (const { sql } of migrations) fresh.exec(sql)
    const schema = {
      objects: namesIn(fresh),
      acting: actingIn(fresh),
      tables: tablesIn(fresh).map((table) => ({ table, columns: columnsIn(fresh, table) })),
    }
    schemaCache.set(migrations, schema)
    return schema
  } finally {
    fresh.close()
  }
}

const listed = (db: Db, sql: string): string[] => db.prepare<[], string>(sql).pluck().all()
const namesIn = (db: Db): string[] =>
  listed(db, `SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'`)
const actingIn = (db: Db): string[] =>
  listed(db, `SELECT coalesce(sql, '') FROM sqlite_schema WHERE type IN ('trigger', 'view')`)
const tablesIn = (db: Db): string[] =>
  listed(db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
const columnsIn = (db: Db, table: string): string[] =>
  db.prepare<[string], string>(`SELECT name FROM pragma_table_info(?)`).pluck().all(table)
