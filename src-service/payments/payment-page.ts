// The page that takes a payment: plain HTML that needs no script, at an address that nobody can guess. A test order is paid with a
// button; no card processor is connected to the page of a live one, and it says so.
import * as z from 'zod'
import { invoicing } from '../invoices/invoicing.ts'
import type { OpenAnswer, OpenRoute } from '../http/open-route.ts'
import { escaped, pageHeaders, pageType, plainPage } from '../http/plain-page.ts'
import type { Parts } from '../parts.ts'
import type { AskedPayment } from './payment-book.ts'

export const pagePath = '/betaling'
const method = 'test'

const asked = z.object({ params: z.object({ token: z.string() }) })

/** The page, and its button, which leads back to the page however often it is pressed. */
export function paymentPage(
  parts: Pick<Parts, 'store' | 'clock' | 'orders' | 'orderTerms' | 'payments' | 'invoices'>,
): OpenRoute[] {
  const { store, payments, clock } = parts
  const billing = invoicing(parts)
  const path = `${pagePath}/:token`
  const pay = (token: string): void => {
    store.write(() => {
      const paid = payments.pay(token, method, clock.now())
      if (paid !== null) billing.paidOnline(paid.workshopId, paid.order, clock.now())
    })
  }
  const noPage = (token: string): OpenAnswer =>
    payments.isReplaced(token)
      ? plainPage(410, 'Lenken er erstattet', byANewer)
      : plainPage(404, 'Ukjent betaling', noneOfOurs)
  return [
    {
      path,
      answer: (call) => {
        const { token } = asked.parse(call).params
        const found = payments.asked(token, clock.now())
        return found === null ? noPage(token) : pageOf(found)
      },
    },
    {
      method: 'POST',
      path,
      answer: (call) => {
        const { token } = asked.parse(call).params
        const found = payments.asked(token, clock.now())
        if (found === null) return noPage(token)
        if (found.order.isTest) pay(token)
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

const byANewer =
  '<p>Verkstedet har laget en nyere lenke til denne betalingen. Bruk den siste du har fått, eller be verkstedet om den.</p>'
const noneOfOurs = '<p>Denne adressen fører ikke til noen betaling. Be verkstedet om en ny lenke.</p>'

function pageOf({ state, payment, order, workshopName }: AskedPayment): OpenAnswer {
  const sum = state === 'paid' ? 'Betalt, med mva.' : 'Å betale, med mva.'
  const about = `<p>${escaped(workshopName)}</p><dl><dt>Ordre</dt><dd>${escaped(order.numberDisplay)}</dd>${
    order.title === null ? '' : `<dt>Gjelder</dt><dd>${escaped(order.title)}</dd>`
  }<dt class="sum">${sum}</dt><dd class="sum">${kroner(payment.amountOre)}</dd>${givenBack(payment)}</dl>`
  switch (state) {
    case 'paid':
      return payment.status === 'refunded'
        ? plainPage(200, 'Betalt tilbake', `${about}<p role="status">Hele beløpet er betalt tilbake.</p>`)
        : plainPage(200, 'Betalt', `${about}<p role="status">Takk, betalingen er mottatt.</p>`)
    case 'expired':
      return plainPage(410, 'Lenken er utløpt', '<p>Fristen for denne lenken er ute. Be verkstedet om en ny.</p>')
    case 'changed':
      return plainPage(410, 'Lenken gjelder ikke lenger', '<p>Ordren er endret. Be verkstedet om en ny lenke.</p>')
    case 'open':
      return plainPage(200, 'Betaling', about + (order.isTest ? button : noProcessor))
  }
}

function givenBack({ refunds }: AskedPayment['payment']): string {
  const ore = refunds.reduce((sum, { amountOre }) => sum + amountOre, 0)
  return ore === 0 ? '' : `<dt>Betalt tilbake</dt><dd>${kroner(ore)}</dd>`
}

const button =
  '<form method="post"><button>Betal</button></form><p class="note">Dette er en prøveordre: ingen penger trekkes.</p>'
const noProcessor = '<p>Verkstedet tar ikke imot kort her ennå. Spør verkstedet hvordan du betaler.</p>'

const kroner = (ore: number): string =>
  new Intl.NumberFormat('nb-NO', { style: 'currency', currency: 'NOK' }).format(ore / 100)
