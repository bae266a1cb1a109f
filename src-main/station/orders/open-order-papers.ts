// Opens the reading of orders' papers on a station's cache and connection, and answers the calls about them. Today's orders are read ahead
// once a day.
import type { Emitter } from '../../../shared/base/emitter.ts'
import type { Cache } from '../../cache/index.ts'
import type { SyncStatus } from '../../sync/index.ts'
import type { Budget } from '../../workshop/index.ts'
import { OrderPapersReader, type OrderPapersParts } from './order-papers-reader.ts'
import { nextWorkingDay } from '../../../shared/workshop-api/index.ts'
import { CallError, type OrderPapers, type Station } from '../../../shared/station-api/index.ts'

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

/** The sheets of an order on the stored lists of today and the next working day, by their number; a sheet that is on both lists counts for the first day. */
function sheetsOfOrder(cache: Pick<Cache, 'listOf'>, today: string, orderNumber: string): OrderPapers['sheets'] {
  const sheets = new Map<string, OrderPapers['sheets'][number]>()
  for (const date of [today, nextWorkingDay(today)])
    for (const { entry } of cache.listOf(date).entries)
      if (entry.orderNumber === orderNumber && !sheets.has(entry.sheetId))
        sheets.set(entry.sheetId, { sheetId: entry.sheetId, sheetNo: entry.sheetNo, date })
  return [...sheets.values()].toSorted((a, b) => a.sheetNo - b.sheetNo)
}

/** The orders of a day. Null: the list was never read. Without orders whose sheets are all bent. */
function ordersOfDay(cache: Pick<Cache, 'listOf'>, date: string): Set<string> | null {
  const { readAt, entries } = cache.listOf(date)
  if (readAt === null) return null
  return new Set(entries.filter(({ entry }) => entry.bent === null).map(({ entry }) => entry.orderNumber))
}

export type OrderHandlers = Pick<Station['handlers'], 'order.read' | 'order.file'>

export function orderHandlers(papers: Pick<OrderPapersReader, 'papersOf' | 'filePart'>): OrderHandlers {
  return {
    'order.read': ({ orderNumber }) => papers.papersOf(orderNumber),
    'order.file': async ({ orderNumber, fileId, offset }) => {
      const part = await papers.filePart(orderNumber, fileId, offset)
      if (part === null) throw new CallError('file_not_stored', `the file ${fileId} is not on this computer`)
      return part
    },
  }
}
