// POST /orders/{number}/confirm and /cancel: the two moves of the ladder that callers make (specification 3.1, decision 4).
import type { EventOrder, OrderStatus } from '../../shared/workshop-api/index.ts'
import { Failure } from '../http/failure.ts'
import type { Answer, Operations } from '../http/operation.ts'
import type { ApiKey } from '../keys/key-ring.ts'
import { reachOf } from '../keys/key-ring.ts'
import type { Parts } from '../parts.ts'
import { instantOf } from '../store/clock.ts'
import { moveBetween, moved } from './order-ladder.ts'
import type { ShownOrders } from './order-pages.ts'

type Needed = Pick<Parts, 'store' | 'orders'>

export function orderMoves(
  { store, orders }: Needed,
  shown: ShownOrders,
): Pick<Operations, 'confirmOrder' | 'cancelOrder'> {
  const move = (
    { key, nowMs, params }: { key: ApiKey; nowMs: number; params: { number: string } },
    to: OrderStatus,
    reason: string | null,
    may: (order: EventOrder) => boolean = () => true,
  ): Answer =>
    store.write(() => {
      const order = orders.find(reachOf(key), params.number)
      if (order === null) throw new Failure('not_found')
      const step = moveBetween(order.status, to)
      if (step === null || !may(order)) throw new Failure('invalid_transition')
      const news = { type: step.event, change: { from: step.from, to: step.to } }
      orders.change(key.workshop.id, moved(order, step, instantOf(nowMs), reason), news, nowMs)
      return { body: shown.answer(key, order.numberDisplay) }
    })
  return {
    // `mottatt` is also where an order goes whose "ready" is undone: that is the workshop's own to do.
    confirmOrder: (call) => move(call, 'mottatt', null, ({ status }) => status === 'forespurt'),
    cancelOrder: (call) => {
      const reason = call.body.reason ?? null
      return move(call, 'avbrutt', reason === null || reason.trim() === '' ? null : reason)
    },
  }
}
