// Invoicing changes orders and invoices together: draft, send, pay, undo with a credit note, or invoice in the accounting system. Each
// change is one transaction with the events of both.
import { randomUUID } from 'node:crypto'
import { addDays, paymentDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder, Invoice, OrderStatus } from '../../shared/workshop-api/index.ts'
import type { CustomerStore } from '../customers/index.ts'
import { moveBetween, moveOrder } from '../orders/index.ts'
import type { OrderStore, OrderTerms } from '../orders/index.ts'
import { Refusal, instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { buyerOf, isSameBuyer } from './buyer.ts'
import { documentFactsOf } from './document-facts.ts'
import type { DocumentFacts } from './document-facts.ts'
import { invoiceLines, invoiceTotals } from './invoice-of-orders.ts'
import type { InvoiceStore, IssueFacts, InvoiceSeries } from './invoice-store.ts'
import { invoiceNumberIn, kidOf } from './kid.ts'
import type { SellerStore } from './seller-store.ts'

interface InvoicingParts {
  store: Store
  customers: CustomerStore
  sellers: SellerStore
  orders: OrderStore
  orderTerms: OrderTerms
  payments: {
    /** The part of the order's price that was paid online, in øre. */
    prepaidOre: (order: EventOrder) => number
  }
  invoices: InvoiceStore
}

export class Invoicing {
  readonly #parts: InvoicingParts

  constructor(parts: InvoicingParts) {
    this.#parts = parts
  }

  /** Drafts an invoice for delivered orders of one customer. The orders do not change until the draft is sent. */
  draft(workshopId: string, orders: readonly EventOrder[]): Invoice {
    const { store, invoices } = this.#parts
    return store.write(() => {
      const [first] = orders
      if (first === undefined) throw new Refusal('invalid', 'an invoice needs at least one order')
      for (const order of orders) this.#refuseUnlessDraftable(order, first)
      if (new Set(orders.map(({ id }) => id)).size < orders.length) {
        throw new Refusal('invalid', 'an order is named twice')
      }
      const draft = { ...this.#compose(orders, 'invoice'), ...this.#currentContents(orders) }
      invoices.add(seriesOf(workshopId, first), draft)
      return draft
    })
  }

  /** Deletes a draft. No event reported it, and its orders can be drafted again. */
  discard(draft: Invoice): void {
    this.#parts.invoices.discard(draft)
  }

  /**
   * Sends a draft: its orders become `fakturert`. If all of them were paid online in full, the invoice is paid at once and they become
   * `betalt`. Assumed: the specification does not say how a payment affects the invoice.
   */
  send(workshopId: string, draft: Invoice, nowMs: number): Invoice {
    const { store, invoices } = this.#parts
    return store.write(() => {
      const orders = this.#ordersOf(workshopId, draft)
      const [first] = orders
      if (first === undefined) throw new Refusal('not_found', 'the orders of the draft no longer exist')
      const series = seriesOf(workshopId, first)
      const issued = this.#issue(series, { ...draft, ...this.#currentContents(orders) }, nowMs)
      const sent = invoices.send(series, issued, this.#issueFacts(workshopId, orders, issued))
      for (const order of orders) this.#setInvoiced(workshopId, order, sent, nowMs)
      invoices.sendEvent(series, 'invoice.sent', sent, nowMs)
      return this.#payIfPrepaid(workshopId, sent, nowMs)
    })
  }

  /** Invoices one order: with its draft, with a new invoice, or, if it has no price, in the accounting system. */
  invoice(workshopId: string, order: EventOrder, nowMs: number): EventOrder {
    const { store, invoices } = this.#parts
    return store.write(() => {
      const existingDraft = invoices.draftOf(order.id)
      if (existingDraft === null && order.totals.grossOre === null)
        return this.recordExternalInvoice(workshopId, order, null, nowMs)
      const draft = existingDraft ?? this.#compose([order], 'invoice')
      if (existingDraft === null) invoices.add(seriesOf(workshopId, order), draft)
      this.send(workshopId, draft, nowMs)
      return this.#reread(order)
    })
  }

  /** Records that an order was invoiced in the accounting system, under this number if it is known. */
  recordExternalInvoice(workshopId: string, order: EventOrder, erpNo: string | null, nowMs: number): EventOrder {
    const { store, invoices } = this.#parts
    return store.write(() => {
      if (invoices.draftOf(order.id) !== null) {
        throw new Refusal('invalid', `${order.numberDisplay} is in a draft: send the draft first`)
      }
      const issuedAt = instantOf(nowMs)
      const invoice = { ...this.#compose([order], 'external'), status: 'regnskap' as const, issuedAt, erpNo }
      const invoicedOrder = this.#setInvoiced(workshopId, order, invoice, nowMs)
      invoices.add(seriesOf(workshopId, order), invoice)
      return invoicedOrder
    })
  }

  /** Sets the order to paid. The last of its orders pays the invoice; orders that were paid online in full count as paid. */
  markPaid(workshopId: string, order: EventOrder, nowMs: number): EventOrder {
    return this.#parts.store.write(() => {
      const paid = this.#moveTo(workshopId, order, 'betalt', nowMs)
      const invoice = this.#invoiceOf(order)
      if (invoice !== null) this.#payIfPrepaid(workshopId, invoice, nowMs)
      return paid
    })
  }

  /** Called after an order was paid online: its invoice, if it has one, may have nothing left to pay. */
  settleAfterOnlinePayment(workshopId: string, order: EventOrder, nowMs: number): void {
    this.#parts.store.write(() => {
      const invoice = this.#invoiceOf(order)
      if (invoice !== null) this.#payIfPrepaid(workshopId, invoice, nowMs)
    })
  }

  /** Reverts the order's invoice with a credit note: all orders of the invoice become `levert` again. */
  undo(workshopId: string, order: EventOrder, nowMs: number): EventOrder {
    const { store, invoices } = this.#parts
    return store.write(() => {
      const invoice = this.#invoiceOf(order)
      if (invoice === null) return this.#moveTo(workshopId, order, 'levert', nowMs)
      for (const each of this.#ordersOf(workshopId, invoice)) this.#moveTo(workshopId, each, 'levert', nowMs)
      const credited = invoices.change({ ...invoice, status: 'kreditert' }, { creditedAt: instantOf(nowMs) })
      if (invoice.kind !== 'invoice') return this.#reread(order)
      const series = seriesOf(workshopId, order)
      const note = creditNoteOf(credited, invoices.nextNumber(series), nowMs)
      const { buyer, document } = invoices.issueFactsOf(invoice.id)
      invoices.add(series, note, {}, { prepaidOre: 0, buyer, document: creditFacts(document, invoice) })
      invoices.sendEvent(series, 'invoice.sent', note, nowMs)
      return this.#reread(order)
    })
  }

  #refuseUnlessDraftable(order: EventOrder, first: EventOrder): void {
    const { numberDisplay, status, isTest } = order
    if (status !== 'levert') throw new Refusal('invalid_transition', `${numberDisplay} is ${status}, not levert`)
    if (!isSameBuyer(order, first) || isTest !== first.isTest) {
      throw new Refusal('invalid', `${numberDisplay} is another customer's`)
    }
    if (this.#parts.invoices.draftOf(order.id) !== null) {
      throw new Refusal('invalid', `${numberDisplay} is in a draft already`)
    }
  }

  #moveTo(workshopId: string, order: EventOrder, to: OrderStatus, nowMs: number): EventOrder {
    const move = moveBetween(order.status, to)
    if (move === null) throw new Refusal('invalid_transition', `an order cannot go from ${order.status} to ${to}`)
    const event = { type: move.event, change: { from: move.from, to: move.to } }
    const moved = moveOrder(order, move, instantOf(nowMs), null)
    return this.#parts.orders.change(workshopId, moved, event, nowMs)
  }

  #setInvoiced(workshopId: string, order: EventOrder, invoice: Invoice, nowMs: number): EventOrder {
    const { id, kind, number, issuedAt, erpNo } = invoice
    const linked = { ...order, invoice: { id, kind, number, issuedAt, erpNo } }
    return this.#moveTo(workshopId, linked, 'fakturert', nowMs)
  }

  /** The orders of an invoice, without those that were deleted or forwarded. */
  #ordersOf(workshopId: string, invoice: Invoice): EventOrder[] {
    return invoice.orders.flatMap(({ numberDisplay }) => {
      const isTest = numberDisplay.startsWith('T-') ? 1 : 0
      return this.#parts.orders.find({ workshopId, isTest, customerId: null }, numberDisplay) ?? []
    })
  }

  #invoiceOf(order: EventOrder): Invoice | null {
    return order.invoice === null ? null : this.#parts.invoices.byId(order.invoice.id)
  }

  #reread({ id }: EventOrder): EventOrder {
    const order = this.#parts.orders.findById(id)
    if (order === null) throw new Error(`order ${id} was deleted while it was invoiced`)
    return order
  }

  #compose(orders: readonly EventOrder[], kind: Invoice['kind']): Invoice {
    const invoicedOrders = orders.map((order) => ({ order, terms: this.#parts.orderTerms.termsOf(order.id) }))
    return {
      id: randomUUID(),
      number: null,
      kind,
      status: 'utkast',
      customer: orders[0]?.customer ?? null,
      issuedAt: null,
      dueDate: null,
      kid: null,
      currency: 'NOK',
      lines: invoiceLines(invoicedOrders),
      totals: invoiceTotals(invoicedOrders),
      orders: orders.map(({ id, numberDisplay }) => ({ id, numberDisplay })),
      erpNo: null,
      version: 1,
    }
  }

  /** The contents from the orders as they are now: they may have changed since the draft. */
  #currentContents(orders: readonly EventOrder[]): Pick<Invoice, 'lines' | 'totals' | 'orders'> {
    const { lines, totals, orders: listedOrders } = this.#compose(orders, 'invoice')
    if (totals.grossOre === null) throw new Refusal('invalid', 'an order of the invoice has no price yet')
    return { lines, totals, orders: listedOrders }
  }

  #issue(series: InvoiceSeries, draft: Invoice, nowMs: number): Invoice {
    const number = this.#parts.invoices.nextNumber(series)
    const dueDate = addDays(workshopDate(nowMs), paymentDays)
    return { ...draft, number, status: 'sendt', issuedAt: instantOf(nowMs), dueDate, kid: kidOf(number) }
  }

  #issueFacts(workshopId: string, orders: readonly EventOrder[], { customer, totals }: Invoice): IssueFacts {
    const { payments, customers, sellers } = this.#parts
    const prepaidOre = orders.reduce((sum, order) => sum + payments.prepaidOre(order), 0)
    const isAllPrepaid = orders.every((order) => payments.prepaidOre(order) === order.totals.grossOre)
    const isTest = orders[0]?.isTest === true ? 1 : 0
    return {
      prepaidOre,
      buyer: orders.map(buyerOf).find((each) => each !== null) ?? null,
      document: documentFactsOf({
        orders,
        customer: customer === null ? null : customers.find({ workshopId, isTest, customerId: null }, customer.id),
        seller: sellers.sellerOf(workshopId),
        // The VAT of the invoice and that of its orders are rounded separately. Orders that are paid in full leave nothing to pay.
        roundingOre: isAllPrepaid ? prepaidOre - (totals.grossOre ?? prepaidOre) : 0,
      }),
    }
  }

  /** Pays the invoice and its open orders if each open order was paid online in full. Otherwise returns it unchanged. */
  #payIfPrepaid(workshopId: string, invoice: Invoice, nowMs: number): Invoice {
    const { payments, invoices } = this.#parts
    const orders = this.#ordersOf(workshopId, invoice)
    const unpaidOrders = orders.filter(({ status }) => status !== 'betalt')
    const [first] = orders
    const isPrepaid = (order: EventOrder) => payments.prepaidOre(order) === order.totals.grossOre
    // An invoice of orders that cost nothing was paid by nobody, and can be undone.
    const isAnyPaid =
      unpaidOrders.length < orders.length || unpaidOrders.some((order) => payments.prepaidOre(order) > 0)
    if (first === undefined || invoice.kind !== 'invoice' || !isAnyPaid || !unpaidOrders.every(isPrepaid))
      return invoice
    for (const order of unpaidOrders) this.#moveTo(workshopId, order, 'betalt', nowMs)
    const paid = invoices.change({ ...invoice, status: 'betalt' }, { paidAt: instantOf(nowMs) })
    invoices.sendEvent(seriesOf(workshopId, first), 'invoice.paid', paid, nowMs)
    return paid
  }
}

const seriesOf = (workshopId: string, { isTest }: EventOrder): InvoiceSeries => ({ workshopId, isTest })

/** The facts of a credit note: those of the invoice that it credits. Nothing of it was paid or is rounded. */
function creditFacts(document: DocumentFacts | null, { kid, issuedAt }: Invoice): DocumentFacts | null {
  if (document === null || kid === null) return null
  const day = issuedAt === null ? null : workshopDate(Date.parse(issuedAt))
  return { ...document, roundingOre: 0, credits: { number: invoiceNumberIn(kid), day } }
}

/** `|| 0`: never minus zero. */
const negated = (ore: number | null) => (ore === null ? null : -ore || 0)

/** The invoice with negative sums. It keeps the KID of the invoice that it credits. */
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
      unitPriceOre: negated(line.unitPriceOre),
      netOre: negated(line.netOre),
    })),
    totals: { netOre: negated(totals.netOre), vatOre: negated(totals.vatOre), grossOre: negated(totals.grossOre) },
    version: 1,
  }
}
