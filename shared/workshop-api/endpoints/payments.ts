// The operations on an order's payments (specification 4.2 and 4.4; bodies assumed).
import * as z from 'zod'
import { payment, paymentLink, paymentLinkRequest } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byNumber, paging, reading, writing } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const paymentEndpoints = {
  listPayments: {
    ...reading,
    path: '/orders/{number}/payments',
    scope: 'orders:read',
    modules: ['shop'],
    params: byNumber,
    query: z.object(paging),
    response: page(payment),
  },
  makePaymentLink: {
    ...writing,
    path: '/orders/{number}/payment-link',
    scope: 'payments:write',
    kinds: ['workshop'],
    modules: ['shop', 'shop_payments'],
    params: byNumber,
    body: paymentLinkRequest,
    status: 201,
    response: paymentLink,
    errors: ['invalid_transition', 'price_unavailable'],
  },
} as const satisfies Record<string, Endpoint>
