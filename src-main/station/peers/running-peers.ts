// The link to the other stations while it runs: opens it, mirrors the ledger into the shared documents, and closes it. Loaded on demand,
// because most stations are alone and its libraries would slow their start.
import { openPeers, type Peers, type PeersOptions } from '../../peers/index.ts'
import type { HandOverDesk } from './hand-over-desk.ts'
import { LedgerMirror, type LedgerMirrorParts } from './ledger-mirror.ts'

export interface RunningPeers {
  peers: Peers
  /** The ledger or a hand-over changed: takes over what is handed over here and shares the ledger, after this tick. */
  mirror: () => void
  close: () => Promise<void>
}

/** Rejects where the folder cannot be read. */
export async function openRunningPeers(
  options: PeersOptions,
  sources: Omit<LedgerMirrorParts, 'peers'>,
  handOverDesk: HandOverDesk,
): Promise<RunningPeers> {
  const peers = await openPeers(options)
  const ledgerMirror = new LedgerMirror({ ...sources, peers })
  let next: NodeJS.Immediate | null = null
  const mirror = (): void => {
    next ??= setImmediate(() => {
      next = null
      try {
        handOverDesk.act(peers)
        if (ledgerMirror.shareNext()) mirror()
      } catch (error) {
        // a full disk: the rows stay in the ledger and are shared with the next change
        options.onError(error)
      }
    })
  }
  return {
    peers,
    mirror,
    close: () => {
      if (next !== null) clearImmediate(next)
      return peers.close()
    },
  }
}
