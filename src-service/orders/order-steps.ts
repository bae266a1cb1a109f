// The steps of an order's timeline as its milestones tell them: all there is to know of one that came with its past, and the first
// step of one that is new. Pure.
import type { EventOrder, OrderStatus, OrderStep } from '../../shared/workshop-api/index.ts'
import { moveBetween } from './order-ladder.ts'

type Milestone = 'receivedAt' | 'inWorkAt' | 'readyAt' | 'deliveredAt' | 'invoicedAt' | 'paidAt' | 'cancelledAt'

const ladder: readonly [from: OrderStatus, to: OrderStatus, at: Milestone][] = [
  ['forespurt', 'mottatt', 'receivedAt'],
  ['mottatt', 'i_arbeid', 'inWorkAt'],
  ['i_arbeid', 'klar', 'readyAt'],
  ['klar', 'levert', 'deliveredAt'],
  ['levert', 'fakturert', 'invoicedAt'],
  ['fakturert', 'betalt', 'paidAt'],
]

/** Oldest first. An order that was received the moment it was made was no request before: its first step has no `change`. */
export function stepsSoFar(order: EventOrder): OrderStep[] {
  const { createdAt, receivedAt } = order
  const asked = receivedAt !== createdAt
  const first: OrderStep = { at: createdAt, type: asked ? 'order.requested' : 'order.received', change: null }
  const cancelledFrom = receivedAt === null ? 'forespurt' : 'mottatt'
  const rungs = [...(asked ? ladder : ladder.slice(1)), [cancelledFrom, 'avbrutt', 'cancelledAt'] as const]
  const later = rungs.flatMap(([from, to, milestone]): OrderStep[] => {
    const at = order[milestone]
    const move = moveBetween(from, to)
    return at === null || move === null ? [] : [{ at, type: move.event, change: { from, to } }]
  })
  return [first, ...later]
}
