// Reads what can still be read out of a damaged outbox, row by row. Touches the file it is given.
import Database from 'better-sqlite3'
import type { Database as Db } from '../platform/sqlite.ts'
import type { Row } from './kept-tables.ts'

export interface Salvaged {
  rows: Row[]
  /** False: the table was read from end to end. */
  incomplete: boolean
}

/** A table that is not there, as in an older file, has no rows. `columns`: those to take, where the file has them. */
export function salvageTable(damaged: Db, table: string, columns: readonly string[]): Salvaged {
  const rows = new Map<number, Row>()
  let incomplete = false
  // from both ends, so that one bad page hides no more than itself
  for (const order of ['ASC', 'DESC']) {
    try {
      const known = columnsOf(damaged, table)
      if (known.length === 0) break
      const select = columns.filter((name) => known.includes(name)).join(', ')
      const found = damaged.prepare<[], Row & { rowid: number }>(
        `SELECT rowid AS rowid, ${select} FROM ${table} NOT INDEXED ORDER BY rowid ${order}`,
      )
      for (const { rowid, ...row } of found.iterate()) rows.set(rowid, row)
      if (order === 'ASC') break
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      incomplete = true
    }
  }
  return { rows: [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row), incomplete }
}

export const columnsOf = (db: Db, table: string): string[] =>
  db.prepare<[string], string>(`SELECT name FROM pragma_table_info(?)`).pluck().all(table)
