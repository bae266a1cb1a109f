// GET /orders/{number}/payments and POST /orders/{number}/payment-link (specification 4.4, service decision 5).
import * as z from 'zod'
import type { Payment, PaymentLink } from '../../shared/workshop-api/index.ts'
import { Failure, basePath, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { OrderStore } from '../orders/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { PaymentStore } from './payment-store.ts'
import { pagePath } from './payment-page.ts'

const cursors = cursorCodec('payments', z.tuple([z.int()]))
const bodyOf = ({ payment }: { payment: Payment }): Buffer => Buffer.from(JSON.stringify(payment))
const cursorAfter = (row: { rowid: number }): string => cursors.write([row.rowid])

export function paymentCalls({
  store,
  orders,
  payments,
}: {
  store: Store
  orders: OrderStore
  payments: PaymentStore
}): Pick<Operations, 'listPayments' | 'makePaymentLink'> {
  return {
    listPayments: ({ accessScope, params, query: { cursor, limit } }) => {
      const order = orders.find(accessScope, params.number)
      if (order === null) throw new Failure('not_found')
      const after = cursor === undefined ? 0 : cursors.read(cursor)[0]
      const rows = payments.ofOrder(order.id, after, limit + 1)
      return { body: pageBody({ rows, limit, bodyOf, cursorAfter }) }
    },
    makePaymentLink: ({ accessScope, params, nowMs, origin }) =>
      store.write(() => {
        const order = orders.find(accessScope, params.number)
        if (order === null) throw new Failure('not_found')
        const obstacle = payments.obstacleTo(order)
        if (obstacle === 'not_received') {
          const cancelled = order.status === 'avbrutt'
          throw new Failure(
            'invalid_transition',
            {},
            cancelled ? 'Ordren er avbrutt.' : 'Ordren må være mottatt før den kan betales.',
          )
        }
        if (obstacle === 'done') throw new Failure('invalid_transition', {}, 'Ordren er betalt.')
        if (obstacle === 'unpriced') throw new Failure('price_unavailable', {}, 'Ordren har ingen pris å betale ennå.')
        const { token, payment, expiresMs } = payments.link(order, nowMs)
        const { amountOre, currency, status } = payment
        const link: PaymentLink = {
          url: `${origin()}${pagePath}/${token}`,
          amountOre,
          currency,
          status,
          expiresAt: instantOf(expiresMs),
        }
        return { body: JSON.stringify(link), location: `${basePath}/orders/${order.numberDisplay}/payments` }
      }),
  }
}
