// The worker thread that gets a store ready for its station. Ends with an error where the store cannot be opened. Touches the files of
// the outbox in the folder that it is given.
import { parentPort, workerData } from 'node:worker_threads'
import { journalEnd, type JournalEnd } from './journal-files.ts'
import { openOutboxFile } from './outbox-file.ts'

export interface StorePreparation {
  folder: string
  /** Milliseconds since 1970. */
  now: number
  usedBefore: boolean
}

/** What the thread has read, so that nobody reads it twice. */
export interface StorePrepared {
  journalEnd: JournalEnd | null
}

const preparation: StorePreparation = workerData
openOutboxFile(preparation).close()
const prepared: StorePrepared = { journalEnd: journalEnd(preparation.folder) }
parentPort?.postMessage(prepared, [])
