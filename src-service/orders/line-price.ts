// What one piece of a product costs, as far as that is known without asking anyone. The one place that prices an order's products.
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { lineProfile } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'

export const pricedProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  profile: lineProfile.nullable(),
  /** `m`: the price is for a metre; any other: for a piece. */
  unit: z.string(),
  unitPriceOre: z.int().nullable(),
  vatBp: z.int(),
  minLengthMm: z.number().nullable(),
  maxLengthMm: z.number().nullable(),
})
export type PricedProduct = z.infer<typeof pricedProduct>

type LineProfile = EventOrder['lines'][number]['profile']

/**
 * Øre for one piece, without VAT; null where the workshop must say it: the product has no price, another profile than its own is
 * asked for, it is sold by the metre and no length is given, or the length is outside what it is sold in.
 */
export function pieceOre(product: PricedProduct, lengthMm: number | null, profile: LineProfile): number | null {
  const { unit, unitPriceOre, minLengthMm, maxLengthMm } = product
  if (unitPriceOre === null || !isDeepStrictEqual(profile, product.profile)) return null
  if (lengthMm === null) return unit === 'm' ? null : unitPriceOre
  if (lengthMm < (minLengthMm ?? 0) || lengthMm > (maxLengthMm ?? Infinity)) return null
  return unit === 'm' ? Math.round((unitPriceOre * lengthMm) / 1000) : unitPriceOre
}
