// The worker thread that gets a store ready for its station. Ends with an error where the store cannot be opened. Touches the files of
// the outbox in the folder that it is given.
import { parentPort, workerData } from 'node:worker_threads'
import { storeIdOf } from './changes.ts'
import { planJournal, type JournalPlan } from './journal-plan.ts'
import { openOutboxFile } from './outbox-file.ts'

export interface StorePreparation {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  usedBefore: boolean
}

/** What the thread has found out, so that nobody does it twice. */
export interface StorePrepared {
  /** Null: a store that no station has had yet has none, and of one that cannot be read the station says so. */
  journal: JournalPlan | null
}

const { folder, ...preparation }: StorePreparation = workerData
const db = openOutboxFile({ folder, ...preparation })
const prepared: StorePrepared = { journal: storeIdOf(db) === null ? null : planUnlessItFails() }
db.close()
parentPort?.postMessage(prepared, [])

function planUnlessItFails(): JournalPlan | null {
  try {
    return planJournal(db, folder)
  } catch {
    return null
  }
}
