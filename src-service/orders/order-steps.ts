// The steps of an order's timeline from its milestones: all steps of an order that is stored with its history, and the first step of a new
// one. Pure.
import type { EventOrder, OrderStatus, OrderStep } from '../../shared/workshop-api/index.ts'
import { moveBetween } from './order-status-moves.ts'

type Milestone = 'receivedAt' | 'inWorkAt' | 'readyAt' | 'deliveredAt' | 'invoicedAt' | 'paidAt' | 'cancelledAt'

const ladder: readonly [from: OrderStatus, to: OrderStatus, milestone: Milestone][] = [
  ['forespurt', 'mottatt', 'receivedAt'],
  ['mottatt', 'i_arbeid', 'inWorkAt'],
  ['i_arbeid', 'klar', 'readyAt'],
  ['klar', 'levert', 'deliveredAt'],
  ['levert', 'fakturert', 'invoicedAt'],
  ['fakturert', 'betalt', 'paidAt'],
]

/** Oldest first. An order that was received when it was created was never a request. The first step has no `change`. */
export function stepsFromMilestones(order: EventOrder): OrderStep[] {
  const { createdAt, receivedAt } = order
  const wasRequested = receivedAt !== createdAt
  const first: OrderStep = { at: createdAt, type: wasRequested ? 'order.requested' : 'order.received', change: null }
  const cancelledFrom = receivedAt === null ? 'forespurt' : 'mottatt'
  const transitions = [...(wasRequested ? ladder : ladder.slice(1)), [cancelledFrom, 'avbrutt', 'cancelledAt'] as const]
  const later = transitions.flatMap(([from, to, milestone]): OrderStep[] => {
    const reachedAt = order[milestone]
    const move = moveBetween(from, to)
    return reachedAt === null || move === null ? [] : [{ at: reachedAt, type: move.event, change: { from, to } }]
  })
  return [first, ...later]
}
