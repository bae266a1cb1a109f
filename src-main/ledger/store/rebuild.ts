// Fills a new store from the readable rows of the old one and from the journal: every row of either, once, in its newer version.
// Accesses the files that it gets.
import Database from 'better-sqlite3'
import type { Database as Db } from '../../platform/sqlite.ts'
import { isSameForJournal } from './journal-agreement.ts'
import { journaledTables, newestChange, storeIdOf } from '../journal/index.ts'
import type { JournalLine, JournaledTable, Row, WholeJournal } from '../journal/index.ts'
import { columnsOf, nullIfDamaged, salvageTable } from './salvage.ts'

export interface Sources {
  /** Null: the file is missing, or is not a database. */
  store: Db | null
  /** The newest change in a sound store; null: the store cannot be trusted. */
  newestSoundChange: number | null
  /** The store is known to lack rows. */
  lost: boolean
  journal: WholeJournal | null
}

export interface Rebuilt {
  /** Rows of the new store, by table. */
  rows: Record<string, number>
  /** Those of them that came from the journal. */
  fromJournal: Record<string, number>
  /** Whether rows are missing, or may be. */
  incomplete: boolean
}

/**
 * Foreign keys are not enforced: a mark whose drawing is lost is still a mark. Undelivered marks become `unknown`, so that they are
 * verified before they are sent.
 */
export function rebuildInto(fresh: Db, sources: Sources): Rebuilt {
  const rebuilt: Rebuilt = { rows: {}, fromJournal: {}, incomplete: false }
  const { store, journal } = sources
  const versions = store === null ? noVersions : versionsIn(store)
  fresh.pragma('foreign_keys = OFF')
  fresh
    .transaction(() => {
      const numbered = Math.max(sources.newestSoundChange ?? 0, journal?.n ?? 0)
      fresh.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)`).run(numbered)
      let unread = false
      const parts = { ...sources, versions, isCovered: hasEveryRow(sources, versions) }
      for (const table of journaledTables) unread = fill(fresh, table, parts, rebuilt) || unread
      keepId(fresh, store, journal)
      markUndeliveredAsUnknown(fresh)
      // so that the journal is written again
      fresh.exec('DELETE FROM change')
      // a damaged journal proves nothing about a store that is behind it or differs from it
      const mayLack =
        unread || sources.lost || store === null || (journal !== null && sources.newestSoundChange === null)
      rebuilt.incomplete ||= mayLack && !coversLoss(sources)
    })
    .immediate()
  fresh.pragma('foreign_keys = ON')
  return rebuilt
}

/** Whether the journal contains what the store lost, except for the last second. */
const coversLoss = ({ newestSoundChange, journal }: Sources): boolean =>
  journal !== null && journal.damagedLines === 0 && journal.missingFiles === 0 && journal.n > (newestSoundChange ?? 0)

/** Makes every undelivered row `unknown` after a restore, so that it is verified before it is sent. */
export function markUndeliveredAsUnknown(db: Db): void {
  db.exec(`UPDATE mark SET state = 'unknown', reason = 'restored', due_at = NULL
    WHERE state IN ('held', 'queued', 'sending', 'waiting')`)
}

/** The same for two lines of one row. */
export function nameOfRow({ of, row }: Pick<JournalLine, 'of' | 'row'>): string {
  const [key] = journaledTables.find(({ name }) => name === of)?.keys ?? []
  return key === undefined ? `${of} ${JSON.stringify(row)}` : `${of} ${named(row, key)}`
}

const named = (row: Row, key: readonly string[]): string => JSON.stringify(key.map((column) => row[column]))

interface Chosen {
  row: Row
  from: 'store' | 'journal'
  /** The table: a delivered mark from the history stays there. */
  into: string
  /** The number of the row's last change; null: neither file has it. */
  n: number | null
}

interface FillParts extends Sources {
  versions: Versions
  /** The journal has every row of the store. */
  isCovered: boolean
}

/** Fills one table. Returns whether a part of the old table could not be read. */
function fill(
  fresh: Db,
  table: JournaledTable,
  { store, newestSoundChange, journal, versions, isCovered }: FillParts,
  rebuilt: Rebuilt,
): boolean {
  const columns = columnsOf(fresh, table.name)
  const lines = (journal?.rows ?? []).filter(({ of }) => of === table.name)
  const byKey = table.keys.map((key) => new Map(lines.map((line) => [named(line.row, key), line])))
  const passedOver = new Set<JournalLine>()
  const chosen: Chosen[] = []
  const seen = new Set<string>()
  let unread = false
  for (const into of table.name === 'mark' ? ['mark_history', 'mark'] : [table.name]) {
    const read = store === null ? { rows: [], rowids: [], incomplete: false } : salvageTable(store, into, columns)
    unread ||= read.incomplete
    for (const [index, row] of read.rows.entries()) {
      const name = nameOfRow({ of: table.name, row })
      if (seen.has(name)) continue
      seen.add(name)
      const journalLines = table.keys.flatMap((key, no) => byKey[no]?.get(named(row, key)) ?? [])
      const same = journalLines[0]
      const n = same?.n ?? versions.numberOf(table.name, read.rowids[index] ?? 0)
      if (same === undefined) {
        // a row that neither file numbers has a damaged key where the journal has all rows
        if (n !== null || !isCovered) chosen.push({ row, from: 'store', into, n })
      } else if (journalLines.length === table.keys.length && journalLines.every((line) => line === same)) {
        const isNewer = (): boolean =>
          !isSameForJournal(row, same.row) && versions.isNewer(read.rowids[index] ?? 0, same, journal?.hidesBefore ?? 0)
        const storeWins = newestSoundChange === null ? table.changes && isNewer() : same.n <= newestSoundChange
        // damage of the schema hides a column of the store, and the journal has it
        const lacksColumn = columns.some((name) => name in same.row && !(name in row))
        if (!storeWins || lacksColumn) continue
        chosen.push({ row, from: 'store', into, n })
        passedOver.add(same)
      }
      // otherwise its keys belong to different rows: damage that SQLite does not detect, and the journal has the row
    }
  }
  for (const line of lines)
    if (!passedOver.has(line)) chosen.push({ row: line.row, from: 'journal', into: table.name, n: line.n })
  put(fresh, table, inOrder(table, keepOneActive(table, chosen)), columns, rebuilt)
  return unread
}

/** Whether the journal has every row of a damaged store: it is whole and reaches as far as the store. */
const hasEveryRow = ({ newestSoundChange, journal }: Sources, { newest }: Versions): boolean =>
  newestSoundChange === null &&
  journal !== null &&
  journal.damagedLines === 0 &&
  journal.missingFiles === 0 &&
  newest !== null &&
  newest <= journal.n

/** The newest row must be inserted last. Store and journal are each in the order of their changes. */
function inOrder({ newestBy }: JournaledTable, chosen: Chosen[]): Chosen[] {
  if (newestBy === undefined) return chosen
  const ofJournal = chosen.filter(({ from }) => from === 'journal').toReversed()
  const ordered: Chosen[] = []
  for (const [row, nextNumber] of withNextNumbers(chosen.filter(({ from }) => from === 'store'))) {
    for (let line = ofJournal.at(-1); line !== undefined && comesBefore(line, row, nextNumber, newestBy);) {
      ordered.push(line)
      ofJournal.pop()
      line = ofJournal.at(-1)
    }
    ordered.push(row)
  }
  return [...ordered, ...ofJournal.toReversed()]
}

/** Each row with its own number, or with that of the first row after it that has one; null: none has. */
function withNextNumbers(rows: readonly Chosen[]): [Chosen, number | null][] {
  let next: number | null = null
  const fromLast = rows.toReversed().map((row): [Chosen, number | null] => {
    next = row.n ?? next
    return [row, next]
  })
  return fromLast.toReversed()
}

/**
 * Whether a row of the journal is older than one of the store. The numbers of their changes decide. `nextNumber`: of the store's row, or
 * of the first one after it that has a number. The clock decides only about a row without a number, because the clock may be set back.
 */
function comesBefore(line: Chosen, row: Chosen, nextNumber: number | null, newestBy: string): boolean {
  if (nextNumber !== null && (row.n !== null || nextNumber < (line.n ?? 0))) return (line.n ?? 0) < nextNumber
  return figure(line.row[newestBy]) < figure(row.row[newestBy])
}

interface Versions {
  /**
   * Whether the row of a damaged store is newer than its last line in the journal. The number of the change decides, not a clock. A row
   * that the store does not list as changed has no later change than the journal knows, unless the journal lost lines: then the store's
   * version is not older where the store reaches as far as the line. `hidesBefore`: see JournalDamage.
   */
  isNewer: (rowid: number, line: JournalLine, hidesBefore: number) => boolean
  /** The number of the newest change of the store; null: it cannot be read. */
  newest: number | null
  /** The number of the last change of a row that the store lists as changed; null: it does not. */
  numberOf: (table: string, rowid: number) => number | null
}

const noVersions: Versions = { newest: null, isNewer: () => false, numberOf: () => null }

function versionsIn(store: Db): Versions {
  const changes = salvageTable(store, 'change', ['n', 'of', 'row']).rows
  const listed = new Map(changes.map(({ n, of, row }) => [`${String(of)} ${String(row)}`, figure(n)]))
  const newest = nullIfDamaged(() => newestChange(store))
  return {
    newest,
    isNewer: (rowid, line, hidesBefore) => {
      const listedAs = listed.get(`${line.of} ${rowid}`)
      return listedAs === undefined ? line.n < hidesBefore && line.n <= (newest ?? 0) : listedAs > line.n
    },
    numberOf: (table, rowid) => listed.get(`${table} ${rowid}`) ?? null,
  }
}

/**
 * Enforces what the store allows only once: one mark per bending, one open job per sheet, one active operator per initials. Where a
 * later row exists, the earlier row must have ended before it, whatever its readable version says.
 */
function keepOneActive(table: JournaledTable, chosen: readonly Chosen[]): Chosen[] {
  const rule = endedBy[table.name]
  if (rule === undefined) return [...chosen]
  const later = new Set<string>()
  const sorted = chosen.toSorted((a, b) => (rule.order(a.row) < rule.order(b.row) ? 1 : -1))
  const settled = sorted.map((one): Chosen => {
    const name = rule.once(one.row)
    if (name === null) return one
    if (later.has(name)) return { ...one, row: { ...one.row, ...rule.ended } }
    later.add(name)
    return one
  })
  return settled.toReversed()
}

interface EndedRule {
  /** The name that only one row may have; null: the row has ended. */
  once: (row: Row) => string | null
  order: (row: Row) => string | number
  ended: Row
}
const figure = (value: Row[string] | undefined): number => (typeof value === 'number' ? value : 0)
const endedBy: Readonly<Record<string, EndedRule>> = {
  mark: {
    once: (row) => (row['state'] === 'cancelled' ? null : named(row, ['sheet_id', 'rework_count'])),
    order: (row) => figure(row['seq']),
    ended: { state: 'cancelled', reason: 'restored' },
  },
  job: {
    once: (row) => (row['state'] === 'open' ? named(row, ['sheet_id']) : null),
    order: (row) => figure(row['opened_at']),
    ended: { state: 'paused' },
  },
  operator: {
    once: (row) => (row['active'] === 1 ? named(row, ['initials']) : null),
    order: (row) => named(row, ['id']),
    ended: { active: 0 },
  },
}

function put(fresh: Db, table: JournaledTable, chosen: readonly Chosen[], columns: string[], rebuilt: Rebuilt): void {
  rebuilt.rows[table.name] = 0
  rebuilt.fromJournal[table.name] = 0
  const inserts = new Map<string, ReturnType<Db['prepare']>>()
  const insertOf = (into: string, names: readonly string[]) => {
    const sql = `INSERT INTO ${into} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    const insert = inserts.get(sql) ?? fresh.prepare(sql)
    inserts.set(sql, insert)
    return insert
  }
  for (const { row, from, into } of chosen) {
    const names = columns.filter((name) => Object.hasOwn(row, name))
    try {
      insertOf(into, names).run(...names.map((name) => row[name]))
      rebuilt.rows[table.name] = (rebuilt.rows[table.name] ?? 0) + 1
      if (from === 'journal') rebuilt.fromJournal[table.name] = (rebuilt.fromJournal[table.name] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      rebuilt.incomplete = true
    }
  }
}

/** Keeps the id by which other stations know this one, so that its hand-over codes stay valid. */
function keepId(fresh: Db, store: Db | null, journal: WholeJournal | null): void {
  const id = journal?.store ?? idIn(store)
  if (id !== null) fresh.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('station_id', ?)`).run(id)
}

const idIn = (store: Db | null): string | null => (store === null ? null : nullIfDamaged(() => storeIdOf(store)))
