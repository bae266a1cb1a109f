// Sums of an order's lines (decision 2): one line without a price leaves every sum open. Whole øre. Pure.
import type { EventOrder } from '../../shared/workshop-api/index.ts'

export function totalsOf(lines: EventOrder['lines']): EventOrder['totals'] {
  const nets = lines.map(({ netOre }) => netOre).filter((netOre) => netOre !== null)
  if (lines.length === 0 || nets.length < lines.length) {
    const priceStatus = lines.length === 0 ? 'pending' : 'partial'
    return { netOre: null, vatOre: null, grossOre: null, currency: 'NOK', priceStatus }
  }
  const netOre = nets.reduce((sum, net) => sum + net, 0)
  const vatOre = lines.reduce((sum, line) => sum + Math.round(((line.netOre ?? 0) * line.vatBp) / 10_000), 0)
  return { netOre, vatOre, grossOre: netOre + vatOre, currency: 'NOK', priceStatus: 'priced' }
}
