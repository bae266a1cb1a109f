// Prepares a store in a worker thread before a station opens it: the integrity check, the rebuild of a damaged file and the copy before
// an upgrade take longer with more marks, and must not delay the station's loop. Holds the folder during that time. Accesses threads
// and, through them, the outbox's files in its folder.
import { holdFolder, hadStore } from './station-lock.ts'
import { prepareOnThread } from './store-thread.ts'
import type { StorePreparation, StorePrepared } from './store-thread.ts'

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

/**
 * Nothing reads or writes the store during the preparation: in a damaged file a marked sheet may appear unmarked, and a write may
 * overwrite rows that can still be saved. Throws StoreInUseError where another station holds the folder. `now`: ms since 1970.
 */
export async function prepareStore(folder: string, now: number): Promise<PreparedStore> {
  const usedBefore = hadStore(folder)
  const { release } = holdFolder(folder)
  return { usedBefore, ...(await prepared({ folder, now, usedBefore })), release }
}

/** The opening that follows a failure reports why a store cannot be opened. */
async function prepared(preparation: StorePreparation): Promise<Pick<PreparedStore, 'result' | 'fault'>> {
  try {
    return { result: await prepareOnThread(preparation), fault: null }
  } catch (fault) {
    return { result: null, fault }
  }
}
