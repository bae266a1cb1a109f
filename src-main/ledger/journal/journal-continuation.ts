// Decides how a store's journal continues: at its end, or again with the whole store. Accesses the store that it gets and reads the
// journal's folder.
import { statSync } from 'node:fs'
import type { Database } from '../../platform/sqlite.ts'
import { forgottenTo, newestChange, noteAll, storeIdOf } from './changes.ts'
import { journalFiles, readJournal, type JournalEnd, type JournalFile, type WholeJournal } from './journal-files.ts'

export interface JournalPlan {
  end: JournalEnd | null
  /** Why the whole store is written again. Null: the journal continues at its end. */
  rewriteBecause: string | null
  /** The newest change that is already written, or need not be. */
  writtenTo: number
  /** They remain after a rewrite: they may still be useful to a person. */
  damagedFiles: JournalFile[]
}

// a journal that is longer than this, and several times as long as the store, is written again
const longest = { bytes: 8_000_000, timesTheStore: 3, files: 300 }

/** Whether the journal is so long that it must be written again: nothing else of it is removed. */
export function isTooLong(files: readonly JournalFile[], storeBytes: number): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return (bytes > longest.bytes && bytes > longest.timesTheStore * storeBytes) || files.length > longest.files
}

/**
 * Takes longer with more rows to note. Throws where the journal has changes that the store lacks, although the opening found none, and
 * the system's error for files that it cannot read.
 */
export function planJournal(db: Database, folder: string): JournalPlan {
  const end = readJournal(folder, () => '')
  const newest = newestChange(db)
  if (end !== null && (end.store !== storeIdOf(db) || end.n > newest))
    throw new Error('the journal holds what the store lacks: start the station again')
  const store = { bytes: statSync(db.name).size, forgottenTo: forgottenTo(db) }
  const rewriteBecause = rewriteReason(journalFiles(folder), end, store)
  const damagedFiles = end?.damagedFiles ?? []
  if (rewriteBecause === null) return { end, rewriteBecause, writtenTo: end?.n ?? 0, damagedFiles }
  noteAll(db)
  return { end, rewriteBecause, writtenTo: newest, damagedFiles }
}

function rewriteReason(
  files: readonly JournalFile[],
  end: WholeJournal | null,
  store: { bytes: number; forgottenTo: number },
): string | null {
  if (end === null) return files.length === 0 ? 'there is none yet' : 'nothing of it can be read'
  if (end.damagedFiles.length > 0) return `${end.damagedFiles.map(({ path }) => path).join(', ')} is damaged`
  if (end.hidesBefore > 0) return 'a part of it is missing'
  if (end.n < store.forgottenTo) return 'the store went on without it'
  return isTooLong(files, store.bytes) ? 'it has grown' : null
}
