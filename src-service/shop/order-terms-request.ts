// The delivery option and the discount of an order, as the caller names them. Throws a 400 with the field for an unavailable one. Pure.
import type { EventOrder, OrderChange } from '../../shared/workshop-api/index.ts'
import { invalid } from '../operation/index.ts'
import type { Terms } from '../prices/index.ts'
import { refuseSmallSum, findTerms } from './requested-terms.ts'
import type { ShopSettings } from './shop-store.ts'

export interface OrderTermsRequest {
  /** The order with the sent fields applied. */
  order: EventOrder
  delivery: OrderChange['delivery']
  discountCode: string | null
  /** The terms so far. */
  before: Terms
}

const fields = { code: 'discountCode', option: 'delivery.optionId' }

/** The order's terms: a new discount only if a code is named, a new delivery option if the option or the address changes. */
export function orderTermsFrom(
  settings: ShopSettings,
  { order, delivery, discountCode, before }: OrderTermsRequest,
  today: string,
): Terms {
  const optionId = requestedOption(delivery, before)
  const postalCode = order.delivery?.address?.postalCode?.trim() ?? null
  const requested = {
    code: discountCode,
    optionId: optionId ?? null,
    postalCode: postalCode === '' ? null : postalCode,
  }
  const foundTerms = findTerms(settings, requested, today, fields)
  const terms = {
    discount: discountCode === null ? before.discount : foundTerms.discount,
    delivery: optionId === undefined ? before.delivery : foundTerms.delivery,
  }
  const mode = terms.delivery?.mode ?? null
  if (mode !== null && delivery?.mode !== undefined && delivery.mode !== mode) {
    throw invalid(['delivery.mode'], 'Leveringsmåten er en annen enn den som delivery.optionId står for.')
  }
  return terms
}

/** Refuses a code whose minimum is above the price of the goods, if they have a price. */
export function refuseSmallOrder({ totals }: EventOrder, { discount }: Terms, today: string): void {
  refuseSmallSum(discount, today, totals.netOre, fields.code)
}

/** The order with the mode of its delivery option. */
export function withMode(order: EventOrder, { delivery }: Terms): EventOrder {
  if (delivery === null) return order
  const requested = order.delivery ?? { requestedDate: null, deliveryDate: null, address: null }
  return { ...order, delivery: { ...requested, mode: delivery.mode } }
}

/** `undefined`: the option does not change. */
function requestedOption(delivery: OrderChange['delivery'], before: Terms): string | null | undefined {
  if (delivery === null) return null
  if (delivery?.optionId !== undefined) return delivery.optionId
  return delivery?.address === undefined ? undefined : before.delivery?.id
}
