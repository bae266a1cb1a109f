// Opens the precious file: durability FULL, a copy before an upgrade, a damaged one set aside with all that can be read of it
// carried over. Never starts empty without saying so. Touches the files of the outbox in its folder.
import Database from 'better-sqlite3'
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { openDatabase, type Database as Db, type Migration } from '../platform/sqlite.ts'
import { doubt, salvage } from './salvage.ts'
import { outboxMigrations } from './schema.ts'
import { walDamage } from './wal-damage.ts'

const setAside = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The damaged file's name now, in the same folder. */
  file: z.string(),
  /** What SQLite said of it. */
  why: z.string(),
  rows: z.record(z.string(), z.int()),
  incomplete: z.boolean(),
})
/** A damaged outbox was put aside; told at every opening until a person has acknowledged it. */
export type SetAside = z.infer<typeof setAside>

export interface OutboxFileOptions {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  migrations?: readonly Migration[]
  /** A station had this folder before: then a file that is gone or empty is a loss. */
  usedBefore?: boolean
}

const suffixes = ['', '-wal', '-shm'] as const

/** Throws NewerFileError for a newer program's file, and what SQLite says where the disk will not have it. */
export function openOutboxFile(options: OutboxFileOptions): Db {
  const { folder, now, migrations = outboxMigrations, usedBefore = false } = options
  const path = join(folder, 'outbox.db')
  const rebuilt = join(folder, 'outbox.db.rebuilt')
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const open = (at: string): Db =>
    openDatabase({
      path: at,
      durability: 'FULL',
      migrations,
      beforeUpgrade: (db, from) => {
        db.prepare('VACUUM INTO ?').run(join(folder, `outbox.db.v${from}-${stamp}.backup`))
      },
    })
  if (existsSync(rebuilt)) finishOrDrop(folder, path, rebuilt)
  const aside = `outbox.db.damaged-${stamp}`
  const lost = whatIsLost(path, usedBefore)
  if (lost !== null) copyAside(folder, path, aside)
  const damage = whatIsWrong(() => open(path))
  if (typeof damage !== 'string') {
    if (lost !== null) {
      doubt(damage)
      tell(damage, { at: now, file: aside, why: lost, rows: {}, incomplete: true })
    }
    return damage
  }
  rebuild({ folder, path, rebuilt, why: damage, at: now, aside, open })
  swapIn(folder, path, rebuilt)
  return open(path)
}

/** Null: nothing was set aside, or a person has acknowledged it. */
export function readSetAside(db: Db): SetAside | null {
  const value = db.prepare<[], string>(`SELECT value FROM meta WHERE name = 'set_aside'`).pluck().get()
  return value === undefined ? null : setAside.parse(JSON.parse(value))
}

export const forgetSetAside = (db: Db): void => void db.prepare(`DELETE FROM meta WHERE name = 'set_aside'`).run()

const tell = (db: Db, report: SetAside): void =>
  void db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('set_aside', ?)`).run(JSON.stringify(report))

/** What SQLite would pass over in silence: a store that is gone, and a log that it would cut off. Null: nothing. */
function whatIsLost(path: string, usedBefore: boolean): string | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 && usedBefore) return 'the file is gone or empty'
  return size === 0 ? null : walDamage(`${path}-wal`)
}

/** As it was found, before SQLite tidies it. A disk without room for the copy does not keep the marks from being taken. */
function copyAside(folder: string, path: string, aside: string): void {
  for (const suffix of ['', '-wal'] as const) {
    const copy = join(folder, `${aside}${suffix}`)
    try {
      if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, copy)
    } catch {
      rmSync(copy, { force: true })
    }
  }
}

/** The file opened, or what is wrong with it. Throws what is not damage of the file. */
function whatIsWrong(open: () => Db): Db | string {
  try {
    const db = open()
    const result: unknown = db.pragma('integrity_check(1)', { simple: true })
    if (result === 'ok') return db
    db.close()
    return String(result)
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message
    throw error
  }
}

interface Rebuild {
  folder: string
  path: string
  rebuilt: string
  why: string
  at: number
  aside: string
  open: (at: string) => Db
}

/** A fresh file beside the damaged one, closed and whole, before anything is moved. */
function rebuild({ folder, path, rebuilt, why, at, aside, open }: Rebuild): void {
  const copy = join(folder, 'outbox.db.salvage')
  const dropCopy = (): void => suffixes.forEach((suffix) => rmSync(`${copy}${suffix}`, { force: true }))
  dropCopy()
  for (const suffix of ['', '-wal'] as const)
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  const fresh = open(rebuilt)
  try {
    const report: SetAside = { at, file: aside, why, ...salvaged(copy, fresh) }
    tell(fresh, report)
  } finally {
    fresh.close()
    dropCopy()
  }
}

function salvaged(copy: string, fresh: Db): { rows: Record<string, number>; incomplete: boolean } {
  try {
    const damaged = new Database(copy, { fileMustExist: true })
    try {
      return salvage(damaged, fresh)
    } finally {
      damaged.close()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return { rows: {}, incomplete: true }
    throw error
  }
}

/** Puts the damaged file aside under the name that the rebuilt one knows, then the rebuilt one in its place. Repeatable. */
function swapIn(folder: string, path: string, rebuilt: string): void {
  const db = new Database(rebuilt, { fileMustExist: true })
  const aside = readSetAside(db)?.file
  db.close()
  if (aside === undefined) throw new Error(`${rebuilt} does not say what it replaces`)
  for (const suffix of suffixes)
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, join(folder, `${aside}${suffix}`))
  renameSync(rebuilt, path)
}

/** An earlier start was killed while rebuilding: before the damaged file was moved it begins anew, after that it is finished. */
function finishOrDrop(folder: string, path: string, rebuilt: string): void {
  if (!existsSync(path)) return swapIn(folder, path, rebuilt)
  for (const suffix of suffixes) rmSync(`${rebuilt}${suffix}`, { force: true })
}
