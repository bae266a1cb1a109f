// Opens the reading of orders' papers on a station's cache and connection. Today's orders are read ahead once a day.
import type { Emitter } from '../../../shared/base/emitter.ts'
import type { Cache } from '../../cache/index.ts'
import type { SyncStatus } from '../../sync/index.ts'
import type { Budget } from '../../workshop/index.ts'
import { OrderPapersReader, type OrderPapersParts } from './order-papers-reader.ts'
import { ordersOfDay, sheetsOfOrder } from './sheets-of-order.ts'

interface OpenOrderPapers extends Pick<
  OrderPapersParts,
  'folder' | 'client' | 'clock' | 'owner' | 'notify' | 'onError'
> {
  cache: Pick<Cache, 'listOf' | 'me'>
  budget: Pick<Budget, 'freeCalls' | 'limits'>
  today: () => string
  syncStatus: () => Pick<SyncStatus, 'connection' | 'pull'>
  statusChanges: Emitter<void>
  readsAhead: boolean
}

/** The share of the calls of a day, and of a minute, that reading ahead leaves to everything else. */
const leftToOthers = 0.5

export function openOrderPapers(parts: OpenOrderPapers): OrderPapersReader {
  const { cache, budget, today, syncStatus } = parts
  const papers = new OrderPapersReader({
    ...parts,
    mayReadOrders: () => cache.me()?.key.scopes.includes('orders:read') ?? true,
    hasSpareCalls: () => {
      const { readsPerMinute, callsPerDay } = budget.limits()
      const { thisMinute, today: ofDay } = budget.freeCalls('read', 'read')
      // reads may use half of the calls of a minute
      return thisMinute > (readsPerMinute / 2) * leftToOthers && ofDay > callsPerDay * leftToOthers
    },
    sheetsOf: (orderNumber) => sheetsOfOrder(cache, today(), orderNumber),
  })
  let readAheadOn: string | null = null
  parts.statusChanges.subscribe(() => {
    const { connection, pull } = syncStatus()
    if (connection.state !== 'online') return
    papers.retryAfterOutage()
    const date = today()
    if (!parts.readsAhead || pull !== null || readAheadOn === date) return
    const orders = ordersOfDay(cache, date)
    if (orders === null) return
    readAheadOn = date
    void papers.readAhead(orders)
  })
  return papers
}
