// The workshop's orders as they are stored: read for the interface, changed together with the event that tells of it.
import type * as z from 'zod'
import { eventOrder } from '../../shared/workshop-api/index.ts'
import type { EventOrder, EventType, StatusChange, eventData } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Reach } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

/** The day the order is to be ready, which its sheets carry as `dueDate`. */
export function dueDateOf(order: EventOrder): string | null {
  return order.delivery?.deliveryDate ?? order.delivery?.requestedDate ?? null
}

export interface OrderBook {
  find: (reach: Reach, numberDisplay: string) => EventOrder | null
  findById: (id: string) => EventOrder | null
  nextNumber: (workshopId: string, isTest: boolean) => number
  /** The orders whose sheets stand on the list, oldest first. */
  open: (workshopId: string, isTest: boolean) => EventOrder[]
  /** Stores a new order; says nothing of it. */
  add: (workshopId: string, order: EventOrder, facts: OrderFacts) => void
  /** Stores a new order and sends `order.received`; having had no status before, it has no `change`. */
  receive: (workshopId: string, order: EventOrder, nowMs: number) => void
  /** Stores a changed order with its next version, and sends the event. Returns it as stored. */
  change: (workshopId: string, changed: EventOrder, news: OrderNews, nowMs: number) => EventOrder
  /** Takes an order off the list for good: another workshop makes it. */
  forward: (workshopId: string, order: EventOrder, to: string, nowMs: number) => void
}

/** What is known of an order beside what it shows. */
export interface OrderFacts {
  /** Part of the sandbox as it was made: never cleared away with old test orders. */
  seeded: boolean
  agreementNumber: string | null
}

export interface OrderNews {
  type: EventType
  change?: StatusChange
}

export function orderBook(store: Store, events: EventLog): OrderBook {
  const { db } = store
  const byNumber = db.prepare<[string, number, string, string | null, string | null], { body: string }>(
    `SELECT body FROM work_order WHERE workshop_id = ? AND is_test = ? AND number_display = ? AND forwarded_at IS NULL
       AND (? IS NULL OR customer_id = ?)`,
  )
  const byId = db.prepare<[string], { body: string }>('SELECT body FROM work_order WHERE id = ?')
  const highest = db.prepare<[string, number], { number: number | null }>(
    'SELECT max(number) AS number FROM work_order WHERE workshop_id = ? AND is_test = ?',
  )
  const selectOpen = db.prepare<[string, number], { body: string }>(
    `SELECT body FROM work_order
     WHERE workshop_id = ? AND is_test = ? AND status IN ('mottatt', 'i_arbeid') AND forwarded_at IS NULL ORDER BY number`,
  )
  const insert = db.prepare(
    `INSERT INTO work_order (id, workshop_id, is_test, number, number_display, status, customer_id, agreement_number, seeded, created_at, updated_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const hideSheets = db.prepare('UPDATE bending_sheet SET gone = 1 WHERE order_id = ?')
  const update = db.prepare(
    'UPDATE work_order SET status = ?, customer_id = ?, updated_at = ?, forwarded_at = ?, body = ? WHERE id = ?',
  )

  const save = (order: EventOrder, nowMs: number, forwardedAt: string | null): EventOrder => {
    const stored = eventOrder.parse({ ...order, version: order.version + 1, updatedAt: instantOf(nowMs) })
    const { status, customer, updatedAt, id } = stored
    update.run(status, customer?.id ?? null, updatedAt, forwardedAt, JSON.stringify(stored), id)
    return stored
  }
  const tell = (
    workshopId: string,
    order: EventOrder,
    type: EventType,
    more: z.infer<typeof eventData>,
    nowMs: number,
  ) => {
    const customerId = order.customer?.id ?? null
    events.add({ type, workshopId, livemode: !order.isTest, customerId, data: { order, ...more } }, nowMs)
  }

  const add: OrderBook['add'] = (workshopId, order, { seeded, agreementNumber }) => {
    const stored = eventOrder.parse(order)
    insert.run(
      stored.id,
      workshopId,
      stored.isTest ? 1 : 0,
      stored.number,
      stored.numberDisplay,
      stored.status,
      stored.customer?.id ?? null,
      agreementNumber,
      seeded ? 1 : 0,
      stored.createdAt,
      stored.updatedAt,
      JSON.stringify(stored),
    )
  }

  return {
    find: ({ workshopId, isTest, customerId }, numberDisplay) =>
      parse(byNumber.get(workshopId, isTest, numberDisplay, customerId, customerId)),
    findById: (id) => parse(byId.get(id)),
    nextNumber: (workshopId, isTest) => (highest.get(workshopId, isTest ? 1 : 0)?.number ?? 0) + 1,
    open: (workshopId, isTest) =>
      selectOpen.all(workshopId, isTest ? 1 : 0).map(({ body }) => eventOrder.parse(JSON.parse(body))),
    add,
    receive: (workshopId, order, nowMs) =>
      store.write(() => {
        add(workshopId, order, { seeded: false, agreementNumber: null })
        tell(workshopId, order, 'order.received', {}, nowMs)
      }),
    change: (workshopId, changed, { type, change }, nowMs) =>
      store.write(() => {
        const stored = save(changed, nowMs, null)
        tell(workshopId, stored, type, change === undefined ? {} : { change }, nowMs)
        return stored
      }),
    forward: (workshopId, order, to, nowMs) =>
      store.write(() => {
        const stored = save(order, nowMs, instantOf(nowMs))
        hideSheets.run(order.id)
        tell(workshopId, stored, 'order.forwarded', { forwardedTo: { name: to } }, nowMs)
      }),
  }
}

function parse(row: { body: string } | undefined): EventOrder | null {
  return row === undefined ? null : eventOrder.parse(JSON.parse(row.body))
}
