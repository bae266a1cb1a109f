// The workshop's orders as they are stored: read for the interface, changed together with the event that tells of it.
import { eventOrder } from '../../shared/workshop-api/index.ts'
import type {
  EventData,
  EventOrder,
  EventType,
  OrderStatus,
  OrderStep,
  StatusChange,
} from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Reach } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import { stepsSoFar } from './order-steps.ts'

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
  /** The orders at one rung of the ladder, newest first. */
  at: (workshopId: string, isTest: boolean, status: OrderStatus) => EventOrder[]
  /** Stores a new order, and returns the JSON that it is stored as; says nothing of it. */
  add: (workshopId: string, order: EventOrder, facts: OrderFacts) => string
  /**
   * Stores a new order and sends `order.requested` or `order.received`; having had no status before, it has no `change`. Returns
   * the JSON that it is stored as.
   */
  receive: (workshopId: string, order: EventOrder, nowMs: number, agreementNumber?: string | null) => string
  /** Stores a changed order with its next version, and sends the event. Returns it as stored. */
  change: (workshopId: string, changed: EventOrder, news: OrderNews, nowMs: number) => EventOrder
  /** Takes an order off the list for good: another workshop makes it. */
  forward: (workshopId: string, order: EventOrder, to: string, nowMs: number) => void
  /** The order's timeline, as bytes of JSON, from the step after `after`; of these types of event. */
  steps: (orderId: string, types: readonly EventType[], after: number, limit: number) => { no: number; body: Buffer }[]
  /** Gives the orders that were stored before timelines were kept the steps that their milestones tell. */
  fillTimelines: () => void
}

/** What is known of an order beside what it shows. */
export interface OrderFacts {
  /** Part of the sandbox as it was made: never cleared away with old test orders. */
  seeded: boolean
  agreementNumber: string | null
}

export interface OrderNews extends Pick<EventData, 'payment' | 'refund'> {
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
  // Kept apart from the orders: a number is given once, though its order is cleared away.
  const lastNumber = db.prepare<[string, number], { last: number }>(
    'SELECT last FROM order_number WHERE workshop_id = ? AND is_test = ?',
  )
  const keepNumber = db.prepare(
    'INSERT INTO order_number VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
  )
  const addStep = db.prepare('INSERT INTO order_step (order_id, no, type, body) VALUES (?, ?, ?, ?)')
  const lastStep = db.prepare<[string], { no: number | null }>(
    'SELECT max(no) AS no FROM order_step WHERE order_id = ?',
  )
  const selectSteps = db.prepare<[string, number, string, number], { no: number; body: Buffer }>(
    `SELECT no, CAST(body AS BLOB) AS body FROM order_step
     WHERE order_id = ? AND no > ? AND type IN (SELECT value FROM json_each(?)) ORDER BY no LIMIT ?`,
  )
  const withoutSteps = db.prepare<[], { body: string }>(
    'SELECT body FROM work_order o WHERE NOT EXISTS (SELECT 1 FROM order_step s WHERE s.order_id = o.id)',
  )
  const selectOpen = db.prepare<[string, number], { body: string }>(
    `SELECT body FROM work_order
     WHERE workshop_id = ? AND is_test = ? AND status IN ('mottatt', 'i_arbeid') AND forwarded_at IS NULL ORDER BY number`,
  )
  const selectAt = db.prepare<[string, number, string], { body: string }>(
    `SELECT body FROM work_order
     WHERE workshop_id = ? AND is_test = ? AND status = ? AND forwarded_at IS NULL ORDER BY number DESC`,
  )
  const insert = db.prepare(
    `INSERT INTO work_order (id, workshop_id, is_test, number, number_display, status, customer_id, agreement_number, seeded, created_at, updated_at, body, shown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT last + 1 FROM order_shown))`,
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
  const keepStep = (orderId: string, no: number, step: OrderStep) => {
    addStep.run(orderId, no, step.type, JSON.stringify(step))
  }
  const keepStepsSoFar = (order: EventOrder) => {
    for (const [index, step] of stepsSoFar(order).entries()) keepStep(order.id, index + 1, step)
  }
  const tell = (workshopId: string, order: EventOrder, type: EventType, more: EventData, nowMs: number) => {
    const customerId = order.customer?.id ?? null
    events.add({ type, workshopId, livemode: !order.isTest, customerId, data: { order, ...more } }, nowMs)
  }

  const add: OrderBook['add'] = (workshopId, order, { seeded, agreementNumber }) => {
    const stored = eventOrder.parse(order)
    const body = JSON.stringify(stored)
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
      body,
    )
    keepNumber.run(workshopId, stored.isTest ? 1 : 0, stored.number)
    keepStepsSoFar(stored)
    return body
  }
  /** Stores a change as the order's newest version, as a step of its timeline, and sends the event. */
  const change = (
    workshopId: string,
    changed: EventOrder,
    type: EventType,
    more: Omit<EventData, 'order'>,
    nowMs: number,
    forwardedAt: string | null,
  ) =>
    store.write(() => {
      const stored = save(changed, nowMs, forwardedAt)
      const no = (lastStep.get(stored.id)?.no ?? 0) + 1
      keepStep(stored.id, no, { at: stored.updatedAt, type, change: more.change ?? null })
      tell(workshopId, stored, type, more, nowMs)
      return stored
    })

  return {
    find: ({ workshopId, isTest, customerId }, numberDisplay) =>
      parse(byNumber.get(workshopId, isTest, numberDisplay, customerId, customerId)),
    findById: (id) => parse(byId.get(id)),
    nextNumber: (workshopId, isTest) => (lastNumber.get(workshopId, isTest ? 1 : 0)?.last ?? 0) + 1,
    open: (workshopId, isTest) =>
      selectOpen.all(workshopId, isTest ? 1 : 0).map(({ body }) => eventOrder.parse(JSON.parse(body))),
    at: (workshopId, isTest, status) =>
      selectAt.all(workshopId, isTest ? 1 : 0, status).map(({ body }) => eventOrder.parse(JSON.parse(body))),
    add,
    receive: (workshopId, order, nowMs, agreementNumber = null) =>
      store.write(() => {
        const body = add(workshopId, order, { seeded: false, agreementNumber })
        tell(workshopId, order, order.status === 'forespurt' ? 'order.requested' : 'order.received', {}, nowMs)
        return body
      }),
    change: (workshopId, changed, { type, ...more }, nowMs) => change(workshopId, changed, type, more, nowMs, null),
    forward: (workshopId, order, to, nowMs) => {
      store.write(() => {
        change(workshopId, order, 'order.forwarded', { forwardedTo: { name: to } }, nowMs, instantOf(nowMs))
        hideSheets.run(order.id)
      })
    },
    steps: (orderId, types, after, limit) => selectSteps.all(orderId, after, JSON.stringify(types), limit),
    fillTimelines: () => {
      store.write(() => {
        for (const { body } of withoutSteps.all()) keepStepsSoFar(eventOrder.parse(JSON.parse(body)))
      })
    },
  }
}

function parse(row: { body: string } | undefined): EventOrder | null {
  return row === undefined ? null : eventOrder.parse(JSON.parse(row.body))
}
