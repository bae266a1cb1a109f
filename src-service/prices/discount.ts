// Discount codes: when one counts, and what it takes off. Assumed (specification 4.2 names `discountCode` alone): a part or an amount
// off the goods, between two days of the workshop's calendar, from a sum of the goods. Pure.
import * as z from 'zod'
import { day, ore } from '../../shared/workshop-api/index.ts'
import { shareOf } from './whole-ore.ts'

export const discount = z.strictObject({
  /** As it is typed, whatever the case. */
  code: z.string().regex(/^[\p{L}\d_-]{2,40}$/u),
  /** Basis points off the goods; null where it is an amount. */
  percentBp: z.int().min(1).max(10_000).nullable(),
  amountOre: ore.min(1).nullable(),
  /** The first and the last day on which it counts; null: no end. */
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  /** What the goods must come to, without VAT. */
  leastOre: ore.min(0),
})
export type Discount = z.infer<typeof discount>

export function codeNamed(codes: readonly Discount[], typed: string): Discount | null {
  const sought = typed.trim().toLowerCase()
  return codes.find(({ code }) => code.toLowerCase() === sought) ?? null
}

/** Why a code does not count, for who typed it; null where it does. `goodsOre` is null while it is not known. */
export function whyNot(found: Discount | null, today: string, goodsOre: number | null): string | null {
  if (found === null) return 'Rabattkoden finnes ikke.'
  const { validFrom, validUntil, leastOre } = found
  if (validFrom !== null && today < validFrom) return `Rabattkoden gjelder fra ${validFrom}.`
  if (validUntil !== null && today > validUntil) return `Rabattkoden gikk ut ${validUntil}.`
  if (goodsOre !== null && goodsOre < leastOre) {
    return `Rabattkoden gjelder fra ${leastOre / 100} kroner uten merverdiavgift.`
  }
  return null
}

/** What it takes off goods of this sum: never more than the sum. */
export function discountOre({ percentBp, amountOre, leastOre }: Discount, goodsOre: number): number {
  if (goodsOre < leastOre) return 0
  return Math.min(goodsOre, percentBp === null ? (amountOre ?? 0) : shareOf(goodsOre, percentBp))
}
