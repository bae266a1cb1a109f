// The status ladder of orders (specification 3.1): the moves, their events, and the times that they set. Pure.
import { orderStatusLabels } from '../../shared/workshop-api/index.ts'
import type { EventOrder, EventType, OrderStatus } from '../../shared/workshop-api/index.ts'

export interface Move {
  from: OrderStatus
  to: OrderStatus
  event: EventType
}

const moves: readonly Move[] = [
  { from: 'forespurt', to: 'mottatt', event: 'order.received' },
  { from: 'forespurt', to: 'avbrutt', event: 'order.declined' },
  { from: 'mottatt', to: 'avbrutt', event: 'order.cancelled' },
  { from: 'mottatt', to: 'i_arbeid', event: 'order.in_work' },
  { from: 'i_arbeid', to: 'klar', event: 'order.ready' },
  { from: 'klar', to: 'mottatt', event: 'order.ready_undone' },
  { from: 'klar', to: 'levert', event: 'order.delivered' },
  { from: 'levert', to: 'fakturert', event: 'order.invoiced' },
  { from: 'fakturert', to: 'levert', event: 'order.invoice_undone' },
  { from: 'fakturert', to: 'betalt', event: 'order.paid' },
]

/** The move between two statuses; null if there is none. */
export function moveBetween(from: OrderStatus, to: OrderStatus): Move | null {
  return moves.find((move) => move.from === from && move.to === to) ?? null
}

/** The order after a move, with status, label and times. A move that undoes a milestone clears its time. */
export function moveOrder(order: EventOrder, move: Move, instant: string, reason: string | null): EventOrder {
  return {
    ...order,
    status: move.to,
    statusLabel: orderStatusLabels[move.to],
    statusChangedAt: instant,
    ...fieldsSetBy(move, instant, reason),
  }
}

function fieldsSetBy({ event, to }: Move, instant: string, reason: string | null): Partial<EventOrder> {
  if (event === 'order.ready_undone') return { readyAt: null, inWorkAt: null }
  if (event === 'order.invoice_undone') return { invoicedAt: null, invoice: null }
  switch (to) {
    case 'mottatt':
      return { receivedAt: instant }
    case 'i_arbeid':
      return { inWorkAt: instant }
    case 'klar':
      return { readyAt: instant }
    case 'levert':
      return { deliveredAt: instant }
    case 'fakturert':
      return { invoicedAt: instant }
    case 'betalt':
      return { paidAt: instant }
    case 'avbrutt':
      return { cancelledAt: instant, cancelReason: reason }
    case 'forespurt':
      return {}
  }
}
