// Payments as they are stored, and what may be done with one: asked for, paid once, refunded. Of a link's address a hash alone is
// kept. Each change is told by the order's own event and is its next version, so that a consumer does not pass it over.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { payment, paymentLinkHours } from '../../shared/workshop-api/index.ts'
import type { EventOrder, Payment } from '../../shared/workshop-api/index.ts'
import type { OrderBook } from '../orders/order-book.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Store } from '../store/store.ts'

export interface OpenLink {
  /** The secret part of the address; known nowhere but to whoever has it. */
  token: string
  payment: Payment
  expiresMs: number
}

/** Why an order takes no payment now; null where it does. `unpriced`: nobody has said what it costs. */
export type NoPayment = 'not_received' | 'done' | 'unpriced' | null

/** A page's payment as it stands: `changed` where the order is no longer what was asked to be paid. */
export interface AskedPayment {
  state: 'open' | 'paid' | 'expired' | 'changed'
  payment: Payment
  order: EventOrder
  workshopName: string
}

export interface PaymentBook {
  /** Oldest first, from the place after `after`; 0: from the first. */
  ofOrder: (orderId: string, after: number, limit: number) => { place: number; payment: Payment }[]
  takesNone: (order: EventOrder) => NoPayment
  /** The one awaiting payment of the order, with a new address: the address before opens nothing any more. */
  link: (order: EventOrder, nowMs: number) => OpenLink
  asked: (token: string, nowMs: number) => AskedPayment | null
  /** Whether an address is one that a newer one took the place of. */
  isReplaced: (token: string) => boolean
  /** Pays what is open, and returns its order. What is paid already, or cannot be paid, stays as it is: null. */
  pay: (token: string, method: string, nowMs: number) => { workshopId: string; order: EventOrder } | null
  /** What was paid on the payment page and has not been given back, in øre. */
  heldOre: (orderId: string) => number
  /** What of that an invoice of the order need not ask for: no more than the order costs. */
  prepaidOre: (order: EventOrder) => number
  /** Gives back an amount, or all that is left. Refused where nothing is paid, or less than that is left. */
  refund: (order: EventOrder, amountOre: number | null, workshopId: string, nowMs: number) => Payment
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
const linkMs = paymentLinkHours * 3_600_000

export function paymentBook(store: Store, orders: OrderBook): PaymentBook {
  const { db } = store
  const page = db.prepare<[string, number, number], { place: number; body: string }>(
    'SELECT rowid AS place, body FROM payment WHERE order_id = ? AND rowid > ? ORDER BY rowid LIMIT ?',
  )
  const all = db.prepare<[string], { body: string }>('SELECT body FROM payment WHERE order_id = ?')
  const byToken = db.prepare<[string], Row>(
    `SELECT p.body, p.order_id, o.workshop_id, w.name AS workshop_name, p.expires_at
     FROM payment p JOIN work_order o ON o.id = p.order_id JOIN workshop w ON w.id = o.workshop_id
     WHERE p.token_hash = ? AND o.forwarded_at IS NULL`,
  )
  const insert = db.prepare('INSERT INTO payment (id, order_id, token_hash, expires_at, body) VALUES (?, ?, ?, ?, ?)')
  const reopen = db.prepare('UPDATE payment SET token_hash = ?, expires_at = ?, body = ? WHERE id = ?')
  const keepReplaced = db.prepare(
    'INSERT INTO replaced_link (token_hash, payment_id) SELECT token_hash, id FROM payment WHERE id = ?',
  )
  const replaced = db.prepare<[string], { one: number }>(
    `SELECT 1 AS one FROM replaced_link r JOIN payment p ON p.id = r.payment_id JOIN work_order o ON o.id = p.order_id
     WHERE r.token_hash = ? AND o.forwarded_at IS NULL`,
  )
  const update = db.prepare('UPDATE payment SET body = ? WHERE id = ?')
  const paymentsOf = (orderId: string): Payment[] => all.all(orderId).map(paymentOf)

  const heldOre: PaymentBook['heldOre'] = (orderId) =>
    paymentsOf(orderId)
      .filter(({ status }) => status === 'paid')
      .reduce((sum, each) => sum + leftOf(each), 0)

  const takesNone: PaymentBook['takesNone'] = ({ id, status, totals }) => {
    if (status === 'forespurt' || status === 'avbrutt') return 'not_received'
    if (status === 'betalt' || paymentsOf(id).some((each) => each.status === 'paid')) return 'done'
    return totals.grossOre === null || totals.grossOre <= 0 ? 'unpriced' : null
  }
  const asked: PaymentBook['asked'] = (token, nowMs) => {
    const row = byToken.get(hashOf(token))
    const order = row === undefined ? null : orders.findById(row.order_id)
    if (row === undefined || order === null) return null
    const found = paymentOf(row)
    const payable = takesNone(order) === null && order.totals.grossOre === found.amountOre
    const state =
      found.status !== 'awaiting' ? 'paid' : nowMs >= row.expires_at ? 'expired' : payable ? 'open' : 'changed'
    return { state, payment: found, order, workshopName: row.workshop_name }
  }

  return {
    ofOrder: (orderId, after, limit) =>
      page.all(orderId, after, limit).map((row) => ({ place: row.place, payment: paymentOf(row) })),
    takesNone,
    link: (order, nowMs) =>
      store.write(() => {
        const token = randomBytes(tokenBytes).toString('base64url')
        const expiresMs = nowMs + linkMs
        const waiting = paymentsOf(order.id).find(({ status }) => status === 'awaiting')
        const open: Payment = {
          id: randomUUID(),
          status: 'awaiting',
          currency: 'NOK',
          method: null,
          createdAt: instantOf(nowMs),
          paidAt: null,
          refunds: [],
          ...waiting,
          amountOre: order.totals.grossOre ?? 0,
        }
        const body = JSON.stringify(payment.parse(open))
        if (waiting === undefined) insert.run(open.id, order.id, hashOf(token), expiresMs, body)
        else {
          keepReplaced.run(open.id)
          reopen.run(hashOf(token), expiresMs, body, open.id)
        }
        return { token, payment: open, expiresMs }
      }),
    asked,
    isReplaced: (token) => replaced.get(hashOf(token)) !== undefined,
    pay: (token, method, nowMs) =>
      store.write(() => {
        const found = asked(token, nowMs)
        const row = byToken.get(hashOf(token))
        if (found?.state !== 'open' || row === undefined) return null
        const paid: Payment = { ...found.payment, status: 'paid', method, paidAt: instantOf(nowMs) }
        update.run(JSON.stringify(payment.parse(paid)), paid.id)
        const news = { type: 'order.prepaid', payment: forEvent(paid) } as const
        return { workshopId: row.workshop_id, order: orders.change(row.workshop_id, found.order, news, nowMs) }
      }),
    heldOre,
    prepaidOre: ({ id, totals }) => Math.max(0, Math.min(heldOre(id), totals.grossOre ?? 0)),
    refund: (order, amountOre, workshopId, nowMs) =>
      store.write(() => {
        const paid = paymentsOf(order.id).find(({ status }) => status === 'paid')
        const left = paid === undefined ? 0 : leftOf(paid)
        const amount = amountOre ?? left
        if (paid === undefined)
          throw new Refusal('invalid_transition', `${order.numberDisplay} has no payment to give back`)
        if (amount > left) throw new Refusal('invalid', `no more than ${left} øre are left of the payment`)
        const given = { id: randomUUID(), amountOre: amount, refundedAt: instantOf(nowMs) }
        const changed = payment.parse({
          ...paid,
          status: amount === left ? 'refunded' : 'paid',
          refunds: [...paid.refunds, given],
        })
        update.run(JSON.stringify(changed), changed.id)
        const news = { type: 'order.refunded', payment: forEvent(changed), refund: given } as const
        orders.change(workshopId, order, news, nowMs)
        return changed
      }),
  }
}

const paymentOf = ({ body }: { body: string }): Payment => payment.parse(JSON.parse(body))
const leftOf = ({ amountOre, refunds }: Payment): number =>
  amountOre - refunds.reduce((sum, refund) => sum + refund.amountOre, 0)

function forEvent({ id, status, amountOre, method, paidAt }: Payment) {
  return { id, status, amountOre, method, paidAt }
}
