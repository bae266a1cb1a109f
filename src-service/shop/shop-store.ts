// A workshop's shop in the store: one row. A workshop without settings has no row.
import * as z from 'zod'
import { shop } from '../../shared/workshop-api/index.ts'
import { discount, offeredDelivery } from '../prices/index.ts'
import type { Store } from '../store/index.ts'

export const shopSettings = shop.omit({ slug: true }).extend({
  deliveryOptions: z.array(offeredDelivery),
  discountCodes: z.array(discount),
  /** No key sees prices, and the workshop prices the product lines of orders. */
  pricesHidden: z.boolean(),
  /** The known postal codes. */
  places: z.array(z.strictObject({ postalCode: z.string(), city: z.string() })),
})
export type ShopSettings = z.infer<typeof shopSettings>

const defaultSettings: ShopSettings = {
  url: null,
  orderWays: ['forespørsel'],
  deliveryOptions: [],
  terms: { url: null, text: null },
  discountCodes: [],
  pricesHidden: false,
  places: [],
}

export interface ShopStore {
  settingsOf: (workshopId: string) => ShopSettings
  has: (workshopId: string) => boolean
  /** Replaces the given settings. */
  set: (workshopId: string, changed: Partial<ShopSettings>) => ShopSettings
}

const parseRow = (row: { body: string } | undefined): ShopSettings =>
  row === undefined ? defaultSettings : shopSettings.parse(JSON.parse(row.body))

export function shopStore(store: Store): ShopStore {
  const select = store.reads.prepare<[string], { body: string }>('SELECT body FROM shop WHERE workshop_id = ?')
  const selectCurrent = store.db.prepare<[string], { body: string }>('SELECT body FROM shop WHERE workshop_id = ?')
  const write = store.db.prepare(
    'INSERT INTO shop (workshop_id, body) VALUES (?, ?) ON CONFLICT (workshop_id) DO UPDATE SET body = excluded.body',
  )
  const cache = new Map<string, ShopSettings>()
  let cachedAtWrites = Number.NaN
  return {
    settingsOf: (workshopId) => {
      const writes = store.writes()
      if (writes !== cachedAtWrites) cache.clear()
      cachedAtWrites = writes
      const settings = cache.get(workshopId) ?? parseRow(select.get(workshopId))
      cache.set(workshopId, settings)
      return settings
    },
    has: (workshopId) => selectCurrent.get(workshopId) !== undefined,
    set: (workshopId, changed) =>
      store.write(() => {
        const stored = shopSettings.parse({ ...parseRow(selectCurrent.get(workshopId)), ...changed })
        write.run(workshopId, JSON.stringify(stored))
        return stored
      }),
  }
}
