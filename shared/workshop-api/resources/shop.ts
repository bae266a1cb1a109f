// The shop: its settings, its ways of delivery and what they cost. Assumed (decision 5) where the specification shows no fields. All
// sums are without VAT. Pure.
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
  /** Where no postal code is said: what it costs outside the areas that have a price of their own. */
  priceOre: ore,
  vatBp: z.int(),
  /** From this sum of the cart upward it is free; null: never. */
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
  /** Null where the service does not know the place. */
  city: text,
  options: z.array(deliveryOption),
})
