// The payments in the store, and what can be done with one: request, pay once, refund. The store contains only a hash of a link's token.
// Each change is reported by an event of the order and increments the order's version, so that a consumer does not skip it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hourMs } from '../../shared/base/durations.ts'
import { payment, paymentLinkHours } from '../../shared/workshop-api/index.ts'
import type { EventOrder, Payment } from '../../shared/workshop-api/index.ts'
import type { OrderStore } from '../orders/index.ts'
import { Refusal, instantOf } from '../store/index.ts'
import type { Connection, Store } from '../store/index.ts'

export interface OpenLink {
  /** The secret part of the address. It is not stored. */
  token: string
  payment: Payment
  expiresMs: number
}

/** Why an order cannot be paid now; null if it can. `unpriced`: the order has no price. */
export type PaymentObstacle = 'not_received' | 'done' | 'unpriced' | null

/** The payment that a link opens. `changed`: the order has changed since the link was made. */
export interface RequestedPayment {
  state: 'open' | 'paid' | 'expired' | 'changed'
  payment: Payment
  order: EventOrder
  workshopName: string
}

interface Row {
  body: string
  order_id: string
  workshop_id: string
  workshop_name: string
  expires_at: number
}

const tokenBytes = 32
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const linkMs = paymentLinkHours * hourMs

export class PaymentStore {
  readonly #store: Store
  readonly #orders: OrderStore
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(store: Store, orders: OrderStore) {
    this.#store = store
    this.#orders = orders
    this.#sql = prepareStatements(store.db)
  }

  /** Oldest first, with a higher row id than `after`; 0: from the first. */
  ofOrder(orderId: string, after: number, limit: number): { rowid: number; payment: Payment }[] {
    return this.#sql.selectPage.all(orderId, after, limit).map((row) => ({ rowid: row.rowid, payment: paymentOf(row) }))
  }

  obstacleTo({ id, status, totals }: EventOrder): PaymentObstacle {
    if (status === 'forespurt' || status === 'avbrutt') return 'not_received'
    if (status === 'betalt' || this.#paidPayment(id) !== undefined) return 'done'
    return totals.grossOre === null || totals.grossOre <= 0 ? 'unpriced' : null
  }

  /** Makes a new link to the order's awaiting payment. The previous link becomes invalid. */
  link(order: EventOrder, nowMs: number): OpenLink {
    return this.#store.write(() => {
      const token = randomBytes(tokenBytes).toString('base64url')
      const expiresMs = nowMs + linkMs
      const awaiting = this.#paymentsOf(order.id).find(({ status }) => status === 'awaiting')
      const openPayment: Payment = {
        id: randomUUID(),
        status: 'awaiting',
        currency: 'NOK',
        method: null,
        createdAt: instantOf(nowMs),
        paidAt: null,
        refunds: [],
        ...awaiting,
        amountOre: order.totals.grossOre ?? 0,
      }
      const body = JSON.stringify(payment.parse(openPayment))
      if (awaiting === undefined) this.#sql.insert.run(openPayment.id, order.id, hashOf(token), expiresMs, body)
      else {
        this.#sql.insertReplaced.run(openPayment.id)
        this.#sql.reopen.run(hashOf(token), expiresMs, body, openPayment.id)
      }
      return { token, payment: openPayment, expiresMs }
    })
  }

  /** Null for an unknown token. */
  findByToken(token: string, nowMs: number): RequestedPayment | null {
    const row = this.#sql.byToken.get(hashOf(token))
    const order = row === undefined ? null : this.#orders.findById(row.order_id)
    if (row === undefined || order === null) return null
    const stored = paymentOf(row)
    const isPayable = this.obstacleTo(order) === null && order.totals.grossOre === stored.amountOre
    const state =
      stored.status !== 'awaiting' ? 'paid' : nowMs >= row.expires_at ? 'expired' : isPayable ? 'open' : 'changed'
    return { state, payment: stored, order, workshopName: row.workshop_name }
  }

  /** Whether a newer link has replaced this one. */
  isReplaced(token: string): boolean {
    return this.#sql.selectReplaced.get(hashOf(token)) !== undefined
  }

  /** Pays an open payment and returns its order. Returns null, without a change, if it is not open. */
  pay(token: string, method: string, nowMs: number): { workshopId: string; order: EventOrder } | null {
    return this.#store.write(() => {
      const requested = this.findByToken(token, nowMs)
      const row = this.#sql.byToken.get(hashOf(token))
      if (requested?.state !== 'open' || row === undefined) return null
      const paid: Payment = { ...requested.payment, status: 'paid', method, paidAt: instantOf(nowMs) }
      this.#sql.update.run(JSON.stringify(payment.parse(paid)), paid.id)
      const event = { type: 'order.prepaid', payment: eventPayment(paid) } as const
      const workshopId = row.workshop_id
      return { workshopId, order: this.#orders.change(workshopId, requested.order, event, nowMs) }
    })
  }

  /** The amount that was paid on the payment page and not refunded, in øre. */
  heldOre(orderId: string): number {
    return this.#paymentsOf(orderId)
      .filter(({ status }) => status === 'paid')
      .reduce((sum, each) => sum + remainingOre(each), 0)
  }

  /** The part of the order's price that was paid on the payment page, in øre: an invoice does not ask for it. */
  prepaidOre({ id, totals }: EventOrder): number {
    return Math.max(0, Math.min(this.heldOre(id), totals.grossOre ?? 0))
  }

  /** Refunds an amount, or with null all that remains. Refused if nothing was paid, or if less than the amount remains. */
  refund(order: EventOrder, amountOre: number | null, workshopId: string, nowMs: number): Payment {
    return this.#store.write(() => {
      const paid = this.#paidPayment(order.id)
      if (paid === undefined) {
        throw new Refusal('invalid_transition', `${order.numberDisplay} has no payment to refund`)
      }
      const remaining = remainingOre(paid)
      const amount = amountOre ?? remaining
      if (amount > remaining) throw new Refusal('invalid', `no more than ${remaining} øre of the payment remain`)
      const refund = { id: randomUUID(), amountOre: amount, refundedAt: instantOf(nowMs) }
      const changed = payment.parse({
        ...paid,
        status: amount === remaining ? 'refunded' : 'paid',
        refunds: [...paid.refunds, refund],
      })
      this.#sql.update.run(JSON.stringify(changed), changed.id)
      const event = { type: 'order.refunded', payment: eventPayment(changed), refund } as const
      this.#orders.change(workshopId, order, event, nowMs)
      return changed
    })
  }

  #paymentsOf(orderId: string): Payment[] {
    return this.#sql.selectAll.all(orderId).map(paymentOf)
  }

  #paidPayment(orderId: string): Payment | undefined {
    return this.#paymentsOf(orderId).find(({ status }) => status === 'paid')
  }
}

const paymentOf = ({ body }: { body: string }): Payment => payment.parse(JSON.parse(body))
const remainingOre = ({ amountOre, refunds }: Payment): number =>
  amountOre - refunds.reduce((sum, refund) => sum + refund.amountOre, 0)

function eventPayment({ id, status, amountOre, method, paidAt }: Payment) {
  return { id, status, amountOre, method, paidAt }
}

function prepareStatements(db: Connection) {
  return {
    selectPage: db.prepare<[string, number, number], { rowid: number; body: string }>(
      'SELECT rowid, body FROM payment WHERE order_id = ? AND rowid > ? ORDER BY rowid LIMIT ?',
    ),
    selectAll: db.prepare<[string], { body: string }>('SELECT body FROM payment WHERE order_id = ?'),
    byToken: db.prepare<[string], Row>(
      `SELECT p.body, p.order_id, o.workshop_id, w.name AS workshop_name, p.expires_at
       FROM payment p JOIN work_order o ON o.id = p.order_id JOIN workshop w ON w.id = o.workshop_id
       WHERE p.token_hash = ? AND o.forwarded_at IS NULL`,
    ),
    insert: db.prepare('INSERT INTO payment (id, order_id, token_hash, expires_at, body) VALUES (?, ?, ?, ?, ?)'),
    reopen: db.prepare('UPDATE payment SET token_hash = ?, expires_at = ?, body = ? WHERE id = ?'),
    insertReplaced: db.prepare(
      'INSERT INTO replaced_link (token_hash, payment_id) SELECT token_hash, id FROM payment WHERE id = ?',
    ),
    selectReplaced: db.prepare<[string], { one: number }>(
      `SELECT 1 AS one FROM replaced_link r JOIN payment p ON p.id = r.payment_id JOIN work_order o ON o.id = p.order_id
       WHERE r.token_hash = ? AND o.forwarded_at IS NULL`,
    ),
    update: db.prepare('UPDATE payment SET body = ? WHERE id = ?'),
  }
}
