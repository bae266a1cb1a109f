// Reads a store without changing it, also while a station holds it, and also one that is damaged or has an earlier schema. Reads the
// outbox's files in its folder.
import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { refuseNewerFile, type Database as Db } from '../../platform/sqlite.ts'
import { journalEnd, journalFiles, journaledTables, newestChange, readJournal } from '../journal/index.ts'
import type { JournalEnd, Row } from '../journal/index.ts'
import { lagBehindJournal, NoStoreError, readSetAside, type SetAside } from './store-file.ts'
import { columnsOf, salvageTable, type Salvaged } from './salvage.ts'
import { outboxMigrations } from './schema.ts'
import { walDamage } from './wal-damage.ts'

export interface JournalState {
  files: number
  bytes: number
  /** The newest change in it, and in the store. */
  upTo: number
  of: number
  damaged: string[]
}

/** All rows that belong to one mark. */
export interface MarkRecord {
  mark: Row
  job: Row | null
  drawing: Row | null
  pieces: Row[]
  /** Programs sent to the brake for this bending, oldest first, with the operator's initials as `by_name`; and their events. */
  programs: Row[]
  programEvents: Row[]
  decisions: Row[]
}

export interface StoreReader {
  schema: number
  /** Oldest first. `settled`: includes delivered and cancelled marks, and the history. */
  marks: (settled: boolean) => Row[]
  /** All marks whose id is, or begins with, `id`. */
  marksNamed: (id: string) => Row[]
  record: (mark: Row) => MarkRecord
  setAside: () => SetAside | null
  /** Why the next start will rebuild the store, as far as its log and the end of its journal show; null: it will not. */
  lacks: () => string | null
  journal: () => JournalState
  /** The readable rows of every table. */
  tables: () => Record<string, Salvaged>
  /** What SQLite's integrity check finds; null: nothing. */
  damage: () => string | null
  close: () => void
}

/** Throws NoStoreError, NewerFileError, and SQLite's error for a file that it cannot read at all. */
export function readStore(folder: string): StoreReader {
  const path = join(folder, 'outbox.db')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw new NoStoreError(folder)
  refuseNewerFile(path, outboxMigrations.length)
  // read before the store, so that a change of this moment does not look like a loss
  const end = journalEnd(folder)
  // checked twice, because a station may be writing it
  const logDamage = walDamage(`${path}-wal`) === null ? null : walDamage(`${path}-wal`)
  const db = new Database(path, { readonly: true })
  // one transaction, so that all reads see the same state
  db.exec('BEGIN')
  const rows = (sql: string, ...values: (string | number | null)[]): Row[] =>
    db.prepare<(string | number | null)[], Row>(sql).all(...values)
  const has = (table: string): boolean => columnsOf(db, table).length > 0
  const every = `SELECT * FROM mark_history UNION ALL SELECT * FROM mark`
  return {
    schema: Number(db.pragma('user_version', { simple: true })),
    marks: (settled) =>
      settled
        ? rows(`${every} ORDER BY seq`)
        : rows(`SELECT * FROM mark WHERE state NOT IN ('delivered', 'cancelled') ORDER BY seq`),
    marksNamed: (id) => rows(`SELECT * FROM (${every}) WHERE substr(operation_id, 1, ?) = upper(?)`, id.length, id),
    record: (mark) => {
      const ofJob = [text(mark, 'job_id')]
      const ofBending = [text(mark, 'sheet_id'), text(mark, 'drawing_hash'), Number(mark['rework_count'])]
      const sent = `FROM brake_program p WHERE p.sheet_id = ? AND p.drawing_hash = ? AND p.rework_count = ?`
      const hasPrograms = has('brake_program')
      return {
        mark,
        job: rows(`SELECT * FROM job WHERE id = ?`, ...ofJob)[0] ?? null,
        drawing:
          rows(
            `SELECT * FROM drawing WHERE sheet_id = ? AND hash = ?`,
            text(mark, 'sheet_id'),
            text(mark, 'drawing_hash'),
          )[0] ?? null,
        pieces: rows(`SELECT * FROM piece_event WHERE job_id = ? ORDER BY seq`, ...ofJob),
        programs: hasPrograms
          ? rows(
              `SELECT p.*, (SELECT initials FROM operator WHERE id = p.operator_id) AS by_name ${sent} ORDER BY p.rowid`,
              ...ofBending,
            )
          : [],
        programEvents: hasPrograms
          ? rows(
              `SELECT * FROM brake_program_event WHERE program_id IN (SELECT p.id ${sent}) ORDER BY seq`,
              ...ofBending,
            )
          : [],
        decisions: has('decision')
          ? rows(`SELECT * FROM decision WHERE operation_id = ? ORDER BY seq`, text(mark, 'operation_id'))
          : [],
      }
    },
    setAside: () => readSetAside(db),
    lacks: () => logDamage ?? (end === null ? null : lagBehindJournal(db, end)),
    journal: () => journalState(folder, db, end),
    tables: () => {
      const names = [...journaledTables.map(({ name }) => name), 'mark_history', 'change']
      return Object.fromEntries(names.map((name) => [name, salvageTable(db, name, columnsOf(db, name))]))
    },
    damage: () => {
      const result: unknown = db.pragma('integrity_check(1)', { simple: true })
      return result === 'ok' ? null : String(result)
    },
    close: () => void db.close(),
  }
}

const text = (row: Row, column: string): string => String(row[column])

function journalState(folder: string, db: Db, end: JournalEnd | null): JournalState {
  const files = journalFiles(folder)
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    upTo: end?.n ?? 0,
    of: newestChange(db),
    damaged: readJournal(folder, () => '')?.damagedFiles.map(({ path }) => path) ?? [],
  }
}
