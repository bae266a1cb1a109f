// The file cache.db behind its tables: one that is damaged, or that the disk does not let be read, is set aside and made anew while
// work goes on; one that cannot be written says so. May touch the cache's own folder.
import type { Clock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import { type Database, NewerFileError, openDatabase, revisionOf } from '../platform/sqlite.ts'
import { type CallCountTable, callCountTable } from './call-counts.ts'
import { type ListTable, listTable } from './list-table.ts'
import { type MetaTable, metaTable } from './meta-table.ts'
import { migrations } from './schema.ts'
import { setAside } from './set-aside.ts'
import { type SheetTable, sheetTable } from './sheet-table.ts'
import { UnreadableRowError } from './stored-json.ts'
import { type TallyTable, tallyTable } from './tally-table.ts'

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
  /** The name under which the old file lies now. */
  setAside: string
}

export interface CacheFileOptions {
  path: string
  clock: Pick<Clock, 'now'>
  onWarning?: ((warning: CacheWarning) => void) | undefined
  onProblem?: (() => void) | undefined
}

export interface CacheFile {
  /** Runs on the tables; on damage once more on new ones. Throws what SQLite says where the disk will not have it. */
  read: <T>(work: (tables: Tables) => T) => T
  /** The same, for what writes. */
  write: <T>(work: (tables: Tables) => T) => T
  setAside: (why: CacheWarning['why']) => void
  warnings: () => CacheWarning[]
  /** Why nothing could be written at the last try, in the system's words; null: it could. */
  problem: () => string | null
  close: () => void
}

/** Throws where there is no usable file and none can be made. */
export function openCacheFile({ path, clock, onWarning, onProblem }: CacheFileOptions): CacheFile {
  const warnings: CacheWarning[] = []
  const aside = (why: CacheWarning['why']): CacheWarning => {
    const warning = { why, setAside: setAside(path, why === 'other_workshop' ? 'other' : why, clock.now()) }
    warnings.push(warning)
    return warning
  }
  const openAnyway = (): Tables => {
    try {
      return twice(() => openTables(path))
    } catch (error) {
      if (error instanceof NewerFileError) aside('newer')
      else if (isDamage(error)) aside('corrupt')
      else throw error
      return openTables(path)
    }
  }
  /** Null: one was set aside, and the disk would not have a new one yet. */
  let tables: Tables | null = openAnyway()
  let problem: string | null = null
  const putAside = (why: CacheWarning['why']): CacheWarning => {
    tables?.db.close()
    tables = null
    return aside(why)
  }
  const become = (next: string | null): void => {
    const changed = (next === null) !== (problem === null)
    problem = next
    if (changed) onProblem?.()
  }

  const read: CacheFile['read'] = (work) => {
    const present = (tables ??= openAnyway())
    try {
      return twice(() => work(present))
    } catch (error) {
      if (!isDamage(error)) throw error
      const warning = putAside('corrupt')
      const fresh = (tables = openAnyway())
      onWarning?.(warning)
      return work(fresh)
    }
  }
  return {
    read,
    write: (work) => {
      try {
        const written = read(work)
        become(null)
        return written
      } catch (error) {
        if (codeOf(error).startsWith('SQLITE_')) become(messageOf(error))
        throw error
      }
    },
    setAside: (why) => void putAside(why),
    warnings: () => [...warnings],
    problem: () => problem,
    close: () => void tables?.db.close(),
  }
}

/** Once more on damage: the disk may only have stumbled, and without a network the lists are not had again. */
function twice<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    return work()
  }
}

function openTables(path: string): Tables {
  const db = withoutItsTables(() => openDatabase({ path, durability: 'NORMAL', migrations }))
  try {
    return withoutItsTables(() => tablesOf(db))
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
    lists: listTable(db),
    sheets: sheetTable(db),
    meta: metaTable(db),
    calls: callCountTable(db),
    tally: tallyTable(db),
    revision: revisionOf(db),
  }
}

/** A file of a right version without the tables that it should have is a damaged one, be it at its upgrade. */
function withoutItsTables<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) === 'SQLITE_ERROR') throw new UnreadableRowError(messageOf(error))
    throw error
  }
}

/** The file, and not what was done with it, is at fault. */
const isDamage = (error: unknown): boolean =>
  error instanceof UnreadableRowError ||
  /^(SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)|EIO$)/.test(codeOf(error))

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
