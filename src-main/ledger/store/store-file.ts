// Opens outbox.db with durability FULL and makes a copy before an upgrade. Sets a file aside that is damaged, missing or behind its
// journal, or that a person wants rebuilt. Rebuilds it from its readable rows and the journal, and reports that. Accesses the outbox's
// files in its folder.
import Database from 'better-sqlite3'
import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { kantCommandHere } from '../../platform/kant-command.ts'
import {
  NewerFileError,
  openDatabase,
  refuseNewerFile,
  type Database as Db,
  type Migration,
} from '../../platform/sqlite.ts'
import { syncFolderNow } from '../../platform/sync-folder.ts'
import { journalEnd, journalFiles, journalFolder, newestChange, readJournal, storeIdOf } from '../journal/index.ts'
import type { JournalEnd } from '../journal/index.ts'
import { journalMismatch } from './journal-agreement.ts'
import { nameOfRow, rebuildInto, type Rebuilt } from './rebuild.ts'
import { nullIfDamaged } from './salvage.ts'
import { outboxMigrations } from './schema.ts'
import { schemaDamage } from './schema-check.ts'
import { hadStore, holdFolder } from './station-lock.ts'
import { walDamage } from './wal-damage.ts'
import type { OnBoundary } from '../test-hooks.ts'

const counts = z.record(z.string(), z.int())
const setAside = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The name of the former file in the same folder, if there was one. */
  file: z.string(),
  /** SQLite's message, or what was missing. */
  why: z.string(),
  /** Rows of the rebuilt file by table, and those of them that came from the journal. */
  rows: counts,
  fromJournal: counts.default({}),
  incomplete: z.boolean(),
})
/** The report on a file that was set aside. It is repeated at every opening until a person has acknowledged it. */
export type SetAside = z.infer<typeof setAside>

export interface OutboxFileOptions {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  migrations?: readonly Migration[]
  /** A station held this folder before: a missing or empty file is then a loss. */
  usedBefore?: boolean
  /** Rebuilds the file in any case, for this reason. */
  rebuildBecause?: string
  onBoundary?: OnBoundary
  /** The file has just been checked, and the folder was held since. */
  isSound?: boolean
  /** See `openDatabase`. */
  onDiskFault?: (error: unknown) => void
}

const suffixes = ['', '-wal', '-shm'] as const

/** Throws NewerFileError for a newer program's file, and SQLite's error where the disk refuses the file. */
export function openOutboxFile(options: OutboxFileOptions): Db {
  const { folder, now, migrations = outboxMigrations, usedBefore = false, rebuildBecause = null } = options
  const { isSound = false, onBoundary = () => undefined, onDiskFault } = options
  const path = join(folder, 'outbox.db')
  const rebuilt = join(folder, 'outbox.db.rebuilt')
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const open = (filePath: string): Db =>
    openDatabase({
      path: filePath,
      durability: 'FULL',
      migrations,
      beforeUpgrade: (db, from) => {
        keepCopy(db, join(folder, `outbox.db.v${from}-${stamp}.backup`))
        onBoundary('upgrade_copied')
      },
      onUpgrade: (step) => onBoundary(`upgrade_${step}`),
      ...(onDiskFault === undefined ? {} : { onDiskFault }),
    })
  if (isSound) return open(path)
  refuseNewerFile(path, migrations.length)
  if (existsSync(rebuilt)) finishOrDrop(folder, path, rebuilt)
  const journal = nullIfUnreadable(() => journalEnd(folder))
  if (journal !== null && journal.schema > migrations.length)
    throw new NewerFileError(journalFolder(folder), journal.schema, migrations.length)
  const isNew = !usedBefore && journal === null
  if (isNew && sizeOf(path) <= 1 && sizeOf(`${path}-wal`) === 0) makeStore(folder, path, open)
  const lost = findLoss(path, isNew)
  const dbOrDamage = lost ?? rebuildBecause ?? findDamage(() => open(path), { folder, journal, migrations })
  if (typeof dbOrDamage !== 'string') {
    if (journal !== null && isOfAnotherStore(dbOrDamage, journal)) putForeignJournalAside(dbOrDamage, folder, now)
    return dbOrDamage
  }
  rebuild({
    folder,
    path,
    rebuilt,
    why: dbOrDamage,
    rebuiltAtMs: now,
    aside: `outbox.db.${dbOrDamage === rebuildBecause ? 'replaced' : 'damaged'}-${stamp}`,
    open,
    lost: lost !== null,
  })
  swapIn(folder, path, rebuilt)
  return open(path)
}

/** A new store gets its name only after it is complete: after a power cut there is none, or a whole one. */
function makeStore(folder: string, path: string, open: (filePath: string) => Db): void {
  const fresh = `${path}.new`
  dropFiles(fresh)
  open(fresh).close()
  dropFiles(path)
  renameSync(fresh, path)
  syncFolderNow(folder)
}

/** The file with its log and its index. */
const dropFiles = (path: string): void => suffixes.forEach((suffix) => rmSync(`${path}${suffix}`, { force: true }))

/** 0 for a missing file. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Throws NoStoreError where there is neither store nor journal, and the errors of `openLedger`. `now`: ms since 1970. */
export function rebuildOutbox(folder: string, now: number): SetAside {
  if (!existsSync(join(folder, 'outbox.db')) && journalFiles(folder).length === 0) throw new NoStoreError(folder)
  const held = holdFolder(folder)
  try {
    const db = openOutboxFile({ folder, now, rebuildBecause: 'somebody asked for it to be rebuilt' })
    const report = readSetAside(db)
    db.close()
    if (report === null) throw new Error(`${folder} was not rebuilt`)
    return report
  } finally {
    held.release()
  }
}

/** There is no store to read. */
export class NoStoreError extends Error {
  constructor(folder: string) {
    super(`There is no outbox in ${folder}${whyNone(folder)}`)
    this.name = 'NoStoreError'
  }
}

/** The rest of the sentence. */
function whyNone(folder: string): string {
  const journal = readJournal(folder, nameOfRow)
  if (journal !== null) {
    const marks = journal.rows.filter(({ of }) => of === 'mark').length
    return `, but its journal is there, with ${marks} marks. ${rebuildHint(folder)}`
  }
  return hadStore(folder)
    ? ', though a station has run there, and no journal of it.'
    : ': no station has run there yet.'
}

/** What to do about the incomplete store of a folder. */
export const rebuildHint = (folder: string): string =>
  `"${kantCommandHere(folder)} outbox rebuild", or the next start of the station, rebuilds it.`

/** The copy gets its name only after it is complete. */
function keepCopy(db: Db, path: string): void {
  const part = `${path}.part`
  rmSync(part, { force: true })
  closeSync(openSync(part, 'w', 0o600))
  db.prepare('VACUUM INTO ?').run(part)
  renameSync(part, path)
}

/** Null: no file was set aside, or a person has acknowledged it. */
export function readSetAside(db: Db): SetAside | null {
  const value = db.prepare<[], string>(`SELECT value FROM meta WHERE name = 'set_aside'`).pluck().get()
  return value === undefined ? null : setAside.parse(JSON.parse(value))
}

export const forgetSetAside = (db: Db): void => void db.prepare(`DELETE FROM meta WHERE name = 'set_aside'`).run()

const writeSetAside = (db: Db, report: SetAside): void =>
  void db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('set_aside', ?)`).run(JSON.stringify(report))

/** A loss that SQLite ignores silently: a missing file, or a damaged log, which it truncates. Null: none. */
function findLoss(path: string, isNew: boolean): string | null {
  // SQLite takes a file of one byte for an empty one (`unixFileSize` in its os_unix.c)
  if (sizeOf(path) > 1) return walDamage(`${path}-wal`)
  return isNew ? null : 'the file is gone or empty'
}

/** The opened file, or what is wrong with it. Throws errors that are not damage of the file. */
function findDamage(
  open: () => Db,
  { folder, journal, migrations }: { folder: string; journal: JournalEnd | null; migrations: readonly Migration[] },
): Db | string {
  try {
    const db = open()
    const damage =
      integrity(db) ??
      schemaDamage(db, migrations) ??
      (journal === null ? null : (lagBehindJournal(db, journal) ?? differenceFromJournal(db, folder)))
    if (damage === null) return db
    db.close()
    return damage
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message
    throw error
  }
}

function integrity(db: Db): string | null {
  const result: unknown = db.pragma('integrity_check(1)', { simple: true })
  return result === 'ok' ? null : String(result)
}

/** The changes that the store lacks and its journal has, because its log was deleted or an older copy replaced it. Null: none. */
export function lagBehindJournal(db: Db, journal: JournalEnd): string | null {
  const newest = newestChange(db)
  if (isOfAnotherStore(db, journal) || journal.n <= newest) return null
  return `the store ends at change ${newest}, its journal at change ${journal.n}`
}

/** Damage within a row, which SQLite does not detect. */
function differenceFromJournal(db: Db, folder: string): string | null {
  const journal = nullIfUnreadable(() => readJournal(folder, nameOfRow))
  return journal === null || isOfAnotherStore(db, journal) ? null : journalMismatch(db, journal)
}

const isOfAnotherStore = (db: Db, journal: JournalEnd): boolean => (storeIdOf(db) ?? journal.store) !== journal.store

/** A journal of another station is moved, not deleted. */
function putForeignJournalAside(db: Db, folder: string, nowMs: number): void {
  const file = `journal.of-another-${nowMs}`
  renameSync(journalFolder(folder), join(folder, file))
  const why = 'the journal beside the store belonged to another station'
  writeSetAside(db, { at: nowMs, file, why, rows: {}, fromJournal: {}, incomplete: false })
}

interface Rebuild {
  folder: string
  path: string
  rebuilt: string
  why: string
  rebuiltAtMs: number
  aside: string
  lost: boolean
  open: (filePath: string) => Db
}

/** Writes a new file next to the damaged one, complete and closed, before anything is moved. */
function rebuild({ folder, path, rebuilt, why, rebuiltAtMs, aside, lost, open }: Rebuild): void {
  const copy = join(folder, 'outbox.db.salvage')
  dropFiles(copy)
  for (const suffix of ['', '-wal'] as const)
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  const fresh = open(rebuilt)
  try {
    writeSetAside(fresh, { at: rebuiltAtMs, file: aside, why, ...rebuiltFrom(copy, { fresh, folder, lost }) })
  } finally {
    fresh.close()
    dropFiles(copy)
  }
}

function rebuiltFrom(copy: string, { fresh, folder, lost }: { fresh: Db; folder: string; lost: boolean }): Rebuilt {
  const store = statSync(copy, { throwIfNoEntry: false }) === undefined ? null : new Database(copy)
  try {
    const journal = nullIfUnreadable(() => readJournal(folder, nameOfRow))
    const newestSoundChange =
      store === null
        ? null
        : nullIfDamaged(() =>
            (integrity(store) ?? differenceFromJournal(store, folder)) === null ? newestChange(store) : null,
          )
    const foreign = journal !== null && store !== null && nullIfDamaged(() => isOfAnotherStore(store, journal)) === true
    const behindJournal = journal !== null && !foreign && newestSoundChange !== null && journal.n > newestSoundChange
    const sources = { store, newestSoundChange, lost: lost || behindJournal, journal: foreign ? null : journal }
    return rebuildInto(fresh, sources)
  } finally {
    store?.close()
  }
}

/** Null where the system cannot read the journal. The store is opened without it, and the journal's own warning reports the error. */
function nullIfUnreadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null
    throw error
  }
}

/** Sets the damaged file aside under the name that the rebuilt file has stored, then puts the rebuilt file in its place. Repeatable. */
function swapIn(folder: string, path: string, rebuilt: string): void {
  const aside = asideOf(rebuilt)
  if (aside === null) throw new Error(`${rebuilt} does not name the file that it replaces`)
  for (const suffix of suffixes)
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, join(folder, `${aside}${suffix}`))
  renameSync(rebuilt, path)
}

/** The name for the damaged file; null where the rebuild is incomplete. */
function asideOf(rebuilt: string): string | null {
  return nullIfDamaged(() => {
    const db = new Database(rebuilt, { fileMustExist: true })
    try {
      return readSetAside(db)?.file ?? null
    } finally {
      db.close()
    }
  })
}

/** An earlier start was killed during a rebuild: completes it if the damaged file was already moved, otherwise discards it. */
function finishOrDrop(folder: string, path: string, rebuilt: string): void {
  if (!existsSync(path) && asideOf(rebuilt) !== null) return swapIn(folder, path, rebuilt)
  dropFiles(rebuilt)
}
