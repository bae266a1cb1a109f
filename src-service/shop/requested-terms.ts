// Looks up the discount code and the delivery option of a call, for POST /prices and for orders. An unavailable one is a 400 with its field.
// Pure.
import type { DeliveryOption } from '../../shared/workshop-api/index.ts'
import { invalid } from '../operation/index.ts'
import { deliveryFor, discountProblem, findDiscountCode } from '../prices/index.ts'
import type { Discount } from '../prices/index.ts'
import type { ShopSettings } from './shop-store.ts'

/** The names of the two fields in the call. */
export interface TermFieldNames {
  code: string
  option: string
}

export interface RequestedTerms {
  code: string | null
  optionId: string | null
  postalCode: string | null
}

/** `today` is a day of the workshop's calendar. Throws a `Failure` that names all invalid fields. */
export function findTerms(
  { discountCodes, deliveryOptions }: Pick<ShopSettings, 'discountCodes' | 'deliveryOptions'>,
  { code, optionId, postalCode }: RequestedTerms,
  today: string,
  fields: TermFieldNames,
): { discount: Discount | null; delivery: DeliveryOption | null } {
  const discount = code === null ? null : findDiscountCode(discountCodes, code)
  const codeProblem = code === null ? null : discountProblem(discount, today, null)
  const option = optionId === null ? undefined : deliveryOptions.find(({ id }) => id === optionId.toLowerCase())
  const delivery = option === undefined ? null : deliveryFor(option, postalCode)
  const deliveryProblem =
    optionId === null || delivery !== null
      ? null
      : option === undefined
        ? 'Verkstedet kjenner ikke denne leveringsmåten.'
        : `Verkstedet leverer ikke slik til ${postalCode}.`
  const problems = [
    { field: fields.option, problem: deliveryProblem },
    { field: fields.code, problem: codeProblem },
  ].filter(({ problem }) => problem !== null)
  if (problems.length > 0) {
    throw invalid(
      problems.map(({ field }) => field),
      problems.map(({ problem }) => problem).join(' '),
    )
  }
  return { discount, delivery }
}

/** Refuses a code whose minimum sum is above the sum of the goods. A null sum is not checked. */
export function refuseSmallSum(discount: Discount | null, today: string, goodsOre: number | null, field: string): void {
  const problem = discount === null ? null : discountProblem(discount, today, goodsOre)
  if (problem !== null) throw invalid([field], problem)
}
