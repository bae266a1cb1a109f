// The workshop's actions on an order: status moves, forwarding, cancelling, invoices and payments.
import type { EventOrder, Invoice, OrderStatus, Payment } from '../../../shared/workshop-api/index.ts'
import { Invoicing, missingFacts } from '../../invoices/index.ts'
import { moveBetween, moveOrder } from '../../orders/index.ts'
import type { Parts } from '../../parts.ts'
import { Refusal, instantOf } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'
import { noLimit } from './no-limit.ts'

/** An order with one of these cannot be forwarded: no work is left. */
const endStatuses: readonly OrderStatus[] = ['fakturert', 'betalt', 'avbrutt']

export class OrderActions {
  readonly #parts: Parts
  readonly #workshopId: string
  readonly #invoicing: Invoicing

  constructor(parts: Parts, workshop: Workshop) {
    this.#parts = parts
    this.#workshopId = workshop.id
    this.#invoicing = new Invoicing(parts)
  }

  find(number: string): EventOrder {
    const isTest = number.startsWith('T-') ? 1 : 0
    const order = this.#parts.orders.find({ workshopId: this.#workshopId, isTest, customerId: null }, number)
    if (order === null) throw new Refusal('not_found', `there is no order ${number}`)
    return order
  }

  /** Moves the order one step of the status ladder. Refuses any other move. */
  move(number: string, to: OrderStatus): EventOrder {
    return this.#move(number, to, null)
  }

  /** Declines a request or cancels a received order. */
  cancel(number: string, reason?: string): EventOrder {
    return this.#move(number, 'avbrutt', reason ?? null)
  }

  /**
   * Forwards the order to another workshop: it leaves the list with its sheets. Refuses an order that is invoiced, paid or cancelled, and
   * one with an online payment that is not refunded: its invoice and payment could no longer be reached.
   */
  forward(number: string, toWorkshop: string): void {
    if (toWorkshop.trim() === '') throw new Refusal('invalid', 'the name of the other workshop is missing')
    const { store, orders, payments, clock } = this.#parts
    store.write(() => {
      const order = this.find(number)
      if (endStatuses.includes(order.status)) throw new Refusal('invalid_transition', `${number} is ${order.status}`)
      if (payments.heldOre(order.id) > 0) {
        throw new Refusal('invalid_transition', `${number} was paid online: run payment refund ${number} first`)
      }
      orders.forward(this.#workshopId, order, toWorkshop, clock.now())
    })
  }

  /** Records that the message about a ready order was not sent. Refused before the order is ready. */
  recordSmsFailure(number: string): EventOrder {
    const { store, orders, clock } = this.#parts
    return store.write(() => {
      const order = this.find(number)
      if (order.readyAt === null) {
        throw new Refusal('invalid_transition', `${number} is not ready: it sends no message`)
      }
      const { sendAfter = null } = order.readySms ?? {}
      const changed: EventOrder = { ...order, readySms: { status: 'failed', sendAfter, sentAt: null } }
      return orders.change(this.#workshopId, changed, { type: 'order.sms_failed' }, clock.now())
    })
  }

  /** Newest first, with drafts. */
  invoices(): Invoice[] {
    const owner = { workshopId: this.#workshopId, customerId: null }
    return ([1, 0] as const).flatMap((isTest) =>
      this.#parts.invoices.list({ ...owner, isTest }, true, noLimit, noLimit).map(({ invoice }) => invoice),
    )
  }

  /** Drafts an invoice for delivered orders of one customer. */
  draftInvoice(numbers: readonly string[]): Invoice {
    return this.#parts.store.write(() =>
      this.#invoicing.draft(
        this.#workshopId,
        numbers.map((number) => this.find(number)),
      ),
    )
  }

  /** Sends a draft: its orders become invoiced, and those that were paid online in full become paid. */
  sendInvoice(id: string): Invoice {
    const { store, clock } = this.#parts
    return store.write(() => this.#invoicing.send(this.#workshopId, this.#findDraft(id), clock.now()))
  }

  /** Deletes a draft. Refuses any other invoice. */
  discardInvoice(id: string): void {
    this.#parts.store.write(() => this.#invoicing.discard(this.#findDraft(id)))
  }

  /**
   * An invoice; the amount in øre that was paid on the payment page before it was sent; and the required details that were missing when
   * it was sent.
   */
  issuedInvoice(id: string): { invoice: Invoice; prepaidOre: number; missing: string[] } {
    const { prepaidOre, document } = this.#parts.invoices.issueFactsOf(id)
    return { invoice: this.#findInvoice(id), prepaidOre, missing: document === null ? [] : missingFacts(document) }
  }

  /** Records that a delivered order was invoiced in the accounting system. */
  recordExternalInvoice(number: string, erpNo: string): EventOrder {
    const { store, clock } = this.#parts
    return store.write(() =>
      this.#invoicing.recordExternalInvoice(this.#workshopId, this.find(number), erpNo, clock.now()),
    )
  }

  payments(number: string): Payment[] {
    return this.#parts.payments.ofOrder(this.find(number).id, 0, noLimit).map(({ payment }) => payment)
  }

  /**
   * Refunds an amount in øre, or with null all that remains. Refused if a sent, unpaid invoice has subtracted the amount: that invoice
   * asks for the rest only. An amount that was paid above the order's price can always be refunded.
   */
  refund(number: string, amountOre: number | null): Payment {
    const { store, payments, invoices, clock } = this.#parts
    return store.write(() => {
      const order = this.find(number)
      const invoice = order.invoice?.kind === 'invoice' ? invoices.byId(order.invoice.id) : null
      const isOpen = invoice !== null && invoice.status !== 'betalt'
      const heldOre = payments.heldOre(order.id)
      if (isOpen && (amountOre ?? heldOre) > heldOre - payments.prepaidOre(order)) {
        const remedy = order.status === 'fakturert' ? `run order move ${number} levert first` : 'it must be paid first'
        throw new Refusal('invalid_transition', `invoice ${invoice.number} counts on the payment: ${remedy}`)
      }
      return payments.refund(order, amountOre, this.#workshopId, clock.now())
    })
  }

  #move(number: string, to: OrderStatus, reason: string | null): EventOrder {
    const { store, orders, clock } = this.#parts
    return store.write(() => {
      const nowMs = clock.now()
      const order = this.find(number)
      if (to === 'fakturert') return this.#invoicing.invoice(this.#workshopId, order, nowMs)
      if (to === 'betalt') return this.#invoicing.markPaid(this.#workshopId, order, nowMs)
      if (order.status === 'fakturert' && to === 'levert') {
        return this.#invoicing.undo(this.#workshopId, order, nowMs)
      }
      const move = moveBetween(order.status, to)
      if (move === null) throw new Refusal('invalid_transition', `an order cannot go from ${order.status} to ${to}`)
      const event = { type: move.event, change: { from: move.from, to: move.to } }
      return orders.change(this.#workshopId, moveOrder(order, move, instantOf(nowMs), reason), event, nowMs)
    })
  }

  #findInvoice(id: string): Invoice {
    const { invoices } = this.#parts
    const owner = { workshopId: this.#workshopId, customerId: null }
    const invoice = invoices.find({ ...owner, isTest: 1 }, id) ?? invoices.find({ ...owner, isTest: 0 }, id)
    if (invoice === null) throw new Refusal('not_found', `there is no invoice ${id}`)
    return invoice
  }

  #findDraft(id: string): Invoice {
    const invoice = this.#findInvoice(id)
    if (invoice.status !== 'utkast') throw new Refusal('invalid_transition', `invoice ${id} is ${invoice.status}`)
    return invoice
  }
}
