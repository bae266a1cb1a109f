// A workshop's shop as it is stored: one row, which a workshop that has set nothing does without.
import * as z from 'zod'
import { shop } from '../../shared/workshop-api/index.ts'
import { offeredDelivery } from '../prices/delivery.ts'
import { discount } from '../prices/discount.ts'
import type { Store } from '../store/store.ts'

export const shopSettings = shop.omit({ slug: true }).extend({
  deliveryOptions: z.array(offeredDelivery),
  discountCodes: z.array(discount),
  /** No key is told a price, and a product's line in an order waits for the workshop's. */
  pricesHidden: z.boolean(),
  /** What the service knows of postal codes. */
  places: z.array(z.strictObject({ postalCode: z.string(), city: z.string() })),
})
export type ShopSettings = z.infer<typeof shopSettings>

const unset: ShopSettings = {
  url: null,
  orderWays: ['forespørsel'],
  deliveryOptions: [],
  terms: { url: null, text: null },
  discountCodes: [],
  pricesHidden: false,
  places: [],
}

export interface ShopBook {
  of: (workshopId: string) => ShopSettings
  has: (workshopId: string) => boolean
  /** Puts what is said in place of what stood there. */
  set: (workshopId: string, changed: Partial<ShopSettings>) => ShopSettings
}

const read = (row: { body: string } | undefined): ShopSettings =>
  row === undefined ? unset : shopSettings.parse(JSON.parse(row.body))

export function shopBook(store: Store): ShopBook {
  const select = store.reads.prepare<[string], { body: string }>('SELECT body FROM shop WHERE workshop_id = ?')
  const current = store.db.prepare<[string], { body: string }>('SELECT body FROM shop WHERE workshop_id = ?')
  const write = store.db.prepare(
    'INSERT INTO shop (workshop_id, body) VALUES (?, ?) ON CONFLICT (workshop_id) DO UPDATE SET body = excluded.body',
  )
  const kept = new Map<string, ShopSettings>()
  let keptAt = Number.NaN
  return {
    of: (workshopId) => {
      const at = store.writes()
      if (at !== keptAt) kept.clear()
      keptAt = at
      const known = kept.get(workshopId) ?? read(select.get(workshopId))
      kept.set(workshopId, known)
      return known
    },
    has: (workshopId) => current.get(workshopId) !== undefined,
    set: (workshopId, changed) =>
      store.write(() => {
        const stored = shopSettings.parse({ ...read(current.get(workshopId)), ...changed })
        write.run(workshopId, JSON.stringify(stored))
        return stored
      }),
  }
}
