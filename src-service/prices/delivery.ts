// Delivery options and their prices for a postal code, for quotes, prices and orders. Assumed (specification 4.2): areas can have their own
// prices or be the only served ones, and delivery is free from a sum of the goods before discount. Pure.
import * as z from 'zod'
import { deliveryOption, ore, postalCode } from '../../shared/workshop-api/index.ts'
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'

const deliveryArea = z.strictObject({ from: postalCode, to: postalCode, priceOre: ore.min(0) })

export const offeredDelivery = deliveryOption.extend({
  priceOre: ore.min(0),
  areas: z.array(deliveryArea),
  /** False: the option serves all postal codes, and the areas have their own prices. */
  areasOnly: z.boolean(),
})
export type OfferedDelivery = z.infer<typeof offeredDelivery>

/** The option with its price for a postal code; with `code` null, the general price. Null if it does not serve the code. */
export function deliveryFor(
  { areas, areasOnly, ...option }: OfferedDelivery,
  code: string | null,
): DeliveryOption | null {
  if (code === null) return option
  const area = areas.find(({ from, to }) => code >= from && code <= to)
  if (area === undefined) return areasOnly ? null : option
  return { ...option, priceOre: area.priceOre }
}

/** The price for goods of this sum, without VAT. */
export function shippingOre({ priceOre, freeAboveOre }: DeliveryOption, goodsOre: number): number {
  return freeAboveOre !== null && goodsOre >= freeAboveOre ? 0 : priceOre
}
