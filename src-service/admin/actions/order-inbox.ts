// The list of orders by status, and the workshop's own prices of lines that the price engine cannot price.
import type { EventOrder, OrderStatus } from '../../../shared/workshop-api/index.ts'
import { totalsOf } from '../../orders/index.ts'
import type { Parts } from '../../parts.ts'
import { lineNetOre } from '../../prices/index.ts'
import { Refusal } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'

export interface OrderInbox {
  /** The orders with a status, newest first. The list of a live workshop has no test orders. */
  withStatus: (status: OrderStatus) => EventOrder[]
  /**
   * Sets the unit price of a line, in øre without VAT, computes the sums and sends `order.updated`. Refuses a call-off, which has the
   * prices of its agreement, and an order that is paid, invoiced or cancelled.
   */
  price: (number: string, lineNo: number, unitPriceOre: number) => EventOrder
  /** The amount that was paid on the payment page and not refunded, in øre. */
  heldOre: (number: string) => number
}

const priceable: readonly OrderStatus[] = ['forespurt', 'mottatt', 'i_arbeid', 'klar', 'levert']

export function orderInbox(
  { store, clock, orders, orderTerms, payments }: Parts,
  { id: workshopId, sandbox }: Workshop,
  find: (number: string) => EventOrder,
): OrderInbox {
  const heldOre: OrderInbox['heldOre'] = (number) => payments.heldOre(find(number).id)
  return {
    withStatus: (status) => orders.withStatus(workshopId, sandbox, status),
    price: (number, lineNo, unitPriceOre) =>
      store.write(() => {
        const order = find(number)
        const line = order.lines.find((each) => each.lineNo === lineNo)
        if (line === undefined) throw new Refusal('not_found', `order ${number} has no line ${lineNo}`)
        if (order.agreement !== null) throw new Refusal('invalid', `${number} has the prices of its agreement`)
        if (!priceable.includes(order.status)) throw new Refusal('invalid_transition', `${number} is ${order.status}`)
        if (heldOre(number) > 0) throw new Refusal('invalid_transition', `${number} is paid already`)
        if (line.unitPriceOre === unitPriceOre) return order
        const netOre = lineNetOre(unitPriceOre, line.quantity)
        const priced = { ...line, priceStatus: 'priced' as const, unitPriceOre, netOre }
        const lines = order.lines.map((each) => (each === line ? priced : each))
        const changed = { ...order, lines, totals: totalsOf(lines, orderTerms.termsOf(order.id)) }
        return orders.change(workshopId, changed, { type: 'order.updated' }, clock.now())
      }),
    heldOre,
  }
}
