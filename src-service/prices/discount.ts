// Discount codes: validity and amount. Assumed (specification 4.2 names only `discountCode`): a percentage or an amount off the goods, within
// a period of the workshop's calendar, from a minimum sum. Pure.
import * as z from 'zod'
import { day, ore } from '../../shared/workshop-api/index.ts'
import { shareOre } from './rounding.ts'

export const discount = z.strictObject({
  /** Not case-sensitive. */
  code: z.string().regex(/^[\p{L}\d_-]{2,40}$/u),
  /** Basis points off the goods; null for an amount. */
  percentBp: z.int().min(1).max(10_000).nullable(),
  amountOre: ore.min(1).nullable(),
  /** The first and the last valid day; null: unlimited. */
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  /** The minimum sum of the goods, without VAT. */
  leastOre: ore.min(0),
})
export type Discount = z.infer<typeof discount>

/** Ignores case and outer spaces. Null: there is no such code. Its validity is not checked. */
export function findDiscountCode(codes: readonly Discount[], requestedCode: string): Discount | null {
  const normalizedCode = requestedCode.trim().toLowerCase()
  return codes.find(({ code }) => code.toLowerCase() === normalizedCode) ?? null
}

/** The message why a code is not valid; null if it is. `goodsOre` is null if the sum is unknown. */
export function discountProblem(code: Discount | null, today: string, goodsOre: number | null): string | null {
  if (code === null) return 'Rabattkoden finnes ikke.'
  const { validFrom, validUntil, leastOre } = code
  if (validFrom !== null && today < validFrom) return `Rabattkoden gjelder fra ${validFrom}.`
  if (validUntil !== null && today > validUntil) return `Rabattkoden gikk ut ${validUntil}.`
  if (goodsOre !== null && goodsOre < leastOre) {
    return `Rabattkoden gjelder fra ${leastOre / 100} kroner uten merverdiavgift.`
  }
  return null
}

/** The discount on goods of this sum, at most the sum. */
export function discountOre({ percentBp, amountOre, leastOre }: Discount, goodsOre: number): number {
  if (goodsOre < leastOre) return 0
  return Math.min(goodsOre, percentBp === null ? (amountOre ?? 0) : shareOre(goodsOre, percentBp))
}
