// Decides how a store's journal continues: at its end, or again with the whole store. Accesses the store that it gets and reads the
// journal's folder.
import { statSync } from 'node:fs'
import type { Database } from '../../platform/sqlite.ts'
import { forgottenTo, newestChange, noteAll, storeIdOf } from './changes.ts'
import { journalEnd, journalFiles, type JournalEnd, type JournalFile } from './journal-files.ts'

export interface JournalPlan {
  end: JournalEnd | null
  /** Why the whole store is written again. Null: the journal continues at its end. */
  rewriteBecause: string | null
  /** The newest change that is already written, or need not be. */
  writtenTo: number
}

// a journal that is longer than this, and several times as long as the store, is written again
const longest = { bytes: 32_000_000, timesTheStore: 3, files: 300 }

/**
 * Takes longer with more rows to note. Throws where the journal has changes that the store lacks, although the opening found none, and
 * the system's error for files that it cannot read.
 */
export function planJournal(db: Database, folder: string): JournalPlan {
  const end = journalEnd(folder)
  const newest = newestChange(db)
  if (end !== null && (end.store !== storeIdOf(db) || end.n > newest))
    throw new Error('the journal holds what the store lacks: start the station again')
  const store = { bytes: statSync(db.name).size, forgottenTo: forgottenTo(db) }
  const rewriteBecause = rewriteReason(journalFiles(folder), end, store)
  if (rewriteBecause === null) return { end, rewriteBecause, writtenTo: end?.n ?? 0 }
  noteAll(db)
  return { end, rewriteBecause, writtenTo: newest }
}

function rewriteReason(
  files: readonly JournalFile[],
  end: JournalEnd | null,
  store: { bytes: number; forgottenTo: number },
): string | null {
  if (end === null) return files.length === 0 ? 'there is none yet' : 'nothing of it can be read'
  if (end.damaged.length > 0) return `${end.damaged.map(({ path }) => path).join(', ')} is damaged`
  if (end.n < store.forgottenTo) return 'the store went on without it'
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const tooLong = bytes > longest.bytes && bytes > longest.timesTheStore * store.bytes
  return tooLong || files.length > longest.files ? 'it has grown' : null
}
