// What an order takes from the shop: its delivery and its discount, as the caller names them. Throws a `Failure`, 400 at the field,
// for what cannot be had. Pure.
import type { EventOrder, OrderChange } from '../../shared/workshop-api/index.ts'
import { invalid } from '../http/failure.ts'
import type { Terms } from '../prices/sums.ts'
import { refuseSmallSum, termsAsked } from './asked-terms.ts'
import type { ShopSettings } from './shop-book.ts'

export interface OrderAsks {
  /** With what was sent of it put on it already. */
  order: EventOrder
  delivery: OrderChange['delivery']
  discountCode: string | null
  /** What it has so far. */
  before: Terms
}

const fields = { code: 'discountCode', option: 'delivery.optionId' }

/** The order's terms; a new code only where one is named, a delivery anew where the way or the place is another. */
export function termsOfOrder(
  settings: ShopSettings,
  { order, delivery, discountCode, before }: OrderAsks,
  today: string,
): Terms {
  const optionId = optionAsked(delivery, before)
  const postalCode = order.delivery?.address?.postalCode?.trim() ?? null
  const named = { code: discountCode, optionId: optionId ?? null, postalCode: postalCode === '' ? null : postalCode }
  const asked = termsAsked(settings, named, today, fields)
  const terms = {
    discount: discountCode === null ? before.discount : asked.discount,
    delivery: optionId === undefined ? before.delivery : asked.delivery,
  }
  const mode = terms.delivery?.mode ?? null
  if (mode !== null && delivery?.mode !== undefined && delivery.mode !== mode) {
    throw invalid(['delivery.mode'], 'Leveringsmåten er en annen enn den som delivery.optionId står for.')
  }
  return terms
}

/** Of an order whose goods have a price: refuses a code that asks for more of them. */
export function refuseSmallOrder({ totals }: EventOrder, { discount }: Terms, today: string): void {
  refuseSmallSum(discount, today, totals.netOre, fields.code)
}

/** With the mode that its delivery stands for. */
export function withMode(order: EventOrder, { delivery }: Terms): EventOrder {
  if (delivery === null) return order
  const asked = order.delivery ?? { requestedDate: null, deliveryDate: null, address: null }
  return { ...order, delivery: { ...asked, mode: delivery.mode } }
}

/** `undefined`: what it has stays. */
function optionAsked(delivery: OrderChange['delivery'], before: Terms): string | null | undefined {
  if (delivery === null) return null
  if (delivery?.optionId !== undefined) return delivery.optionId
  return delivery?.address === undefined ? undefined : before.delivery?.id
}
