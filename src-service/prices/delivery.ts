// Ways of delivery and what each costs to a postal code: one rule for quotes, prices and orders. Assumed (specification 4.2): a price
// of its own for an area, or none outside the areas that are served, and free from a sum of the goods before any discount. Pure.
import * as z from 'zod'
import { deliveryOption, ore, postalCode } from '../../shared/workshop-api/index.ts'
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'

const area = z.strictObject({ from: postalCode, to: postalCode, priceOre: ore.min(0) })

export const offeredDelivery = deliveryOption.extend({
  priceOre: ore.min(0),
  areas: z.array(area),
  /** False: it goes everywhere, and the areas have prices of their own. */
  areasOnly: z.boolean(),
})
export type OfferedDelivery = z.infer<typeof offeredDelivery>

/** The option as it is offered to a postal code, null: to nowhere in particular; null where it does not go. */
export function offeredTo(
  { areas, areasOnly, ...option }: OfferedDelivery,
  code: string | null,
): DeliveryOption | null {
  if (code === null) return option
  const here = areas.find(({ from, to }) => code >= from && code <= to)
  if (here === undefined) return areasOnly ? null : option
  return { ...option, priceOre: here.priceOre }
}

/** What it costs for goods of this sum, without VAT. */
export function shippingOre({ priceOre, freeAboveOre }: DeliveryOption, goodsOre: number): number {
  return freeAboveOre !== null && goodsOre >= freeAboveOre ? 0 : priceOre
}
