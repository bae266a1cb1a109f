// The store's list of its own changes, from which the journal is written. Touches only the outbox's file.
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/sqlite.ts'
import { journaledTables, type Row } from './journaled-tables.ts'

export interface Change {
  n: number
  of: string
  row: Row
}

/** The last change that is no longer in the list. Also works for a file that is opened read-only. */
export const forgottenTo = (db: Database): number =>
  (db.prepare<[], number | null>(`SELECT min(n) FROM change`).pluck().get() ?? newestChange(db) + 1) - 1

export type Changes = ReturnType<typeof openChanges>

/** The number of the newest change; 0: none yet. Also works for a file that is opened read-only. */
export const newestChange = (db: Database): number =>
  db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'change'`).pluck().get() ?? 0

/** The id of the store, by which other stations know it; null: it was never opened. */
export const storeIdOf = (db: Database): string | null =>
  db.prepare<[], string>(`SELECT value FROM meta WHERE name = 'station_id'`).pluck().get() ?? null

// an insert of so many rows takes a few milliseconds
const rowsAtOnce = 2_000

/** The name under which a table's rows are in the journal, and the table. */
const everyTable = (): (readonly [string, string])[] => [
  ...journaledTables.map(({ name }) => [name, name] as const),
  ['mark', 'mark_history'],
]

/** Replaces the list: notes every journaled row as changed. */
export function noteAll(db: Database): void {
  db.transaction(() => {
    db.exec('DELETE FROM change')
    for (const [as, table] of everyTable())
      db.exec(`INSERT INTO change (of, row) SELECT '${as}', rowid FROM ${table} ORDER BY rowid`)
  }).immediate()
}

/** The same while the station runs: adds to the list, a part in each tick of the loop. Rejects when `signal` is aborted. */
export async function noteAllInParts(db: Database, signal: AbortSignal): Promise<void> {
  for (const [as, table] of everyTable()) {
    const note = db.prepare<[number]>(
      `INSERT INTO change (of, row) SELECT '${as}', rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce}`,
    )
    const lastNoted = db.prepare<[number], number | null>(
      `SELECT max(rowid) FROM (SELECT rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce})`,
    )
    for (let from: number | null = 0; from !== null;) {
      const after: number = from
      // both in one transaction, so that they see the same rows
      from = db
        .transaction(() => {
          note.run(after)
          return lastNoted.pluck().get(after) ?? null
        })
        .immediate()
      await setImmediate(undefined, { signal })
    }
  }
}

export function openChanges(db: Database) {
  const noted = db.prepare<[number, number], { n: number; of: string; row: number }>(
    `SELECT n, of, row FROM change WHERE n > ? ORDER BY n LIMIT ?`,
  )
  const forget = db.prepare<[number]>(`DELETE FROM change WHERE n <= ?`)
  const rowOf = new Map(
    [...journaledTables.map(({ name }) => name), 'mark_history'].map((name) => [
      name,
      db.prepare<[number], Row>(`SELECT * FROM ${name} WHERE rowid = ?`),
    ]),
  )
  const find = (of: string, row: number): Row | undefined =>
    rowOf.get(of)?.get(row) ?? (of === 'mark' ? rowOf.get('mark_history')?.get(row) : undefined)

  return {
    /** The present rows, each once, in the order of their newest change after `n`. `upTo`: the newest change that is included. */
    after: (n: number, limit: number): { changes: Change[]; upTo: number } => {
      const notedChanges = noted.all(n, limit)
      const newest = new Map(notedChanges.map((change) => [`${change.of} ${change.row}`, change]))
      const changes = [...newest.values()]
        .toSorted((a, b) => a.n - b.n)
        .flatMap(({ n, of, row }) => {
          const now = find(of, row)
          return now === undefined ? [] : [{ n, of, row: now }]
        })
      return { changes, upTo: notedChanges.at(-1)?.n ?? n }
    },
    newest: (): number => newestChange(db),
    forgottenTo: (): number => forgottenTo(db),
    forget: (upTo: number): void => void forget.run(upTo),
  }
}
