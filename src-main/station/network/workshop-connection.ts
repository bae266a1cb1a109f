// The connection to the workshop's service: its clock, the budget of calls, and the client that uses both. Accesses the network through
// the client, and the cache for what was measured and counted before.
import type { Cache } from '../../cache/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { Budget } from '../../workshop/budget.ts'
import { HttpWorkshopClient, type ClientOptions } from '../../workshop/client.ts'
import { createServiceClock } from '../../workshop/service-clock.ts'

export interface WorkshopConnectionParts extends Pick<ClientOptions, 'baseUrl' | 'key' | 'log' | 'onExchange'> {
  clock: Clock
  cache: Pick<Cache, 'serviceOffsetMs' | 'calls' | 'me'>
}

export type WorkshopConnection = ReturnType<typeof openWorkshopConnection>

export function openWorkshopConnection({ clock, cache, ...options }: WorkshopConnectionParts) {
  const serviceClock = createServiceClock(clock, cache.serviceOffsetMs())
  const budget = new Budget({ clock, serviceClock, counts: cache.calls })
  const me = cache.me()
  if (me !== null) budget.setLimits(me.limits)
  return { serviceClock, budget, client: new HttpWorkshopClient({ ...options, clock, budget, serviceClock }) }
}
