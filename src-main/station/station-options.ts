// What a station is opened with, and what whoever opened it has. Types alone.
import type { Station } from '../../shared/station-api/index.ts'
import type { CacheBoundary } from '../cache/cache.ts'
import type { Outbox, OutboxBoundary, OutboxWatch, PreparedStore, RestoredBackup } from '../outbox/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { SystemKeyStore } from './system-key-store.ts'

/** Ends the station, puts a backup back while nobody has its folder where that is asked for, and opens it again. */
export type Restart = (between?: () => RestoredBackup) => void

/** What became of the backup for which a station begins anew. */
export type Restoring = { is: 'done'; restored: RestoredBackup } | { is: 'failed'; fault: unknown }

export interface StationOptions {
  /** Exists already; holds the stores, the settings and the log. */
  dataFolder: string
  clock?: Clock
  /** A TrueType font for the PDFs. */
  fontFile?: string
  /** Where a workshop goes that is connected from the screen; left out: the same folder. */
  connectFolder?: string
  /** Ends this station and opens it anew; left out: whoever runs it cannot. */
  restart?: Restart
  /** Null: it begins anew for no backup. */
  restoring?: Restoring | null
  /** Null: this computer has none. Left out: the system's own. */
  systemKeyStore?: SystemKeyStore | null
  /** Let go of by the station, also where it cannot be opened. Left out: the store is looked through here and now, and nothing else is done meanwhile. */
  prepared?: PreparedStore
  /** For a test that looks at, or ends, the station between two steps. */
  watch?: StationWatch
}

export interface StationWatch extends Pick<OutboxWatch, 'onLine'> {
  onBoundary?: (boundary: OutboxBoundary | CacheBoundary | 'cache_open' | 'station_open') => void
  onExchange?: (is: 'begun' | 'over') => void
  /** The acts that the contract has no call for yet. */
  onOutbox?: (outbox: Outbox) => void
}

export interface OpenedStation {
  station: Station
  close: () => Promise<void>
}
