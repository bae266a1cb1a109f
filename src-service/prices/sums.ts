// The sums of priced lines with a discount and a delivery (decision 5): one reckoning for POST /prices and for orders. Pure.
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'
import { shippingOre as shippingOf } from './delivery.ts'
import { discountOre as discountOf } from './discount.ts'
import type { Discount } from './discount.ts'
import { shareOf, wholeOre } from './whole-ore.ts'

/** What an order was given beside its lines: as they were on the day. */
export interface Terms {
  discount: Discount | null
  /** As it is offered to the postal code. */
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

export function sumsOf(lines: readonly PricedLine[], { discount, delivery }: Terms): Sums {
  const netOre = lines.reduce((sum, line) => sum + line.netOre, 0)
  const discountOre = discount === null ? 0 : discountOf(discount, netOre)
  const shippingOre = delivery === null ? 0 : shippingOf(delivery, netOre)
  const vatOfGoods = discounted(lines, discountOre).reduce((sum, line) => sum + shareOf(line.netOre, line.vatBp), 0)
  const vatOre = vatOfGoods + shareOf(shippingOre, delivery?.vatBp ?? 0)
  return { netOre, discountOre, shippingOre, vatOre, grossOre: netOre - discountOre + shippingOre + vatOre }
}

/** The lines with each its part of the discount taken off, in proportion to what it costs: the parts are the discount, to the øre. */
export function discounted(lines: readonly PricedLine[], discountOre: number): PricedLine[] {
  const netOre = lines.reduce((sum, line) => sum + line.netOre, 0)
  if (netOre === 0) return [...lines]
  let before = 0
  let taken = 0
  return lines.map((line) => {
    before += line.netOre
    const upToHere = wholeOre(discountOre * (before / netOre))
    const part = upToHere - taken
    taken = upToHere
    return { netOre: line.netOre - part, vatBp: line.vatBp }
  })
}
