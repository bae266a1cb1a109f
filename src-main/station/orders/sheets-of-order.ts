// The sheets of an order on the stored lists of today and the next working day, and the orders of today. Reads the cache.
import type { OrderPapers } from '../../../shared/station-api/index.ts'
import { nextWorkingDay } from '../../../shared/workshop-api/index.ts'
import type { Cache } from '../../cache/index.ts'

/** By their number; a sheet that is on both lists counts for the first day. */
export function sheetsOfOrder(cache: Pick<Cache, 'listOf'>, today: string, orderNumber: string): OrderPapers['sheets'] {
  const sheets = new Map<string, OrderPapers['sheets'][number]>()
  for (const date of [today, nextWorkingDay(today)])
    for (const { entry } of cache.listOf(date).entries)
      if (entry.orderNumber === orderNumber && !sheets.has(entry.sheetId))
        sheets.set(entry.sheetId, { sheetId: entry.sheetId, sheetNo: entry.sheetNo, date })
  return [...sheets.values()].toSorted((a, b) => a.sheetNo - b.sheetNo)
}

/** Null: the list was never read. Without orders whose sheets are all bent. */
export function ordersOfDay(cache: Pick<Cache, 'listOf'>, date: string): Set<string> | null {
  const { readAt, entries } = cache.listOf(date)
  if (readAt === null) return null
  return new Set(entries.filter(({ entry }) => entry.bent === null).map(({ entry }) => entry.orderNumber))
}
