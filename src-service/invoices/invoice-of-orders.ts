// The lines and totals of an invoice from its orders: goods, the discount per VAT rate, and the delivery. Pure.
import type { EventOrder, Invoice } from '../../shared/workshop-api/index.ts'
import { applyDiscount, discountOre, shippingOre } from '../prices/index.ts'
import type { Terms } from '../prices/index.ts'

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

/** Sums are null if an order has no price. The accounting system knows them then. */
export function invoiceTotals(invoicedOrders: readonly InvoicedOrder[]): Invoice['totals'] {
  const lines = invoiceLines(invoicedOrders)
  const netOre = sum(lines.map((line) => line.netOre))
  const vatOre = sum(invoicedOrders.map(({ order }) => order.totals.vatOre))
  return { netOre, vatOre, grossOre: sum([netOre, vatOre]) }
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

function sum(parts: readonly (number | null)[]): number | null {
  return parts.reduce<number | null>((total, part) => (total === null || part === null ? null : total + part), 0)
}
