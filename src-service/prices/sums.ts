// The sums of priced lines with discount and delivery (service decision 5), for POST /prices and for orders. Pure.
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'
import { shippingOre as shippingOf } from './delivery.ts'
import { discountOre as discountOf } from './discount.ts'
import type { Discount } from './discount.ts'
import { shareOre, roundOre } from './rounding.ts'

/** The discount and the delivery option of an order, as they were when it was made. */
export interface Terms {
  discount: Discount | null
  /** The option with the price for the postal code. */
  delivery: DeliveryOption | null
}

export const noTerms: Terms = { discount: null, delivery: null }

export interface Sums {
  /** The lines' sum. */
  netOre: number
  discountOre: number
  shippingOre: number
  vatOre: number
  /** `netOre` − `discountOre` + `shippingOre` + `vatOre`. */
  grossOre: number
}

interface PricedLine {
  netOre: number
  vatBp: number
}

/** Amounts are in øre. VAT is computed per rate on the sum of the goods after the discount and of the delivery. */
export function sumsOf(lines: readonly PricedLine[], { discount, delivery }: Terms): Sums {
  const netOre = lines.reduce((sum, line) => sum + line.netOre, 0)
  const discountOre = discount === null ? 0 : discountOf(discount, netOre)
  const shippingOre = delivery === null ? 0 : shippingOf(delivery, netOre)
  const shipping = delivery === null ? [] : [{ netOre: shippingOre, vatBp: delivery.vatBp }]
  const vatOre = vatOreOf(vatByRate([...applyDiscount(lines, discountOre), ...shipping]))
  return { netOre, discountOre, shippingOre, vatOre, grossOre: netOre - discountOre + shippingOre + vatOre }
}

/** The VAT of one rate: on the sum of its lines, rounded once (EN 16931, BR-CO-17). */
export interface RateSum {
  vatBp: number
  netOre: number
  vatOre: number
}

/** One sum for each rate, the highest rate first. */
export function vatByRate(lines: readonly PricedLine[]): RateSum[] {
  const netByRate = new Map<number, number>()
  for (const { vatBp, netOre } of lines) netByRate.set(vatBp, (netByRate.get(vatBp) ?? 0) + netOre)
  return [...netByRate]
    .toSorted(([one], [other]) => other - one)
    .map(([vatBp, netOre]) => ({ vatBp, netOre, vatOre: shareOre(netOre, vatBp) }))
}

export function vatOreOf(rates: readonly RateSum[]): number {
  return rates.reduce((sum, { vatOre }) => sum + vatOre, 0)
}

/** The lines after the discount, which is shared in proportion to their sums. The shares add up to the discount exactly. */
export function applyDiscount(lines: readonly PricedLine[], discountOre: number): PricedLine[] {
  const netOre = lines.reduce((sum, line) => sum + line.netOre, 0)
  if (netOre === 0) return [...lines]
  let cumulativeOre = 0
  let sharedOre = 0
  return lines.map((line) => {
    cumulativeOre += line.netOre
    const cumulativeShareOre = roundOre(discountOre * (cumulativeOre / netOre))
    const shareOfLineOre = cumulativeShareOre - sharedOre
    sharedOre = cumulativeShareOre
    return { netOre: line.netOre - shareOfLineOre, vatBp: line.vatBp }
  })
}
