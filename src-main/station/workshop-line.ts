// The line to the workshop's service: its clock, the calls that are left, and the client that keeps to both. Touches the network through
// the client, and the cache for what was measured and counted before.
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../platform/clock.ts'
import { createBudget } from '../workshop/budget.ts'
import { createWorkshopClient, type ClientOptions } from '../workshop/client.ts'
import { createServiceClock } from '../workshop/service-clock.ts'

export interface WorkshopLineParts extends Pick<ClientOptions, 'baseUrl' | 'key' | 'log' | 'onExchange'> {
  clock: Clock
  cache: Pick<Cache, 'serviceOffsetMs' | 'calls' | 'me'>
}

export function openWorkshopLine({ clock, cache, ...how }: WorkshopLineParts) {
  const serviceClock = createServiceClock(clock, cache.serviceOffsetMs())
  const budget = createBudget({ clock, serviceClock, counts: cache.calls })
  const known = cache.me()
  if (known !== null) budget.setLimits(known.limits)
  return { serviceClock, budget, client: createWorkshopClient({ ...how, clock, budget, serviceClock }) }
}
