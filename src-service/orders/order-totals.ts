// The totals of an order (service decision 2). If one line has no price, all sums are null. `netOre` is the sum of the lines; discount and delivery
// are included in `grossOre` only (service decision 5). Pure.
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { noTerms, sumsOf } from '../prices/index.ts'
import type { Terms } from '../prices/index.ts'

/** Amounts are in øre. Without lines the status is 'pending', with a line without a price 'partial'. */
export function totalsOf(lines: EventOrder['lines'], terms: Terms = noTerms): EventOrder['totals'] {
  const priced = lines.flatMap(({ netOre, vatBp }) => (netOre === null ? [] : [{ netOre, vatBp }]))
  if (lines.length === 0 || priced.length < lines.length) {
    const priceStatus = lines.length === 0 ? 'pending' : 'partial'
    return { netOre: null, vatOre: null, grossOre: null, currency: 'NOK', priceStatus }
  }
  const { netOre, vatOre, grossOre } = sumsOf(priced, terms)
  return { netOre, vatOre, grossOre, currency: 'NOK', priceStatus: 'priced' }
}
