// The worker thread that prepares a store for its station. Ends with an error where the store cannot be opened. Accesses the outbox's
// files in the folder that it gets.
import { parentPort, workerData } from 'node:worker_threads'
import { planJournal, storeIdOf } from '../journal/index.ts'
import type { JournalPlan } from '../journal/index.ts'
import { openOutboxFile } from './store-file.ts'

export interface StorePreparation {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  usedBefore: boolean
}

/** The result of the preparation, so that the station does not repeat it. */
export interface StorePrepared {
  /** Null: the store is new, or its journal cannot be read, which the station reports. */
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
