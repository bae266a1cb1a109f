// POST /prices: the prices of product lines. Assumed (service decision 5): the specification shows only the three totals. All amounts except
// `grossOre` are without VAT. Pure.
import * as z from 'zod'
import { ore, uuid } from '../scalars.ts'
import { orderRequest, productLine } from './order-requests.ts'
import { postalCode } from './shop.ts'

export const maxPricedLines = 50

export const priceRequest = z.strictObject({
  lines: z
    .array(productLine.omit({ kind: true }))
    .min(1)
    .max(maxPricedLines),
  discountCode: orderRequest.shape.discountCode,
  deliveryOptionId: orderRequest.shape.discountCode,
  postalCode: postalCode.nullish(),
})

export const prices = z.strictObject({
  currency: z.literal('NOK'),
  lines: z.array(
    z.strictObject({
      lineNo: z.int().min(1),
      productId: uuid,
      quantity: z.number(),
      unitPriceOre: ore,
      netOre: ore,
      vatBp: z.int(),
      /** A line that cannot be priced fails the call. */
      priceStatus: z.literal('priced'),
    }),
  ),
  netOre: ore,
  discountOre: ore,
  shippingOre: ore,
  vatOre: ore,
  grossOre: ore,
})
export type Prices = z.infer<typeof prices>
