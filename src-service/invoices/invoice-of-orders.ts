// The lines and totals of an invoice from its orders: goods, the discount per VAT rate, and the delivery. Pure.
import type { EventOrder, Invoice } from '../../shared/workshop-api/index.ts'
import { applyDiscount, discountOre, shippingOre, vatByRate, vatOreOf } from '../prices/index.ts'
import type { RateSum, Terms } from '../prices/index.ts'

type Lines = Invoice['lines']
type Line = Omit<Lines[number], 'lineNo'>
export interface InvoicedOrder {
  order: EventOrder
  terms: Terms
}

/** Numbers the lines of all orders together, from 1. */
export function invoiceLines(invoicedOrders: readonly InvoicedOrder[]): Lines {
  return invoicedOrders.flatMap(linesOfOrder).map((line, index) => ({ lineNo: index + 1, ...line }))
}

/**
 * Sums are null if an order has no price. The accounting system knows them then. VAT is computed per rate on all lines of the invoice, so
 * that it can differ from the sum of its orders' VAT by an øre per order and rate.
 */
export function invoiceTotals(invoicedOrders: readonly InvoicedOrder[]): Invoice['totals'] {
  const lines = invoiceLines(invoicedOrders)
  const rates = invoiceRates(lines)
  if (rates === null || invoicedOrders.some(({ order }) => order.totals.netOre === null)) {
    return { netOre: null, vatOre: null, grossOre: null }
  }
  const netOre = rates.reduce((sum, rate) => sum + rate.netOre, 0)
  const vatOre = vatOreOf(rates)
  return { netOre, vatOre, grossOre: netOre + vatOre }
}

/** The VAT of each rate; null if a line has no price. */
export function invoiceRates(lines: Invoice['lines']): RateSum[] | null {
  const priced = lines.flatMap(({ netOre, vatBp }) => (netOre === null ? [] : [{ netOre, vatBp }]))
  return priced.length < lines.length ? null : vatByRate(priced)
}

const singleLine = (description: string, netOre: number, vatBp: number): Line => ({
  description,
  quantity: 1,
  unit: null,
  unitPriceOre: netOre,
  netOre,
  vatBp,
})

function linesOfOrder({ order, terms }: InvoicedOrder): Line[] {
  const goods = order.lines.map(({ description, quantity, unitPriceOre, netOre, vatBp }): Line => ({
    description,
    quantity,
    unit: null,
    unitPriceOre,
    netOre,
    vatBp,
  }))
  const goodsOre = order.totals.netOre
  if (goodsOre === null) return goods
  const { discount, delivery } = terms
  const priced = order.lines.map(({ netOre, vatBp }) => ({ netOre: netOre ?? 0, vatBp }))
  const discountedLines = applyDiscount(priced, discount === null ? 0 : discountOre(discount, goodsOre))
  const discountByVat = new Map<number, number>()
  for (const [index, { netOre, vatBp }] of priced.entries()) {
    discountByVat.set(vatBp, (discountByVat.get(vatBp) ?? 0) + netOre - (discountedLines[index]?.netOre ?? netOre))
  }
  return [
    ...goods,
    ...[...discountByVat]
      .filter(([, ore]) => ore > 0)
      .map(([vatBp, ore]) => singleLine(`Rabatt ${discount?.code ?? ''}`, -ore, vatBp)),
    ...(delivery === null ? [] : [singleLine(delivery.name, shippingOre(delivery, goodsOre), delivery.vatBp)]),
  ]
}
