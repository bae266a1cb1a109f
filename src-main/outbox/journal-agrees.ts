// Whether the rows of a store are as its journal has them: a bit that flips within a row breaks nothing that SQLite looks at, and each
// line of the journal has its checksum. Touches the store that it is given.
import type { Database } from '../platform/sqlite.ts'
import { forgottenTo } from './changes.ts'
import type { WholeJournal } from './journal-files.ts'
import type { JournalLine } from './journal-line.ts'
import { pinnedOfMark, statesUnderWay } from './schema.ts'
import { keptTables, type KeptTable, type Row, type Value } from './kept-tables.ts'

/** Of a mark under way: what another key alone would change. */
const fixedWithKey: readonly string[] = [
  ...pinnedOfMark,
  'target_drawing_version',
  'target_rework_count',
  'target_drawing_hash',
  'if_match_version',
  'payload',
]

/** The first row that is otherwise than it was written, in words; null: none, or the journal is too old to tell. */
export function otherThanItsJournal(db: Database, journal: WholeJournal): string | null {
  if (journal.n < forgottenTo(db)) return null
  const later = new Set(
    db
      .prepare<[number], { of: string; row: number }>(`SELECT of, row FROM change WHERE n > ?`)
      .all(journal.n)
      .map(({ of, row }) => `${of} ${row}`),
  )
  for (const table of keptTables) {
    const rowOf = finder(db, table)
    for (const line of journal.rows) {
      if (line.of !== table.name) continue
      const found = rowOf(line)
      if (found === undefined) return `a row of ${table.name} that its journal has is gone`
      const { of_rowid: rowid, ...row } = found
      if (later.has(`${table.name} ${String(rowid)}`)) continue
      const columns = saysNoMore(row, line.row) ? fixedWithKey : Object.keys(line.row)
      const column = columns.find((name) => name in row && name in line.row && !isSame(row[name], line.row[name]))
      if (column !== undefined) return `${column} of a row of ${table.name} is not as its journal has it`
    }
  }
  return null
}

function finder(db: Database, { name, keys }: KeptTable): (line: JournalLine) => Row | undefined {
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
      const found = select.get(...values)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Two states of a mark under way, of which the journal is told one alone. */
export const saysNoMore = (row: Row, other: Row): boolean =>
  [row, other].every(({ state }) => statesUnderWay.includes(String(state))) &&
  isSame(row['idempotency_key'], other['idempotency_key']) &&
  isSame(row['request'], other['request'])

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b
