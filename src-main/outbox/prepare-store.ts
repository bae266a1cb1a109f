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
  return { usedBefore, found: await prepared({ folder, now, usedBefore }), release }
}

function prepared(workerData: StorePreparation): Promise<StorePrepared | null> {
  const { promise, resolve } = Promise.withResolvers<StorePrepared | null>()
  const worker = new Worker(module, { workerData })
  let found: StorePrepared | null = null
  worker.on('message', (message: StorePrepared) => {
    found = message
  })
  // what stood in its way is said, in its own terms, by the opening that follows
  worker.on('error', () => {
    found = null
  })
  worker.on('exit', () => resolve(found))
  return promise
}
