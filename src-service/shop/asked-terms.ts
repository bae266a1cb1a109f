// The discount code and the delivery that a caller names, looked up: one reading for POST /prices and for orders. What cannot be had is
// a 400 at its field. Pure.
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'
import { invalid } from '../http/failure.ts'
import { offeredTo } from '../prices/delivery.ts'
import { codeNamed, whyNot } from '../prices/discount.ts'
import type { Discount } from '../prices/discount.ts'
import type { ShopSettings } from './shop-book.ts'

/** Where the two stand in what was sent. */
export interface TermFields {
  code: string
  option: string
}

export interface AskedTerms {
  code: string | null
  optionId: string | null
  postalCode: string | null
}

/** `today` is a day of the workshop's calendar. Throws a `Failure` that names every field at fault. */
export function termsAsked(
  { discountCodes, deliveryOptions }: Pick<ShopSettings, 'discountCodes' | 'deliveryOptions'>,
  { code, optionId, postalCode }: AskedTerms,
  today: string,
  fields: TermFields,
): { discount: Discount | null; delivery: DeliveryOption | null } {
  const discount = code === null ? null : codeNamed(discountCodes, code)
  const whyNoDiscount = code === null ? null : whyNot(discount, today, null)
  const option = optionId === null ? undefined : deliveryOptions.find(({ id }) => id === optionId.toLowerCase())
  const delivery = option === undefined ? null : offeredTo(option, postalCode)
  const whyNoDelivery =
    optionId === null || delivery !== null
      ? null
      : option === undefined
        ? 'Verkstedet kjenner ikke denne leveringsmåten.'
        : `Verkstedet leverer ikke slik til ${postalCode}.`
  const faults = [
    { field: fields.option, why: whyNoDelivery },
    { field: fields.code, why: whyNoDiscount },
  ].filter(({ why }) => why !== null)
  if (faults.length > 0) {
    throw invalid(
      faults.map(({ field }) => field),
      faults.map(({ why }) => why).join(' '),
    )
  }
  return { discount, delivery }
}

/** For a code whose goods are less than it asks for. Nothing is known of goods whose sum is null. */
export function refuseSmallSum(discount: Discount | null, today: string, goodsOre: number | null, field: string): void {
  const why = discount === null ? null : whyNot(discount, today, goodsOre)
  if (why !== null) throw invalid([field], why)
}
