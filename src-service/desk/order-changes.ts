// What the workshop does to an order at its own desk: up and down the ladder, out to another workshop, cancelled.
import type { EventOrder, Invoice, OrderStatus, Payment } from '../../shared/workshop-api/index.ts'
import { invoicing } from '../invoices/invoicing.ts'
import { moveBetween, moved } from '../orders/order-ladder.ts'
import type { Parts } from '../parts.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface OrderChanges {
  find: (number: string) => EventOrder
  /** One rung, as the ladder allows; refused otherwise. */
  move: (number: string, to: OrderStatus) => EventOrder
  /** Declines a request or cancels a received order. */
  cancel: (number: string, reason?: string) => EventOrder
  /**
   * Hands the order to another workshop: it leaves the list, and its sheets with it. Refused of one that is invoiced, paid or cancelled,
   * and while money that was paid online is held for it: nobody could reach its invoice or its payment any more.
   */
  forward: (number: string, to: string) => void
  /** The message that the order is ready did not go out. Refused before it is ready. */
  smsFailed: (number: string) => EventOrder
  /** Newest first, drafts too. */
  invoices: () => Invoice[]
  /** A draft over delivered orders of one customer. */
  draftInvoice: (numbers: readonly string[]) => Invoice
  /** Sends the draft with an id: its orders are invoiced, and what was paid online in whole is paid. */
  sendInvoice: (id: string) => Invoice
  /** Throws the draft with an id away. Refused of anything but a draft. */
  discardInvoice: (id: string) => void
  /** An invoice, and what of it had been paid on the payment page when it was sent, in øre. */
  issued: (id: string) => { invoice: Invoice; prepaidOre: number }
  /** A delivered order was invoiced in the accounting system. */
  invoicedElsewhere: (number: string, erpNo: string) => EventOrder
  payments: (number: string) => Payment[]
  /**
   * Gives back so many øre of what was paid, or, with null, all that is left. Refused while a sent invoice that is not paid counts on
   * them: that asks for the rest alone, and more than the order costs is none of it.
   */
  refund: (number: string, amountOre: number | null) => Payment
}

/** Where no work is left for another. */
const ended: readonly OrderStatus[] = ['fakturert', 'betalt', 'avbrutt']

export function orderChanges(parts: Parts, workshop: Workshop): OrderChanges {
  const { store, clock, orders, payments, invoices } = parts
  const billing = invoicing(parts)
  const find = (number: string): EventOrder => {
    const isTest = number.startsWith('T-') ? 1 : 0
    const order = orders.find({ workshopId: workshop.id, isTest, customerId: null }, number)
    if (order === null) throw new Refusal('not_found', `there is no order ${number}`)
    return order
  }
  const move = (number: string, to: OrderStatus, reason: string | null): EventOrder =>
    store.write(() => {
      const nowMs = clock.now()
      const order = find(number)
      if (to === 'fakturert') return billing.invoice(workshop.id, order, nowMs)
      if (to === 'betalt') return billing.pay(workshop.id, order, nowMs)
      if (order.status === 'fakturert' && to === 'levert') return billing.undo(workshop.id, order, nowMs)
      const step = moveBetween(order.status, to)
      if (step === null) throw new Refusal('invalid_transition', `an order cannot go from ${order.status} to ${to}`)
      const news = { type: step.event, change: { from: step.from, to: step.to } }
      return orders.change(workshop.id, moved(order, step, instantOf(nowMs), reason), news, nowMs)
    })
  const invoiceWith = (id: string): Invoice => {
    const ours = { workshopId: workshop.id, customerId: null }
    const found = invoices.find({ ...ours, isTest: 1 }, id) ?? invoices.find({ ...ours, isTest: 0 }, id)
    if (found === null) throw new Refusal('not_found', `there is no invoice ${id}`)
    return found
  }
  const draftWith = (id: string): Invoice => {
    const found = invoiceWith(id)
    if (found.status !== 'utkast') throw new Refusal('invalid_transition', `invoice ${id} is ${found.status}`)
    return found
  }
  return {
    find,
    move: (number, to) => move(number, to, null),
    cancel: (number, reason) => move(number, 'avbrutt', reason ?? null),
    forward: (number, to) => {
      if (to.trim() === '') throw new Refusal('invalid', 'an order is forwarded to a workshop with a name')
      store.write(() => {
        const order = find(number)
        if (ended.includes(order.status)) throw new Refusal('invalid_transition', `${number} is ${order.status}`)
        if (payments.heldOre(order.id) > 0) {
          throw new Refusal(
            'invalid_transition',
            `${number} was paid online: payment refund ${number} gives it back first`,
          )
        }
        orders.forward(workshop.id, order, to, clock.now())
      })
    },
    smsFailed: (number) =>
      store.write(() => {
        const order = find(number)
        if (order.readyAt === null)
          throw new Refusal('invalid_transition', `${number} is not ready: it sends no message`)
        const { sendAfter = null } = order.readySms ?? {}
        const told: EventOrder = { ...order, readySms: { status: 'failed', sendAfter, sentAt: null } }
        return orders.change(workshop.id, told, { type: 'order.sms_failed' }, clock.now())
      }),
    invoices: () => {
      const ours = { workshopId: workshop.id, customerId: null }
      const most = Number.MAX_SAFE_INTEGER
      return ([1, 0] as const).flatMap((isTest) =>
        invoices.list({ ...ours, isTest }, true, most, most).map(({ invoice }) => invoice),
      )
    },
    draftInvoice: (numbers) => store.write(() => billing.draft(workshop.id, numbers.map(find))),
    sendInvoice: (id) => store.write(() => billing.send(workshop.id, draftWith(id), clock.now())),
    discardInvoice: (id) => {
      store.write(() => {
        billing.discard(draftWith(id))
      })
    },
    issued: (id) => ({ invoice: invoiceWith(id), prepaidOre: invoices.issueOf(id).prepaidOre }),
    invoicedElsewhere: (number, erpNo) =>
      store.write(() => billing.external(workshop.id, find(number), erpNo, clock.now())),
    payments: (number) => payments.ofOrder(find(number).id, 0, Number.MAX_SAFE_INTEGER).map(({ payment }) => payment),
    refund: (number, amountOre) =>
      store.write(() => {
        const order = find(number)
        const by = order.invoice?.kind === 'invoice' ? invoices.byId(order.invoice.id) : null
        const isOpen = by !== null && by.status !== 'betalt'
        const heldOre = payments.heldOre(order.id)
        if (isOpen && (amountOre ?? heldOre) > heldOre - payments.prepaidOre(order)) {
          const first =
            order.status === 'fakturert' ? `order move ${number} levert takes it back first` : 'it is to be paid first'
          throw new Refusal('invalid_transition', `invoice ${by.number} counts on what was paid: ${first}`)
        }
        return payments.refund(order, amountOre, workshop.id, clock.now())
      }),
  }
}
