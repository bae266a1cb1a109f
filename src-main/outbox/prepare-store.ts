// Gets a store ready on a thread beside, before a station opens it: what takes longer the more marks there are – looking through the
// whole file, rebuilding one that is damaged, the copy before an upgrade – never holds the station's loop up. Holds the folder
// meanwhile, so that nobody comes in between. Touches threads and, through them, the files of the outbox in its folder.
import { Worker } from 'node:worker_threads'
import type { StorePreparation, StorePrepared } from './prepare-store-worker.ts'
import { holdFolder, wasHeld } from './station-lock.ts'

export interface PreparedStore {
  /** A station had this folder before. */
  usedBefore: boolean
  /** What was found in a store that is sound now; null: the thread did not come to its end, and whoever opens the store hears why. */
  found: StorePrepared | null
  /** Why it did not; null: it did. */
  fault: unknown
  /** Lets go of the folder; the store's own close does it, too. */
  release: () => void
}

// the worker lies beside this file, as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './prepare-store-worker.ts' : './prepare-store-worker.cjs',
  import.meta.url,
)

/**
 * Nothing of the store is told or taken meanwhile: in a damaged one a sheet may look as if nobody had marked it, and what is written
 * may lie over what could still be saved. Throws StoreInUseError where another station has the folder. `now`: milliseconds since 1970.
 */
export async function prepareStore(folder: string, now: number): Promise<PreparedStore> {
  const usedBefore = wasHeld(folder)
  const { release } = holdFolder(folder)
  return { usedBefore, ...(await prepared({ folder, now, usedBefore })), release }
}

type Ended = Pick<PreparedStore, 'found' | 'fault'>

function prepared(workerData: StorePreparation): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const worker = new Worker(module, { workerData })
  let ended: Ended = { found: null, fault: 'it ended without a word' }
  worker.on('message', (found: StorePrepared) => {
    ended = { found, fault: null }
  })
  // of a store that cannot be opened the opening that follows says why, in its own terms
  worker.on('error', (fault) => {
    ended = { found: null, fault }
  })
  worker.on('exit', () => resolve(ended))
  return promise
}
