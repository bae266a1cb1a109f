// The shop: settings, delivery options and their prices. Assumed (service decision 5) where the specification shows no fields. All
// amounts are without VAT. Pure.
import * as z from 'zod'
import { ore, uuid } from '../scalars.ts'
import { order } from './order.ts'

const text = z.string().nullable()
/** A Norwegian postal code. */
export const postalCode = z.string().regex(/^\d{4}$/)

export const deliveryOption = z.strictObject({
  id: uuid,
  mode: order.shape.delivery.unwrap().shape.mode.unwrap(),
  name: z.string(),
  /** The price for the postal code; without a postal code, the price outside the areas that have a price of their own. */
  priceOre: ore,
  vatBp: z.int(),
  /** Free from this total of the cart; null: never. */
  freeAboveOre: ore.nullable(),
})
export type DeliveryOption = z.infer<typeof deliveryOption>

export const shop = z.strictObject({
  url: text,
  slug: z.string(),
  orderWays: z.array(z.string()),
  deliveryOptions: z.array(deliveryOption),
  terms: z.strictObject({ url: text, text }),
})
export type Shop = z.infer<typeof shop>

export const deliveryQuoteRequest = z.strictObject({ postalCode, subtotalOre: ore.min(0).optional() })

export const deliveryQuote = z.strictObject({
  postalCode: z.string(),
  /** Null: the service does not know the postal code. */
  city: text,
  options: z.array(deliveryOption),
})
