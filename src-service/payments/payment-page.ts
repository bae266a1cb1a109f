// The payment page: HTML without scripts, at an unguessable address. A test order is paid with a button. No card processor is connected for
// live orders, and the page says so.
import * as z from 'zod'
import type { CustomerStore } from '../customers/index.ts'
import { Invoicing } from '../invoices/index.ts'
import type { InvoiceStore, SellerStore } from '../invoices/index.ts'
import { escapeHtml, htmlPage, pageHeaders, pageType } from '../operation/index.ts'
import type { OpenAnswer, OpenRoute } from '../operation/index.ts'
import type { OrderStore, OrderTerms } from '../orders/index.ts'
import type { ServiceClock, Store } from '../store/index.ts'
import type { PaymentStore, RequestedPayment } from './payment-store.ts'

export const pagePath = '/betaling'
const method = 'test'

const tokenCall = z.object({ params: z.object({ token: z.string() }) })

/** The page, and its button. The button redirects to the page, however often it is pressed. */
export function paymentPage(parts: {
  store: Store
  clock: ServiceClock
  orders: OrderStore
  orderTerms: OrderTerms
  payments: PaymentStore
  invoices: InvoiceStore
  customers: CustomerStore
  sellers: SellerStore
}): OpenRoute[] {
  const { store, payments, clock } = parts
  const invoicing = new Invoicing(parts)
  const path = `${pagePath}/:token`
  const pay = (token: string): Promise<void> =>
    store.writeInGroup(() => {
      const paid = payments.pay(token, method, clock.now())
      if (paid !== null) invoicing.settleAfterOnlinePayment(paid.workshopId, paid.order, clock.now())
    })
  const missingPage = (token: string): OpenAnswer =>
    payments.isReplaced(token)
      ? htmlPage(410, 'Lenken er erstattet', replacedLinkText)
      : htmlPage(404, 'Ukjent betaling', unknownLinkText)
  return [
    {
      path,
      answer: (call) => {
        const { token } = tokenCall.parse(call).params
        const requested = payments.findByToken(token, clock.now())
        return requested === null ? missingPage(token) : pageOf(requested)
      },
    },
    {
      method: 'POST',
      path,
      answer: async (call) => {
        const { token } = tokenCall.parse(call).params
        const requested = payments.findByToken(token, clock.now())
        if (requested === null) return missingPage(token)
        if (requested.order.isTest) await pay(token)
        return {
          body: '',
          contentType: pageType,
          status: 303,
          headers: { ...pageHeaders, location: `${pagePath}/${token}` },
        }
      },
    },
  ]
}

const replacedLinkText =
  '<p>Verkstedet har laget en nyere lenke til denne betalingen. Bruk den siste du har fått, eller be verkstedet om den.</p>'
const unknownLinkText = '<p>Denne adressen fører ikke til noen betaling. Be verkstedet om en ny lenke.</p>'

function pageOf({ state, payment, order, workshopName }: RequestedPayment): OpenAnswer {
  const sumLabel = state === 'paid' ? 'Betalt, med mva.' : 'Å betale, med mva.'
  const summary = `<p>${escapeHtml(workshopName)}</p><dl><dt>Ordre</dt><dd>${escapeHtml(order.numberDisplay)}</dd>${
    order.title === null ? '' : `<dt>Gjelder</dt><dd>${escapeHtml(order.title)}</dd>`
  }<dt class="sum">${sumLabel}</dt><dd class="sum">${kroner(payment.amountOre)}</dd>${refundRow(payment)}</dl>`
  switch (state) {
    case 'paid':
      return payment.status === 'refunded'
        ? htmlPage(200, 'Betalt tilbake', `${summary}<p role="status">Hele beløpet er betalt tilbake.</p>`)
        : htmlPage(200, 'Betalt', `${summary}<p role="status">Takk, betalingen er mottatt.</p>`)
    case 'expired':
      return htmlPage(410, 'Lenken er utløpt', '<p>Fristen for denne lenken er ute. Be verkstedet om en ny.</p>')
    case 'changed':
      return htmlPage(410, 'Lenken gjelder ikke lenger', '<p>Ordren er endret. Be verkstedet om en ny lenke.</p>')
    case 'open':
      return htmlPage(200, 'Betaling', summary + (order.isTest ? button : noProcessor))
  }
}

function refundRow({ refunds }: RequestedPayment['payment']): string {
  const ore = refunds.reduce((sum, { amountOre }) => sum + amountOre, 0)
  return ore === 0 ? '' : `<dt>Betalt tilbake</dt><dd>${kroner(ore)}</dd>`
}

const button =
  '<form method="post"><button>Betal</button></form><p class="note">Dette er en prøveordre: ingen penger trekkes.</p>'
const noProcessor = '<p>Verkstedet tar ikke imot kort her ennå. Spør verkstedet hvordan du betaler.</p>'

const kroner = (ore: number): string =>
  new Intl.NumberFormat('nb-NO', { style: 'currency', currency: 'NOK' }).format(ore / 100)
