// The connection to the workshop's service: its clock, the budget of calls, the client that uses both, and the reaction to a connection
// that returns or is refused. Accesses the network through the client, and the cache for what was measured and counted before.
import type { Cache } from '../../cache/index.ts'
import type { Drain } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SyncStatus } from '../../sync/index.ts'
import { Budget, HttpWorkshopClient, createServiceClock } from '../../workshop/index.ts'
import type { ClientOptions } from '../../workshop/index.ts'

export interface WorkshopConnectionParts extends Pick<ClientOptions, 'baseUrl' | 'key' | 'log' | 'onExchange'> {
  clock: Clock
  cache: Pick<Cache, 'serviceOffsetMs' | 'calls' | 'me'>
}

export type WorkshopConnection = ReturnType<typeof openWorkshopConnection>

/** Sends nothing. Starts with the limits, the counts and the clock offset that the cache has. */
export function openWorkshopConnection({ clock, cache, ...options }: WorkshopConnectionParts) {
  const serviceClock = createServiceClock(clock, cache.serviceOffsetMs())
  const budget = new Budget({ clock, serviceClock, counts: cache.calls })
  const me = cache.me()
  if (me !== null) budget.setLimits(me.limits)
  return { serviceClock, budget, client: new HttpWorkshopClient({ ...options, clock, budget, serviceClock }) }
}

type Connection = SyncStatus['connection']

/** The listener is called with each status. `onKeyRefused`: a technician may have replaced the key already. */
export function createConnectionListener(
  drain: Pick<Drain, 'queue' | 'resume' | 'retryOffline'>,
  onKeyRefused: () => void,
): (connection: Connection) => void {
  let before: Connection = { state: 'starting', problem: null }
  /** A queue that was stopped by the same problem as the reads need not wait for its own next probe. */
  const restartQueue = (): void => {
    const { state, problem } = drain.queue()
    const isStopped = state === 'blocked_by_key' || state === 'blocked_by_plan' || problem?.code === 'other_workshop'
    if (isStopped) drain.resume()
    else drain.retryOffline()
  }
  return (connection) => {
    if (connection.state === 'online' && before.state !== 'online') restartQueue()
    const isRefused = connection.problem?.code === 'key_refused' && before.problem?.code !== 'key_refused'
    before = connection
    if (isRefused) onKeyRefused()
  }
}
