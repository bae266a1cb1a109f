// Compares the rows of a store with its journal. SQLite does not notice a flipped bit within a row, but each line of the journal has a
// checksum. Reads the store that it gets.
import type { Database } from '../../platform/sqlite.ts'
import { forgottenTo, journaledTables } from '../journal/index.ts'
import type { JournalLine, JournaledTable, Row, Value, WholeJournal } from '../journal/index.ts'
import { pinnedOfMark, statesUnderWay } from './mark-columns.ts'

/** The columns of an undelivered mark that change only with a new key. */
const fixedWithKey: readonly string[] = [
  ...pinnedOfMark,
  'target_drawing_version',
  'target_rework_count',
  'target_drawing_hash',
  'if_match_version',
  'payload',
]

/**
 * Describes the first row that differs from the journal; null: none, or the journal is too old to decide. A damaged journal proves
 * nothing about what may have changed in its lost lines.
 */
export function journalMismatch(db: Database, journal: WholeJournal): string | null {
  if (journal.n < forgottenTo(db)) return null
  const later = new Set(
    db
      .prepare<[number], { of: string; row: number }>(`SELECT of, row FROM change WHERE n > ?`)
      .all(journal.n)
      .map(({ of, row }) => `${of} ${row}`),
  )
  for (const table of journaledTables) {
    const rowOf = finder(db, table)
    for (const line of journal.rows) {
      if (line.of !== table.name) continue
      const storedRow = rowOf(line)
      if (storedRow === undefined) return `a row of ${table.name} is in the journal but not in the store`
      const { of_rowid: rowid, ...row } = storedRow
      if (later.has(`${table.name} ${String(rowid)}`)) continue
      const columns =
        table.changes && line.n < journal.hidesBefore
          ? pinnedOfMark
          : isSameForJournal(row, line.row)
            ? fixedWithKey
            : Object.keys(line.row)
      const column = columns.find((name) => name in row && name in line.row && !isSame(row[name], line.row[name]))
      if (column !== undefined) return `${column} of a row of ${table.name} is not as its journal has it`
    }
  }
  return null
}

function finder(db: Database, { name, keys }: JournaledTable): (line: JournalLine) => Row | undefined {
  const [key = []] = keys
  // delivered marks move there
  const tables = name === 'mark' ? ['mark', 'mark_history'] : [name]
  const condition = key.map((column) => `${column} = ?`).join(' AND ')
  const selects = tables.map((table) =>
    db.prepare<unknown[], Row>(`SELECT rowid AS of_rowid, * FROM ${table} WHERE ${condition}`),
  )
  return ({ row }) => {
    const values = key.map((column) => row[column])
    for (const select of selects) {
      const storedRow = select.get(...values)
      if (storedRow !== undefined) return storedRow
    }
    return undefined
  }
}

/** Whether both rows are undelivered states of one request. The journal records only the first of them. */
export const isSameForJournal = (row: Row, other: Row): boolean =>
  [row, other].every(({ state }) => statesUnderWay.includes(String(state))) &&
  isSame(row['idempotency_key'], other['idempotency_key']) &&
  isSame(row['request'], other['request'])

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b
