// The workshop's orders in the store: read for the interface, and changed in one transaction with the event that reports the change.
import { dayMs } from '../../shared/base/durations.ts'
import { eventOrder, testOrderDays } from '../../shared/workshop-api/index.ts'
import type {
  EventData,
  EventOrder,
  EventType,
  OrderStatus,
  OrderStep,
  StatusChange,
} from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/index.ts'
import type { AccessScope } from '../keys/index.ts'
import { instantOf } from '../store/index.ts'
import type { Connection, Store } from '../store/index.ts'
import { stepsFromMilestones } from './order-steps.ts'

/** The day on which the order is due. Its sheets carry it as `dueDate`. */
export function dueDateOf(order: EventOrder): string | null {
  return order.delivery?.deliveryDate ?? order.delivery?.requestedDate ?? null
}

/** Stored facts of an order that its body does not show. */
export interface OrderFacts {
  /** Part of the sandbox's initial contents: never deleted as an old test order. */
  seeded: boolean
  agreementNumber: string | null
}

export interface OrderEvent extends Pick<EventData, 'payment' | 'refund'> {
  type: EventType
  change?: StatusChange
}

interface BodyRow {
  body: string
}

export class OrderStore {
  readonly #store: Store
  readonly #events: EventLog
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(store: Store, events: EventLog) {
    this.#store = store
    this.#events = events
    this.#sql = prepareStatements(store.db)
  }

  find({ workshopId, isTest, customerId }: AccessScope, numberDisplay: string): EventOrder | null {
    const row = this.#sql.byNumber.get(workshopId, isTest, numberDisplay, customerId, customerId)
    return row === undefined ? null : orderOf(row)
  }

  findById(id: string): EventOrder | null {
    const row = this.#sql.byId.get(id)
    return row === undefined ? null : orderOf(row)
  }

  nextNumber(workshopId: string, isTest: boolean): number {
    return (this.#sql.lastNumber.get(workshopId, isTest ? 1 : 0)?.last ?? 0) + 1
  }

  /** The orders whose sheets are on the bending list, oldest first. */
  open(workshopId: string, isTest: boolean): EventOrder[] {
    return this.#sql.selectOpen.all(workshopId, isTest ? 1 : 0).map(orderOf)
  }

  /** The orders with a status, newest first. */
  withStatus(workshopId: string, isTest: boolean, status: OrderStatus): EventOrder[] {
    return this.#sql.selectWithStatus.all(workshopId, isTest ? 1 : 0, status).map(orderOf)
  }

  /** Stores a new order without an event, and returns the stored JSON. */
  add(workshopId: string, order: EventOrder, { seeded, agreementNumber }: OrderFacts): string {
    const stored = eventOrder.parse(order)
    const body = JSON.stringify(stored)
    const isTest = stored.isTest ? 1 : 0
    this.#sql.insert.run(
      stored.id,
      workshopId,
      isTest,
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
    this.#sql.saveLastNumber.run(workshopId, isTest, stored.number)
    this.#addStepsFromMilestones(stored)
    return body
  }

  /**
   * Stores a new order and sends `order.requested` or `order.received`, without `change`: a new order had no status before. Returns the
   * stored JSON.
   */
  receive(workshopId: string, order: EventOrder, nowMs: number, agreementNumber: string | null = null): string {
    return this.#store.write(() => {
      const body = this.add(workshopId, order, { seeded: false, agreementNumber })
      const type = order.status === 'forespurt' ? 'order.requested' : 'order.received'
      this.#sendEvent(workshopId, order, type, {}, nowMs)
      return body
    })
  }

  /** Stores a changed order as its next version, and sends the event. Returns the stored order. */
  change(workshopId: string, changed: EventOrder, { type, ...data }: OrderEvent, nowMs: number): EventOrder {
    return this.#store.write(() => this.#saveWithEvent(workshopId, changed, type, data, nowMs, null))
  }

  /** Removes an order from the list permanently: another workshop makes it. */
  forward(workshopId: string, order: EventOrder, toWorkshop: string, nowMs: number): void {
    this.#store.write(() => {
      const data = { forwardedTo: { name: toWorkshop } }
      this.#saveWithEvent(workshopId, order, 'order.forwarded', data, nowMs, instantOf(nowMs))
      this.#sql.hideSheets.run(order.id)
    })
  }

  /** The order's timeline as bytes of JSON, from the step after `after`, restricted to `types`. */
  steps(orderId: string, types: readonly EventType[], after: number, limit: number): { no: number; body: Buffer }[] {
    return this.#sql.selectSteps.all(orderId, after, JSON.stringify(types), limit)
  }

  /** Adds timelines to the orders that were stored before timelines existed, from their milestones. */
  fillTimelines(): void {
    this.#store.write(() => {
      for (const row of this.#sql.withoutSteps.all()) this.#addStepsFromMilestones(orderOf(row))
    })
  }

  /**
   * Deletes test orders after thirty days, with their sheets, steps and files, but not their events (specification 1, service decision 3). The
   * initial orders of a sandbox and live orders are not deleted.
   */
  deleteOldTestOrders(nowMs: number): void {
    const before = instantOf(nowMs - testOrderDays * dayMs)
    this.#store.write(() => {
      this.#sql.deleteOldTestSheets.run(before)
      this.#sql.deleteOldTestOrders.run(before)
    })
  }

  /** Stores the order's next version and a step of its timeline, and sends the event. */
  #saveWithEvent(
    workshopId: string,
    changed: EventOrder,
    type: EventType,
    data: Omit<EventData, 'order'>,
    nowMs: number,
    forwardedAt: string | null,
  ): EventOrder {
    const stored = eventOrder.parse({ ...changed, version: changed.version + 1, updatedAt: instantOf(nowMs) })
    const { status, customer, updatedAt, id } = stored
    this.#sql.update.run(status, customer?.id ?? null, updatedAt, forwardedAt, JSON.stringify(stored), id)
    const stepNo = (this.#sql.lastStep.get(id)?.no ?? 0) + 1
    this.#addStep(id, stepNo, { at: updatedAt, type, change: data.change ?? null })
    this.#sendEvent(workshopId, stored, type, data, nowMs)
    return stored
  }

  #addStep(orderId: string, stepNo: number, step: OrderStep): void {
    this.#sql.insertStep.run(orderId, stepNo, step.type, JSON.stringify(step))
  }

  #addStepsFromMilestones(order: EventOrder): void {
    for (const [index, step] of stepsFromMilestones(order).entries()) this.#addStep(order.id, index + 1, step)
  }

  #sendEvent(workshopId: string, order: EventOrder, type: EventType, data: EventData, nowMs: number): void {
    const customerId = order.customer?.id ?? null
    this.#events.add({ type, workshopId, livemode: !order.isTest, customerId, data: { order, ...data } }, nowMs)
  }
}

const orderOf = ({ body }: BodyRow): EventOrder => eventOrder.parse(JSON.parse(body))

const isOldTestOrder = 'is_test = 1 AND seeded = 0 AND created_at <= ?'

function prepareStatements(db: Connection) {
  return {
    byNumber: db.prepare<[string, number, string, string | null, string | null], BodyRow>(
      `SELECT body FROM work_order WHERE workshop_id = ? AND is_test = ? AND number_display = ? AND forwarded_at IS NULL
         AND (? IS NULL OR customer_id = ?)`,
    ),
    byId: db.prepare<[string], BodyRow>('SELECT body FROM work_order WHERE id = ?'),
    // Stored apart from the orders: a number is used once, even if its order is deleted.
    lastNumber: db.prepare<[string, number], { last: number }>(
      'SELECT last FROM order_number WHERE workshop_id = ? AND is_test = ?',
    ),
    saveLastNumber: db.prepare(
      'INSERT INTO order_number VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
    ),
    insertStep: db.prepare('INSERT INTO order_step (order_id, no, type, body) VALUES (?, ?, ?, ?)'),
    lastStep: db.prepare<[string], { no: number | null }>('SELECT max(no) AS no FROM order_step WHERE order_id = ?'),
    selectSteps: db.prepare<[string, number, string, number], { no: number; body: Buffer }>(
      `SELECT no, CAST(body AS BLOB) AS body FROM order_step
       WHERE order_id = ? AND no > ? AND type IN (SELECT value FROM json_each(?)) ORDER BY no LIMIT ?`,
    ),
    withoutSteps: db.prepare<[], BodyRow>(
      'SELECT body FROM work_order o WHERE NOT EXISTS (SELECT 1 FROM order_step s WHERE s.order_id = o.id)',
    ),
    selectOpen: db.prepare<[string, number], BodyRow>(
      `SELECT body FROM work_order
       WHERE workshop_id = ? AND is_test = ? AND status IN ('mottatt', 'i_arbeid') AND forwarded_at IS NULL ORDER BY number`,
    ),
    selectWithStatus: db.prepare<[string, number, string], BodyRow>(
      `SELECT body FROM work_order
       WHERE workshop_id = ? AND is_test = ? AND status = ? AND forwarded_at IS NULL ORDER BY number DESC`,
    ),
    insert: db.prepare(
      `INSERT INTO work_order (id, workshop_id, is_test, number, number_display, status, customer_id, agreement_number, seeded, created_at, updated_at, body, shown)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT last + 1 FROM order_shown))`,
    ),
    deleteOldTestSheets: db.prepare<[string]>(
      `DELETE FROM bending_sheet WHERE order_id IN (SELECT id FROM work_order WHERE ${isOldTestOrder})`,
    ),
    deleteOldTestOrders: db.prepare<[string]>(`DELETE FROM work_order WHERE ${isOldTestOrder}`),
    hideSheets: db.prepare('UPDATE bending_sheet SET gone = 1 WHERE order_id = ?'),
    update: db.prepare(
      'UPDATE work_order SET status = ?, customer_id = ?, updated_at = ?, forwarded_at = ?, body = ? WHERE id = ?',
    ),
  }
}
