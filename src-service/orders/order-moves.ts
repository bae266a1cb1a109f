// POST /orders/{number}/confirm and /cancel: the two moves that callers can make (specification 3.1, service decision 4).
import type { EventOrder, OrderStatus } from '../../shared/workshop-api/index.ts'
import { Failure } from '../operation/index.ts'
import type { Answer, Operations } from '../operation/index.ts'
import { accessScopeOf } from '../keys/index.ts'
import type { ApiKey } from '../keys/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { moveBetween, moveOrder } from './order-status-moves.ts'
import type { OrderResponses } from './order-pages.ts'
import type { OrderStore } from './order-store.ts'

/** Each is one transaction. Throws a `Failure`: 'not_found', or 'invalid_transition' where the order cannot make the move. */
export function orderMoves(
  { store, orders }: { store: Store; orders: OrderStore },
  responses: OrderResponses,
): Pick<Operations, 'confirmOrder' | 'cancelOrder'> {
  const move = (
    { key, nowMs, params }: { key: ApiKey; nowMs: number; params: { number: string } },
    to: OrderStatus,
    reason: string | null,
    isAllowed: (order: EventOrder) => boolean = () => true,
  ): Answer =>
    store.write(() => {
      const order = orders.find(accessScopeOf(key), params.number)
      if (order === null) throw new Failure('not_found')
      const transition = moveBetween(order.status, to)
      if (transition === null || !isAllowed(order)) throw new Failure('invalid_transition')
      const event = { type: transition.event, change: { from: transition.from, to: transition.to } }
      orders.change(key.workshop.id, moveOrder(order, transition, instantOf(nowMs), reason), event, nowMs)
      return { body: responses.answer(key, order.numberDisplay) }
    })
  return {
    // An order also moves to `mottatt` when "ready" is undone. Only the workshop can do that.
    confirmOrder: (call) => move(call, 'mottatt', null, ({ status }) => status === 'forespurt'),
    cancelOrder: (call) => {
      const reason = call.body.reason ?? null
      return move(call, 'avbrutt', reason === null || reason.trim() === '' ? null : reason)
    },
  }
}
