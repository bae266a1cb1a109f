// The options and the status of sync. Types only.
import type { Problem } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { MustKeepSheet } from '../platform/must-keep-sheet.ts'
import type { Me, ReadPriority, SyncCache, SyncClient } from './ports.ts'

export interface SyncStatus {
  connection: { state: 'starting' | 'online' | 'offline' | 'blocked'; problem: Problem | null }
  /** The last time at which the cache was complete; null: never. */
  confirmedAt: string | null
  /** The number of sheets fetched and to fetch; null while there is nothing to fetch. */
  pull: { done: number; total: number; secondsLeft: number } | null
  warnings: Problem[]
}

export interface SyncOptions {
  client: SyncClient
  cache: SyncCache
  clock: Clock
  /** The workshop's date now, by the service's clock. */
  today: () => string
  ownBrake: () => string | null
  keeps: MustKeepSheet
  pollPauseMs: () => number
  /** The seconds that so many calls take within the limits, approximately. */
  secondsFor: (priority: ReadPriority, calls: number) => number
  /** The workshop of this station's marks, as `shopSlug/environment`; no other workshop is read. Null: there are no marks. */
  marksOf?: () => string | null
  /** Called with the answer of `/me`, before anything else is read. */
  onMe?: (me: Me) => void
  /** Called in every cycle after the attempt to read events: marks are sent only after that. */
  onEventsTried?: () => void
  /** The service was restored from a backup. The cursor stays until this resolves; if it rejects, the next cycle calls it again. */
  onServiceRestored?: (signal: AbortSignal) => Promise<void>
  /** Receives what a listener throws. */
  onListenerError?: (error: unknown) => void
  log?: (message: string, details: Record<string, unknown>) => void
}
