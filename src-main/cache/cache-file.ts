// The file cache.db and its tables. A file that is damaged or cannot be read is set aside and replaced while the station runs; a file
// that cannot be written is reported. Accesses the folder of the cache.
import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { diskMessage, isStorageFault } from '../platform/disk-fault.ts'
import { messageOf } from '../platform/message-of.ts'
import { type Database, NewerFileError, openDatabase, revisionOf } from '../platform/sqlite.ts'
import { type CallCountTable, callCountTable } from './call-counts.ts'
import { ListTable } from './list-table.ts'
import { type MetaTable, metaTable } from './meta-table.ts'
import { migrations } from './schema.ts'
import { SheetTable } from './sheet-table.ts'
import { UnreadableRowError } from './stored-json.ts'
import { TallyTable } from './tally-table.ts'

export interface Tables {
  db: Database
  lists: ListTable
  sheets: SheetTable
  meta: MetaTable
  calls: CallCountTable
  tally: TallyTable
  revision: () => string
}

export interface CacheWarning {
  why: 'corrupt' | 'newer' | 'other_workshop'
  /** The new name of the old file. */
  setAside: string
}

export interface CacheFileOptions {
  path: string
  clock: Pick<Clock, 'now'>
  onWarning?: ((warning: CacheWarning) => void) | undefined
  onProblem?: (() => void) | undefined
}

export class CacheFile {
  readonly #options: CacheFileOptions
  readonly #warnings: CacheWarning[] = []
  #problem: string | null = null
  /** Null: the file was set aside, and a new one could not be created yet. */
  #tables: Tables | null

  /** Throws if there is no usable file and none can be created. */
  constructor(options: CacheFileOptions) {
    this.#options = options
    this.#tables = this.#openAnyway()
  }

  /** Runs `work` on the tables; if the file is damaged, once more on new tables. Throws the error of SQLite if the disk fails. */
  read<T>(work: (tables: Tables) => T): T {
    const present = (this.#tables ??= this.#openAnyway())
    try {
      return retryOnce(() => work(present))
    } catch (error) {
      if (!isDamage(error)) throw error
      const warning = this.#closeAndRename('corrupt')
      const fresh = (this.#tables = this.#openAnyway())
      this.#options.onWarning?.(warning)
      return work(fresh)
    }
  }

  /** The same for work that writes. */
  write<T>(work: (tables: Tables) => T): T {
    try {
      const written = this.read(work)
      this.#setProblem(null)
      return written
    } catch (error) {
      if (isStorageFault(error)) this.#setProblem(this.#messageOf(error))
      throw error
    }
  }

  setAside(why: CacheWarning['why']): void {
    this.#closeAndRename(why)
  }

  warnings(): CacheWarning[] {
    return [...this.#warnings]
  }

  /** The system's message if the last write failed; null if it succeeded. */
  problem(): string | null {
    return this.#problem
  }

  close(): void {
    this.#tables?.db.close()
  }

  #openAnyway(): Tables {
    try {
      return retryOnce(() => this.#open())
    } catch (error) {
      if (error instanceof NewerFileError) this.#rename('newer')
      else if (isDamage(error)) this.#rename('corrupt')
      else throw error
      return this.#open()
    }
  }

  #open(): Tables {
    return openTables(this.#options.path, (error) => {
      this.#problem = this.#messageOf(error)
    })
  }

  #closeAndRename(why: CacheWarning['why']): CacheWarning {
    this.#tables?.db.close()
    this.#tables = null
    return this.#rename(why)
  }

  #rename(why: CacheWarning['why']): CacheWarning {
    const { path, clock } = this.#options
    const warning = { why, setAside: renameFiles(path, why === 'other_workshop' ? 'other' : why, clock.now()) }
    this.#warnings.push(warning)
    return warning
  }

  #setProblem(next: string | null): void {
    const hasChanged = (next === null) !== (this.#problem === null)
    this.#problem = next
    if (hasChanged) this.#options.onProblem?.()
  }

  #messageOf(error: unknown): string {
    return diskMessage(error, dirname(this.#options.path))
  }
}

/** Tries again after damage: the disk error may be transient, and without a network the lists cannot be read again. */
function retryOnce<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    return work()
  }
}

function openTables(path: string, onDiskFault: (error: unknown) => void): Tables {
  const db = missingTablesAsDamage(() => openDatabase({ path, durability: 'NORMAL', migrations, onDiskFault }))
  try {
    return missingTablesAsDamage(() => tablesOf(db))
  } catch (error) {
    db.close()
    throw error
  }
}

function tablesOf(db: Tables['db']): Tables {
  const verdict = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new UnreadableRowError(String(verdict))
  return {
    db,
    lists: new ListTable(db),
    sheets: new SheetTable(db),
    meta: metaTable(db),
    calls: callCountTable(db),
    tally: new TallyTable(db),
    revision: revisionOf(db),
  }
}

/** A file of a known version without its tables is damaged, also during its migration. */
function missingTablesAsDamage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) === 'SQLITE_ERROR') throw new UnreadableRowError(messageOf(error))
    throw error
  }
}

/** The error is in the file, not in its use. */
const isDamage = (error: unknown): boolean =>
  error instanceof UnreadableRowError ||
  /^(SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)|EIO$)/.test(codeOf(error))

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Renames the file, its -wal and its -shm to `….<why>-<time>…`. Returns the new name of the first. */
function renameFiles(path: string, why: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '')
  let aside = `${path}.${why}-${stamp}`
  for (let again = 2; existsSync(aside); again += 1) aside = `${path}.${why}-${stamp}-${again}`
  for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part)
  return aside
}
