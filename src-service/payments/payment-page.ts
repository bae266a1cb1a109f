// The page that takes a payment: plain HTML that needs no script, at an address that nobody can guess. A test order is paid with a
// button; no card processor is connected to the page of a live one, and it says so.
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { OpenAnswer, OpenRoute } from '../http/open-route.ts'
import type { Parts } from '../parts.ts'
import type { AskedPayment } from './payment-book.ts'

export const pagePath = '/betaling'
const method = 'test'

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:10vh auto;padding:0 1.5rem;color:#111;background:#fff}' +
  'h1{font-size:1.5rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dt{color:#444}dd{margin:0;text-align:right}' +
  '.sum{font-weight:700}button{font:inherit;font-weight:700;width:100%;padding:1rem;border:0;border-radius:.5rem;background:#0b5a37;color:#fff}' +
  '.note{color:#444;font-size:1rem}'

/** Nothing but the page's own style, and a form to itself. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const headers = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
const contentType = 'text/html; charset=utf-8'

const asked = z.object({ params: z.object({ token: z.string() }) })

/** The page, and its button, which leads back to the page however often it is pressed. */
export function paymentPage({ payments, clock }: Pick<Parts, 'payments' | 'clock'>): OpenRoute[] {
  const path = `${pagePath}/:token`
  return [
    {
      path,
      answer: (call) => {
        const { token } = asked.parse(call).params
        const found = payments.asked(token, clock.now())
        return found === null ? page(404, 'Ukjent betaling', noneOfOurs) : pageOf(found)
      },
    },
    {
      method: 'POST',
      path,
      answer: (call) => {
        const { token } = asked.parse(call).params
        const found = payments.asked(token, clock.now())
        if (found === null) return page(404, 'Ukjent betaling', noneOfOurs)
        if (found.order.isTest) payments.pay(token, method, clock.now())
        return { body: '', contentType, status: 303, headers: { ...headers, location: `${pagePath}/${token}` } }
      },
    },
  ]
}

const noneOfOurs = '<p>Denne adressen fører ikke til noen betaling. Be verkstedet om en ny lenke.</p>'

function pageOf({ state, payment, order, workshopName }: AskedPayment): OpenAnswer {
  const about = `<p>${escaped(workshopName)}</p><dl><dt>Ordre</dt><dd>${escaped(order.numberDisplay)}</dd>${
    order.title === null ? '' : `<dt>Gjelder</dt><dd>${escaped(order.title)}</dd>`
  }<dt class="sum">Å betale, med mva.</dt><dd class="sum">${kroner(payment.amountOre)}</dd></dl>`
  switch (state) {
    case 'paid':
      return page(200, 'Betalt', `${about}<p role="status">Takk, betalingen er mottatt.</p>`)
    case 'expired':
      return page(410, 'Lenken er utløpt', '<p>Fristen for denne lenken er ute. Be verkstedet om en ny.</p>')
    case 'changed':
      return page(410, 'Lenken gjelder ikke lenger', '<p>Ordren er endret. Be verkstedet om en ny lenke.</p>')
    case 'open':
      return page(200, 'Betaling', about + (order.isTest ? button : noProcessor))
  }
}

const button =
  '<form method="post"><button>Betal</button></form><p class="note">Dette er en prøveordre: ingen penger trekkes.</p>'
const noProcessor = '<p>Verkstedet tar ikke imot kort her ennå. Spør verkstedet hvordan du betaler.</p>'

function page(status: number, title: string, content: string): OpenAnswer {
  const body =
    '<!doctype html><html lang="nb"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1>${content}</main></body></html>`
  return { body, contentType, status, headers }
}

const kroner = (ore: number): string =>
  new Intl.NumberFormat('nb-NO', { style: 'currency', currency: 'NOK' }).format(ore / 100)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
