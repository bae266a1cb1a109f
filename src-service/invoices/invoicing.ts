// What invoicing does to orders and invoices alike: drafted, sent, paid, undone with a credit note, or done in the accounting system.
// All of it in one transaction, with the events of both.
import { randomUUID } from 'node:crypto'
import { addDays, paymentDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder, Invoice, OrderStatus } from '../../shared/workshop-api/index.ts'
import type { OrderBook } from '../orders/order-book.ts'
import { moveBetween, moved } from '../orders/order-ladder.ts'
import type { OrderTerms } from '../orders/order-terms.ts'
import type { PaymentBook } from '../payments/payment-book.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Store } from '../store/store.ts'
import { buyerOf, haveOneBuyer } from './buyer.ts'
import type { InvoiceBook, IssueFacts, Ledger } from './invoice-book.ts'
import { linesOf, totalsOfOrders } from './invoice-of-orders.ts'
import { kidOf } from './kid.ts'

export interface Invoicing {
  /** A draft over orders of one customer, which stay as they are until it is sent. */
  draft: (workshopId: string, orders: readonly EventOrder[]) => Invoice
  /** Throws a draft away: nothing was told of it, and its orders can be drafted anew. */
  discard: (draft: Invoice) => void
  /**
   * Sends a draft: its orders are `fakturert`. Where all of them were paid online in whole, nothing is asked for again: it is paid
   * at once, and they are `betalt`. Assumed: the specification says nothing of what becomes of a payment at the invoice.
   */
  send: (workshopId: string, draft: Invoice, nowMs: number) => Invoice
  /** Invoices one order: by its draft, anew, or, where only the accounting system knows its price, there. */
  invoice: (workshopId: string, order: EventOrder, nowMs: number) => EventOrder
  /** It was invoiced in the accounting system, under this number if it is known. */
  external: (workshopId: string, order: EventOrder, erpNo: string | null, nowMs: number) => EventOrder
  /** The order is paid, and with the last of its orders the invoice; those that were paid online in whole count as paid. */
  pay: (workshopId: string, order: EventOrder, nowMs: number) => EventOrder
  /** An order was paid online: if it stands on an invoice, that may have nothing left to ask for. */
  paidOnline: (workshopId: string, order: EventOrder, nowMs: number) => void
  /** Takes the invoice back with a credit note: all of its orders are `levert` again. */
  undo: (workshopId: string, order: EventOrder, nowMs: number) => EventOrder
}

interface Needed {
  store: Store
  orders: OrderBook
  orderTerms: OrderTerms
  payments: PaymentBook
  invoices: InvoiceBook
}

const ledgerOf = (workshopId: string, { isTest }: EventOrder): Ledger => ({ workshopId, isTest })

export function invoicing({ store, orders, orderTerms, payments, invoices }: Needed): Invoicing {
  const moveTo = (workshopId: string, order: EventOrder, to: OrderStatus, nowMs: number): EventOrder => {
    const step = moveBetween(order.status, to)
    if (step === null) throw new Refusal('invalid_transition', `an order cannot go from ${order.status} to ${to}`)
    const news = { type: step.event, change: { from: step.from, to: step.to } }
    return orders.change(workshopId, moved(order, step, instantOf(nowMs), null), news, nowMs)
  }
  /** Those that are still there: not one that was cleared away, nor one that another workshop makes now. */
  const ordersOf = (workshopId: string, { orders: covered }: Invoice): EventOrder[] =>
    covered.flatMap(({ numberDisplay }) => {
      const isTest = numberDisplay.startsWith('T-') ? 1 : 0
      return orders.find({ workshopId, isTest, customerId: null }, numberDisplay) ?? []
    })
  const written = (covered: readonly EventOrder[], kind: Invoice['kind']): Invoice => {
    const [first] = covered
    const all = covered.map((order) => ({ order, terms: orderTerms.of(order.id) }))
    return {
      id: randomUUID(),
      number: null,
      kind,
      status: 'utkast',
      customer: first?.customer ?? null,
      issuedAt: null,
      dueDate: null,
      kid: null,
      currency: 'NOK',
      lines: linesOf(all),
      totals: totalsOfOrders(all),
      orders: covered.map(({ id, numberDisplay }) => ({ id, numberDisplay })),
      erpNo: null,
      version: 1,
    }
  }
  const issued = (ledger: Ledger, draft: Invoice, nowMs: number): Invoice => {
    const number = invoices.nextNumber(ledger)
    const dueDate = addDays(workshopDate(nowMs), paymentDays)
    return { ...draft, number, status: 'sendt', issuedAt: instantOf(nowMs), dueDate, kid: kidOf(number) }
  }
  const invoiced = (workshopId: string, order: EventOrder, by: Invoice, nowMs: number): EventOrder => {
    const { id, kind, number, issuedAt, erpNo } = by
    return moveTo(workshopId, { ...order, invoice: { id, kind, number, issuedAt, erpNo } }, 'fakturert', nowMs)
  }
  const send: Invoicing['send'] = (workshopId, draft, nowMs) =>
    store.write(() => {
      const covered = ordersOf(workshopId, draft)
      const [first] = covered
      if (first === undefined) throw new Refusal('not_found', 'the draft covers no order any more')
      const ledger = ledgerOf(workshopId, first)
      const sent = invoices.send(ledger, issued(ledger, { ...draft, ...refreshed(covered) }, nowMs), issueOf(covered))
      for (const order of covered) invoiced(workshopId, order, sent, nowMs)
      invoices.tell(ledger, 'invoice.sent', sent, nowMs)
      return settled(workshopId, sent, nowMs)
    })
  const issueOf = (covered: readonly EventOrder[]): IssueFacts => ({
    prepaidOre: covered.reduce((sum, order) => sum + payments.prepaidOre(order), 0),
    buyer: covered.map(buyerOf).find((each) => each !== null) ?? null,
  })
  /** Nothing of it is left to ask for, as of one that costs nothing. */
  const isPrepaid = (order: EventOrder): boolean => payments.prepaidOre(order) === order.totals.grossOre
  /** Paid, with its last orders, where each of those that are not paid yet was paid online in whole; else as it is. */
  const settled = (workshopId: string, by: Invoice, nowMs: number): Invoice => {
    const covered = ordersOf(workshopId, by)
    const open = covered.filter(({ status }) => status !== 'betalt')
    const [first] = covered
    // One of nothing but orders that cost nothing was paid by nobody, and can be taken back.
    const isAnyPaid = open.length < covered.length || open.some((order) => payments.prepaidOre(order) > 0)
    if (first === undefined || by.kind !== 'invoice' || !isAnyPaid || !open.every(isPrepaid)) return by
    for (const order of open) moveTo(workshopId, order, 'betalt', nowMs)
    const stored = invoices.change({ ...by, status: 'betalt' }, { paidAt: instantOf(nowMs) })
    invoices.tell(ledgerOf(workshopId, first), 'invoice.paid', stored, nowMs)
    return stored
  }
  /** What an order has become since it was drafted is what is invoiced. */
  const refreshed = (covered: readonly EventOrder[]): Pick<Invoice, 'lines' | 'totals' | 'orders'> => {
    const { lines, totals, orders: those } = written(covered, 'invoice')
    if (totals.grossOre === null) throw new Refusal('invalid', 'an order of it has no price yet')
    return { lines, totals, orders: those }
  }
  const external: Invoicing['external'] = (workshopId, order, erpNo, nowMs) =>
    store.write(() => {
      if (invoices.draftOf(order.id) !== null) {
        throw new Refusal('invalid', `${order.numberDisplay} is in a draft: send that first`)
      }
      const made = { ...written([order], 'external'), status: 'regnskap' as const, issuedAt: instantOf(nowMs), erpNo }
      const after = invoiced(workshopId, order, made, nowMs)
      invoices.add(ledgerOf(workshopId, order), made)
      return after
    })
  const again = (order: EventOrder): EventOrder => {
    const found = orders.findById(order.id)
    if (found === null) throw new Error(`order ${order.id} has gone while it was invoiced`)
    return found
  }
  return {
    draft: (workshopId, covered) =>
      store.write(() => {
        const [first] = covered
        if (first === undefined) throw new Refusal('invalid', 'an invoice covers an order')
        for (const order of covered) {
          const { numberDisplay, status, isTest } = order
          if (status !== 'levert') throw new Refusal('invalid_transition', `${numberDisplay} is ${status}, not levert`)
          if (!haveOneBuyer(order, first) || isTest !== first.isTest) {
            throw new Refusal('invalid', `${numberDisplay} is another customer's`)
          }
          if (invoices.draftOf(order.id) !== null)
            throw new Refusal('invalid', `${numberDisplay} is in a draft already`)
        }
        if (new Set(covered.map(({ id }) => id)).size < covered.length)
          throw new Refusal('invalid', 'an order stands twice')
        const made = { ...written(covered, 'invoice'), ...refreshed(covered) }
        invoices.add(ledgerOf(workshopId, first), made)
        return made
      }),
    discard: invoices.discard,
    send,
    invoice: (workshopId, order, nowMs) =>
      store.write(() => {
        const draft = invoices.draftOf(order.id)
        if (draft === null && order.totals.grossOre === null) return external(workshopId, order, null, nowMs)
        const made = draft ?? written([order], 'invoice')
        if (draft === null) invoices.add(ledgerOf(workshopId, order), made)
        send(workshopId, made, nowMs)
        return again(order)
      }),
    external,
    pay: (workshopId, order, nowMs) =>
      store.write(() => {
        const paid = moveTo(workshopId, order, 'betalt', nowMs)
        const by = order.invoice === null ? null : invoices.byId(order.invoice.id)
        if (by !== null) settled(workshopId, by, nowMs)
        return paid
      }),
    paidOnline: (workshopId, order, nowMs) => {
      store.write(() => {
        const by = order.invoice === null ? null : invoices.byId(order.invoice.id)
        if (by !== null) settled(workshopId, by, nowMs)
      })
    },
    undo: (workshopId, order, nowMs) =>
      store.write(() => {
        const by = order.invoice === null ? null : invoices.byId(order.invoice.id)
        if (by === null) return moveTo(workshopId, order, 'levert', nowMs)
        for (const each of ordersOf(workshopId, by)) moveTo(workshopId, each, 'levert', nowMs)
        const credited = invoices.change({ ...by, status: 'kreditert' }, { creditedAt: instantOf(nowMs) })
        if (by.kind !== 'invoice') return again(order)
        const ledger = ledgerOf(workshopId, order)
        const note = creditNoteOf(credited, invoices.nextNumber(ledger), nowMs)
        invoices.add(ledger, note, {}, { prepaidOre: 0, buyer: invoices.issueOf(by.id).buyer })
        invoices.tell(ledger, 'invoice.sent', note, nowMs)
        return again(order)
      }),
  }
}

/** Never minus nothing. */
const below = (ore: number | null) => (ore === null ? null : -ore || 0)

/** All of an invoice with its sums below nothing; it is set off against the KID of what it takes back. */
function creditNoteOf(credited: Invoice, number: string, nowMs: number): Invoice {
  const { lines, totals } = credited
  return {
    ...credited,
    id: randomUUID(),
    number,
    kind: 'credit_note',
    status: 'sendt',
    issuedAt: instantOf(nowMs),
    lines: lines.map((line) => ({
      ...line,
      unitPriceOre: below(line.unitPriceOre),
      netOre: below(line.netOre),
    })),
    totals: { netOre: below(totals.netOre), vatOre: below(totals.vatOre), grossOre: below(totals.grossOre) },
    version: 1,
  }
}
