// What a sandbox has that one of an older folder was not made with: its shop. A fresh one is filled the same way.
import { addDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import { listWorkshops } from '../store/workshops.ts'
import { idsFor } from './seed-orders.ts'
import { readWorkshopFile } from './workshop-file.ts'

export function fillSandbox({ store, clock, shops }: Parts): void {
  for (const { id, slug, sandbox } of listWorkshops(store)) {
    if (!sandbox || shops.has(id)) continue
    const { shop } = readWorkshopFile()
    const idOf = idsFor(slug)
    const today = workshopDate(clock.now())
    shops.set(id, {
      ...shop,
      deliveryOptions: shop.deliveryOptions.map(({ key, ...option }) => ({ id: idOf('delivery', key), ...option })),
      discountCodes: shop.discountCodes.map(({ validFromDaysAgo, validUntilInDays, ...code }) => ({
        ...code,
        validFrom: validFromDaysAgo === null ? null : addDays(today, -validFromDaysAgo),
        validUntil: validUntilInDays === null ? null : addDays(today, validUntilInDays),
      })),
    })
  }
}
