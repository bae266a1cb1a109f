// The options with which a station is opened, and the opened station. Types only.
import type { Station } from '../../../shared/station-api/index.ts'
import type { CacheBoundary } from '../../cache/index.ts'
import type { Ledger, LedgerBoundary, LedgerTestHooks, PreparedStore, RestoredBackup } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SystemKeyStore } from '../keys/index.ts'
import type { Restart } from '../set-up/index.ts'
import type { OpeningBoundary } from './opening-steps.ts'

/** The result of restoring a backup between two openings of the station. */
export type Restoring = { is: 'done'; restored: RestoredBackup } | { is: 'failed'; error: unknown }

export interface StationOptions {
  /** Must exist; holds the stores, the settings and the log. */
  dataFolder: string
  clock?: Clock
  /** A TrueType font for the PDFs. */
  fontFile?: string
  /** The folder of a workshop that is connected from the screen. Default: `dataFolder`. */
  connectFolder?: string
  /** Closes this station and opens it again. Left out: the program that runs the station cannot do that. */
  restart?: Restart
  /** Null: no backup was restored before this opening. */
  restoring?: Restoring | null
  /** Null: this computer has none. Left out: the system's own. */
  systemKeyStore?: SystemKeyStore | null
  /** Released by the station, also when it cannot be opened. Left out: the store is verified now, which blocks the event loop. */
  prepared?: PreparedStore
  /** Plans the bends of today's sheets in a worker thread before a person asks for them. */
  plansBendsAhead?: boolean
  /** Reads today's orders before a person opens them, while the key has calls to spare. */
  readsOrdersAhead?: boolean
  testHooks?: StationTestHooks
}

/** Lets a test observe the station, or end it, between two steps. */
export interface StationTestHooks extends Pick<LedgerTestHooks, 'onRule'> {
  onBoundary?: (boundary: LedgerBoundary | CacheBoundary | OpeningBoundary) => void
  onExchange?: (is: 'begun' | 'over') => void
  /** Gives a test the ledger, for acts for which the station API has no call. */
  onLedger?: (ledger: Ledger) => void
}

export interface OpenedStation {
  station: Station
  close: () => Promise<void>
}
