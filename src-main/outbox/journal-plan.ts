// How a store's journal goes on: where it ended, or anew with the whole store. Touches the store that it is given and reads the
// journal's folder.
import { statSync } from 'node:fs'
import type { Database } from '../platform/sqlite.ts'
import { forgottenTo, newestChange, noteAll, storeIdOf } from './changes.ts'
import { journalEnd, journalFiles, type JournalEnd, type JournalFile } from './journal-files.ts'

export interface JournalPlan {
  end: JournalEnd | null
  /** Why it is written anew: every row of the store is noted then. Null: it goes on. */
  anew: string | null
  /** The newest change that it has already, or need not have. */
  taken: number
}

// longer than this, and several times as long as the store: written anew
const longest = { bytes: 32_000_000, timesTheStore: 3, files: 300 }

/**
 * Takes the longer the more rows there are to be noted. Throws where the journal holds what the store lacks, which it did not when the
 * store was opened; and what the system says of files that it cannot read.
 */
export function planJournal(db: Database, folder: string): JournalPlan {
  const end = journalEnd(folder)
  const newest = newestChange(db)
  if (end !== null && (end.store !== storeIdOf(db) || end.n > newest))
    throw new Error('the journal holds what the store lacks: start the station again')
  const store = { bytes: statSync(db.name).size, forgottenTo: forgottenTo(db) }
  const anew = whyAnew(journalFiles(folder), end, store)
  if (anew === null) return { end, anew, taken: end?.n ?? 0 }
  noteAll(db)
  return { end, anew, taken: newest }
}

function whyAnew(
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
