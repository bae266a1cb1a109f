// Reads the readable rows of a damaged outbox. Reads the file that it gets.
import Database from 'better-sqlite3'
import type { Database as Db } from '../../platform/sqlite.ts'
import type { Row } from '../journal/index.ts'

export interface Salvaged {
  rows: Row[]
  /** The rowid of each row, in the order of `rows`. */
  rowids: number[]
  /** False: the whole table was read. */
  incomplete: boolean
}

/** A missing table, as in an older file, has no rows. `columns`: the columns to read, where the file has them. */
export function salvageTable(damaged: Db, table: string, columns: readonly string[]): Salvaged {
  const rows = new Map<number, Row>()
  let incomplete = false
  // from both ends, so that one damaged page hides only itself
  for (const order of ['ASC', 'DESC']) {
    try {
      const readableColumns = columnsOf(damaged, table)
      if (readableColumns.length === 0) break
      const select = columns.filter((name) => readableColumns.includes(name)).join(', ')
      const salvaged = damaged.prepare<[], Row & { rowid: number }>(
        `SELECT rowid AS rowid, ${select} FROM ${table} NOT INDEXED ORDER BY rowid ${order}`,
      )
      for (const { rowid, ...row } of salvaged.iterate()) rows.set(rowid, row)
      if (order === 'ASC') break
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      incomplete = true
    }
  }
  const sorted = [...rows].toSorted(([a], [b]) => a - b)
  return { rows: sorted.map(([, row]) => row), rowids: sorted.map(([rowid]) => rowid), incomplete }
}

/** Empty where the file has no such table. */
export const columnsOf = (db: Db, table: string): string[] =>
  db.prepare<[string], string>(`SELECT name FROM pragma_table_info(?)`).pluck().all(table)

/** Null: the file is too damaged to be read. */
export function nullIfDamaged<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Database.SqliteError) return null
    throw error
  }
}
