// The ladder of an order's status (specification 3.1): which moves there are, what each is called, and what it stamps. Pure.
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

/** The move between two rungs; null where the ladder has none. */
export function moveBetween(from: OrderStatus, to: OrderStatus): Move | null {
  return moves.find((move) => move.from === from && move.to === to) ?? null
}

/** The order after a move: status, label and time stamps. What an undone milestone had stamped is taken away. */
export function moved(order: EventOrder, move: Move, at: string, reason: string | null): EventOrder {
  return {
    ...order,
    status: move.to,
    statusLabel: orderStatusLabels[move.to],
    statusChangedAt: at,
    ...stamps(move, at, reason),
  }
}

function stamps({ event, to }: Move, at: string, reason: string | null): Partial<EventOrder> {
  if (event === 'order.ready_undone') return { readyAt: null, inWorkAt: null }
  if (event === 'order.invoice_undone') return { invoicedAt: null, invoice: null }
  switch (to) {
    case 'mottatt':
      return { receivedAt: at }
    case 'i_arbeid':
      return { inWorkAt: at }
    case 'klar':
      return { readyAt: at }
    case 'levert':
      return { deliveredAt: at }
    case 'fakturert':
      return { invoicedAt: at }
    case 'betalt':
      return { paidAt: at }
    case 'avbrutt':
      return { cancelledAt: at, cancelReason: reason }
    case 'forespurt':
      return {}
  }
}
