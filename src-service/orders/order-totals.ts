// Sums of an order's lines (decision 2): one line without a price leaves every sum open. `netOre` is the lines' sum; a discount and
// the delivery stand in `grossOre` alone (decision 5). Pure.
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { noTerms, sumsOf } from '../prices/sums.ts'
import type { Terms } from '../prices/sums.ts'

export function totalsOf(lines: EventOrder['lines'], terms: Terms = noTerms): EventOrder['totals'] {
  const priced = lines.flatMap(({ netOre, vatBp }) => (netOre === null ? [] : [{ netOre, vatBp }]))
  if (lines.length === 0 || priced.length < lines.length) {
    const priceStatus = lines.length === 0 ? 'pending' : 'partial'
    return { netOre: null, vatOre: null, grossOre: null, currency: 'NOK', priceStatus }
  }
  const { netOre, vatOre, grossOre } = sumsOf(priced, terms)
  return { netOre, vatOre, grossOre, currency: 'NOK', priceStatus: 'priced' }
}
