// What has come in at the workshop's desk, and what the workshop says that a line costs which no engine can price.
import type { EventOrder, OrderStatus } from '../../shared/workshop-api/index.ts'
import { totalsOf } from '../orders/order-totals.ts'
import type { Parts } from '../parts.ts'
import { netOf } from '../prices/whole-ore.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface OrderInbox {
  /** The workshop's own list at one rung, newest first: a live workshop's has no test orders. */
  at: (status: OrderStatus) => EventOrder[]
  /**
   * Says what one of a line costs, in øre without VAT; the sums and `order.updated` follow. Refused of a call-off, which has its
   * agreement's prices, and of an order that was paid, invoiced or cancelled.
   */
  price: (number: string, lineNo: number, unitPriceOre: number) => EventOrder
  /** What was paid on the payment page and has not been given back, in øre. */
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
    at: (status) => orders.at(workshopId, sandbox, status),
    price: (number, lineNo, unitPriceOre) =>
      store.write(() => {
        const order = find(number)
        const line = order.lines.find((each) => each.lineNo === lineNo)
        if (line === undefined) throw new Refusal('not_found', `order ${number} has no line ${lineNo}`)
        if (order.agreement !== null) throw new Refusal('invalid', `${number} has the prices of its agreement`)
        if (!priceable.includes(order.status)) throw new Refusal('invalid_transition', `${number} is ${order.status}`)
        if (heldOre(number) > 0) throw new Refusal('invalid_transition', `${number} is paid already`)
        if (line.unitPriceOre === unitPriceOre) return order
        const netOre = netOf(unitPriceOre, line.quantity)
        const priced = { ...line, priceStatus: 'priced' as const, unitPriceOre, netOre }
        const lines = order.lines.map((each) => (each === line ? priced : each))
        const changed = { ...order, lines, totals: totalsOf(lines, orderTerms.of(order.id)) }
        return orders.change(workshopId, changed, { type: 'order.updated' }, clock.now())
      }),
    heldOre,
  }
}
