// The sums of priced lines with discount and delivery (decision 5), for POST /prices and for orders. Pure.
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

/** Amounts are in øre. VAT is computed on the goods after the discount, and on the delivery at its own rate. */
export function sumsOf(lines: readonly PricedLine[], { discount, delivery }: Terms): Sums {
  const netOre = lines.reduce((sum, line) => sum + line.netOre, 0)
  const discountOre = discount === null ? 0 : discountOf(discount, netOre)
  const shippingOre = delivery === null ? 0 : shippingOf(delivery, netOre)
  const vatOfGoods = applyDiscount(lines, discountOre).reduce((sum, line) => sum + shareOre(line.netOre, line.vatBp), 0)
  const vatOre = vatOfGoods + shareOre(shippingOre, delivery?.vatBp ?? 0)
  return { netOre, discountOre, shippingOre, vatOre, grossOre: netOre - discountOre + shippingOre + vatOre }
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
