// The file of the shared documents, peers.db: each update with its length and SHA-256, and the facts as rows. It can be rebuilt from this
// station's ledger and from the other stations, so it is never the only place of what this station did. Touches only that file.
import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoized } from '../../../shared/base/memoized.ts'
import { readFact, type StoredFact } from '../../../shared/peers/index.ts'
import { openDatabase, type Database, type Migration } from '../../platform/sqlite.ts'
import { isPreferred } from './fact-key.ts'

const migrations: readonly Migration[] = [
  {
    name: 'updates, facts, and what each peer has',
    sql: `
CREATE TABLE document_update (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL,
  bytes BLOB NOT NULL,
  length INTEGER NOT NULL,
  sha256 BLOB NOT NULL
) STRICT;
CREATE INDEX document_update_of ON document_update (document, n);

-- the digest of each document's state, so that two stations compare documents without loading them
CREATE TABLE document (name TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE fact (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  station TEXT NOT NULL,
  kind TEXT NOT NULL,
  sheet TEXT,
  moment INTEGER NOT NULL,
  -- 1: it mirrors a row of this station's ledger
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  -- 0: of a newer program; kept and passed on
  is_known INTEGER NOT NULL CHECK (is_known IN (0, 1)),
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX fact_of_sheet ON fact (sheet, kind) WHERE sheet IS NOT NULL;
CREATE INDEX fact_of_document ON fact (document);
CREATE INDEX fact_of_kind ON fact (kind, document);

-- the newest of this station's facts that the peer has on its disk
CREATE TABLE peer (fingerprint TEXT PRIMARY KEY, has_up_to INTEGER NOT NULL, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE cursor (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: 'the newest fact of a station, and the sheets of other stations',
    // screens ask for both with each change, and without these indexes the answer reads every fact of 92 days
    sql: `
CREATE INDEX fact_of_station ON fact (station, kind, moment) WHERE is_known = 1;
CREATE INDEX fact_elsewhere ON fact (document, sheet) WHERE is_own = 0 AND is_known = 1 AND sheet IS NOT NULL;
`,
  },
]

export interface StoredUpdate {
  n: number
  bytes: Buffer
}

export interface FactRow {
  n: number
  key: string
  document: string
  station: string
  kind: string
  sheet: string | null
  moment: number
  isOwn: boolean
  isKnown: boolean
  body: string
}

/** What storing a fact did. */
interface StoredFactChange {
  /** The fact as a row, with the one that it replaced; empty: what was stored stays. */
  changed: FactRow[]
  /** Two different facts have this key. */
  isContested: boolean
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Opens peers.db. One that cannot be read is set aside under another name, and `onSetAside` gets that name. */
export function openDocumentFile(folder: string, onSetAside: (file: string, error: unknown) => void): DocumentFile {
  const path = join(folder, 'peers.db')
  const open = (): DocumentFile => new DocumentFile(openDatabase({ path, durability: 'NORMAL', migrations }))
  try {
    return open()
  } catch (error) {
    if (!isDamage(error) || !existsSync(path)) throw error
    const aside = `${path}.damaged`
    for (const end of ['', '-wal', '-shm']) {
      rmSync(`${aside}${end}`, { force: true })
      if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${aside}${end}`)
    }
    onSetAside(aside, error)
    return open()
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT')

export class DocumentFile {
  readonly #db: Database
  readonly #sql: ReturnType<typeof prepareStatements>
  /** The facts of each document, because SQLite counts row by row, and every event asks. */
  readonly #counts = new Map<string, number>()
  /** The bytes of the stored updates of each document. */
  readonly #bytes = new Map<string, number>()

  constructor(db: Database) {
    this.#db = db
    this.#sql = prepareStatements(db)
  }

  /** Runs `act` as one commit. */
  commit<T>(act: () => T): T {
    if (this.#db.inTransaction) return act()
    try {
      return this.#db.transaction(act).immediate()
    } catch (error) {
      this.#counts.clear()
      this.#bytes.clear()
      throw error
    }
  }

  appendUpdate(document: string, bytes: Uint8Array, digest: string): void {
    this.#sql.appendUpdate.run(document, bytes, bytes.length, sha256(bytes))
    const stored = this.#bytes.get(document)
    if (stored !== undefined) this.#bytes.set(document, stored + bytes.length)
    this.#sql.setDigest.run(document, digest)
  }

  /** Replaces all updates of a document by one. */
  replaceUpdates(document: string, bytes: Uint8Array, digest: string): void {
    this.commit(() => {
      this.#sql.deleteUpdates.run(document)
      this.#bytes.delete(document)
      this.appendUpdate(document, bytes, digest)
    })
  }

  /** Null: at least one of them is damaged. */
  updatesOf(document: string): StoredUpdate[] | null {
    const rows = this.#sql.updates.all(document)
    const isWhole = rows.every(({ bytes, length, hash }) => bytes.length === length && sha256(bytes).equals(hash))
    return isWhole ? rows.map(({ n, bytes }) => ({ n, bytes })) : null
  }

  digests(): Map<string, string> {
    return new Map(this.#sql.digests.all().map(({ name, digest }) => [name, digest]))
  }

  /** Stores a fact. If one with this key is stored already, the preferred one stays; a fact of another document always stays. */
  storeFact(row: Omit<FactRow, 'n'>): StoredFactChange {
    const { changes } = this.#sql.insertFact.run({
      ...row,
      isKnown: row.isKnown ? 1 : 0,
      isOwn: row.isOwn ? 1 : 0,
    })
    const stored = changes === 1 ? null : this.fact(row.key)
    if (stored === null) {
      const count = this.#counts.get(row.document)
      if (count !== undefined) this.#counts.set(row.document, count + 1)
      return { changed: [{ ...row, n: 0 }], isContested: false }
    }
    const { key, station, kind, sheet, moment, isKnown, body } = row
    if (stored.document !== row.document || stored.body === body) return { changed: [], isContested: false }
    if (!isPreferred(body, stored.body)) return { changed: [], isContested: true }
    this.#sql.replaceFact.run({ key, station, kind, sheet, moment, isKnown: isKnown ? 1 : 0, body })
    return { changed: [{ ...row, n: stored.n, isOwn: stored.isOwn }, stored], isContested: true }
  }

  /** Another station returned a fact of this one's after the file was lost. */
  setOwn(key: string): void {
    this.#sql.setOwn.run(key)
  }

  fact(key: string): FactRow | null {
    return rowOf(this.#sql.fact.get(key))
  }

  factsOf(document: string): FactRow[] {
    return this.#sql.factsOf.all(document).map(factRow)
  }

  /** Known facts of one kind, of all documents. */
  factsOfKind(kind: string): FactRow[] {
    return this.#sql.ofKind.all(kind).map(factRow)
  }

  /** Known facts of one kind that are not this station's own, in the documents of a range of days. */
  factsElsewhereOf(kind: string, from: string, to: string): FactRow[] {
    return this.#sql.elsewhereIn.all(kind, from, to).map(factRow)
  }

  /** The moment of the newest fact of a kind of a station, ms since 1970; 0: there is none. */
  newestOf(station: string, kind: string): number {
    return this.#sql.newestOf.get(station, kind) ?? 0
  }

  /** The moment of the newest known fact of a kind that is not this station's own; 0: there is none. */
  newestElsewhereMs(kind: string): number {
    return this.#sql.newestElsewhere.get(kind) ?? 0
  }

  factsOfSheet(sheet: string): FactRow[] {
    return this.#sql.ofSheet.all(sheet).map(factRow)
  }

  /** The sheets with a fact of another station in a document of that day or a later one. */
  sheetsElsewhere(day: string): string[] {
    return this.#sql.sheetsElsewhere.all(day)
  }

  countFacts(document: string): number {
    return memoized(this.#counts, document, () => this.#sql.count.get(document) ?? 0)
  }

  /** The bytes of the stored updates of a document. */
  countBytes(document: string): number {
    return memoized(this.#bytes, document, () => this.#sql.countBytes.get(document) ?? 0)
  }

  /** The number of this station's own facts after the n-th row. */
  countOwnAfter(n: number): number {
    return this.#sql.countOwnAfter.get(n) ?? 0
  }

  newest(): number {
    return this.#sql.newest.get() ?? 0
  }

  deleteDocument(name: string): void {
    this.commit(() => {
      for (const statement of [this.#sql.deleteUpdates, this.#sql.deleteFacts, this.#sql.deleteDigest])
        statement.run(name)
    })
    this.#counts.delete(name)
    this.#bytes.delete(name)
  }

  peer(fingerprint: string): { hasUpTo: number; seenAtMs: number } | null {
    return this.#sql.peer.get(fingerprint) ?? null
  }

  setPeer(fingerprint: string, hasUpTo: number, seenAtMs: number): void {
    this.#sql.setPeer.run(fingerprint, hasUpTo, seenAtMs)
  }

  cursor(name: string): number {
    return this.#sql.cursor.get(name) ?? 0
  }

  setCursor(name: string, value: number): void {
    this.#sql.setCursor.run(name, value)
  }

  close(): void {
    this.#db.close()
  }
}

interface StoredFactRow extends Omit<FactRow, 'isKnown' | 'isOwn'> {
  isKnown: number
  isOwn: number
}

const factRow = (row: StoredFactRow): FactRow => ({ ...row, isKnown: row.isKnown === 1, isOwn: row.isOwn === 1 })
const rowOf = (row: StoredFactRow | undefined): FactRow | null => (row === undefined ? null : factRow(row))

function prepareStatements(db: Database) {
  const columns = `n, key, document, station, kind, sheet, moment, is_own AS isOwn, is_known AS isKnown, body`
  const facts = (where: string) => `SELECT ${columns} FROM fact WHERE ${where} ORDER BY n`
  return {
    appendUpdate: db.prepare<[string, Uint8Array, number, Buffer]>(
      'INSERT INTO document_update (document, bytes, length, sha256) VALUES (?, ?, ?, ?)',
    ),
    updates: db.prepare<[string], { n: number; bytes: Buffer; length: number; hash: Buffer }>(
      'SELECT n, bytes, length, sha256 AS hash FROM document_update WHERE document = ? ORDER BY n',
    ),
    deleteUpdates: db.prepare<[string]>('DELETE FROM document_update WHERE document = ?'),
    setDigest: db.prepare<[string, string]>(
      'INSERT INTO document (name, digest) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest',
    ),
    deleteDigest: db.prepare<[string]>('DELETE FROM document WHERE name = ?'),
    digests: db.prepare<[], { name: string; digest: string }>('SELECT name, digest FROM document'),
    insertFact: db.prepare<Omit<StoredFactRow, 'n'>>(
      `INSERT INTO fact (key, document, station, kind, sheet, moment, is_own, is_known, body)
       VALUES (@key, @document, @station, @kind, @sheet, @moment, @isOwn, @isKnown, @body) ON CONFLICT (key) DO NOTHING`,
    ),
    replaceFact: db.prepare<Omit<StoredFactRow, 'n' | 'document' | 'isOwn'>>(
      `UPDATE fact SET station = @station, kind = @kind, sheet = @sheet, moment = @moment, is_known = @isKnown, body = @body
       WHERE key = @key`,
    ),
    setOwn: db.prepare<[string]>('UPDATE fact SET is_own = 1 WHERE key = ?'),
    deleteFacts: db.prepare<[string]>('DELETE FROM fact WHERE document = ?'),
    fact: db.prepare<[string], StoredFactRow>(facts('key = ?')),
    factsOf: db.prepare<[string], StoredFactRow>(facts('document = ?')),
    ofKind: db.prepare<[string], StoredFactRow>(facts('kind = ? AND is_known = 1')),
    elsewhereIn: db.prepare<[string, string, string], StoredFactRow>(
      facts('kind = ? AND is_known = 1 AND is_own = 0 AND document BETWEEN ? AND ?'),
    ),
    newestOf: db
      .prepare<[string, string], number>('SELECT max(moment) FROM fact WHERE station = ? AND kind = ? AND is_known = 1')
      .pluck(),
    ofSheet: db.prepare<[string], StoredFactRow>(facts('sheet = ? AND is_known = 1')),
    sheetsElsewhere: db
      .prepare<[string], string>(
        'SELECT DISTINCT sheet FROM fact WHERE document >= ? AND is_own = 0 AND is_known = 1 AND sheet IS NOT NULL',
      )
      .pluck(),
    newestElsewhere: db
      .prepare<[string], number>('SELECT max(moment) FROM fact WHERE kind = ? AND is_known = 1 AND is_own = 0')
      .pluck(),
    count: db.prepare<[string], number>('SELECT count(*) FROM fact WHERE document = ?').pluck(),
    countBytes: db
      .prepare<[string], number>('SELECT coalesce(sum(length), 0) FROM document_update WHERE document = ?')
      .pluck(),
    countOwnAfter: db.prepare<[number], number>('SELECT count(*) FROM fact WHERE n > ? AND is_own = 1').pluck(),
    newest: db.prepare<[], number>('SELECT max(n) FROM fact').pluck(),
    peer: db.prepare<[string], { hasUpTo: number; seenAtMs: number }>(
      'SELECT has_up_to AS hasUpTo, seen_at AS seenAtMs FROM peer WHERE fingerprint = ?',
    ),
    setPeer: db.prepare<[string, number, number]>(
      `INSERT INTO peer (fingerprint, has_up_to, seen_at) VALUES (?, ?, ?)
       ON CONFLICT (fingerprint) DO UPDATE SET has_up_to = excluded.has_up_to, seen_at = excluded.seen_at`,
    ),
    cursor: db.prepare<[string], number>('SELECT value FROM cursor WHERE name = ?').pluck(),
    setCursor: db.prepare<[string, number]>(
      'INSERT INTO cursor (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ),
  }
}

/** The facts of the rows that this program knows. */
export function storedFacts(rows: readonly FactRow[]): StoredFact[] {
  return rows.flatMap(({ key, body }) => {
    const read = readFact(JSON.parse(body))
    return read.is === 'known' ? [{ key, fact: read.fact }] : []
  })
}
