// Prepares a store in a worker thread before a station opens it: the integrity check, the rebuild of a damaged file and the copy before
// an upgrade take longer with more marks, and must not delay the station's loop. Holds the folder during that time. Accesses threads
// and, through them, the outbox's files in its folder.
import { Worker } from 'node:worker_threads'
import type { StorePreparation, StorePrepared } from './prepare-store-worker.ts'
import { holdFolder, hadStore } from './station-lock.ts'

export interface PreparedStore {
  /** A station had this folder before. */
  usedBefore: boolean
  /** The result for a store that is sound now; null: the thread failed, and the opening of the store reports why. */
  result: StorePrepared | null
  /** Why the thread failed; null: it did not. */
  fault: unknown
  /** Releases the folder. Closing the ledger does so, too. */
  release: () => void
}

// the worker is next to this file, both as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './prepare-store-worker.ts' : './prepare-store-worker.cjs',
  import.meta.url,
)

/**
 * Nothing reads or writes the store during the preparation: in a damaged file a marked sheet may appear unmarked, and a write may
 * overwrite rows that can still be saved. Throws StoreInUseError where another station holds the folder. `now`: ms since 1970.
 */
export async function prepareStore(folder: string, now: number): Promise<PreparedStore> {
  const usedBefore = hadStore(folder)
  const { release } = holdFolder(folder)
  return { usedBefore, ...(await prepared({ folder, now, usedBefore })), release }
}

type Ended = Pick<PreparedStore, 'result' | 'fault'>

function prepared(workerData: StorePreparation): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const worker = new Worker(module, { workerData })
  let ended: Ended = { result: null, fault: 'it ended without a result' }
  worker.on('message', (result: StorePrepared) => {
    ended = { result, fault: null }
  })
  // the opening that follows reports why a store cannot be opened
  worker.on('error', (fault) => {
    ended = { result: null, fault }
  })
  worker.on('exit', () => resolve(ended))
  return promise
}
