// The discount and the delivery option of an order, as they were when it was made. The order itself contains only the resulting sums.
import * as z from 'zod'
import { deliveryOption } from '../../shared/workshop-api/index.ts'
import { discount, noTerms } from '../prices/index.ts'
import type { Terms } from '../prices/index.ts'
import type { Store } from '../store/index.ts'

const storedTerms = z.strictObject({ discount: discount.nullable(), delivery: deliveryOption.nullable() })

export interface OrderTerms {
  termsOf: (orderId: string) => Terms
  save: (orderId: string, terms: Terms) => void
}

/** An order without a stored row has `noTerms`. */
export function orderTerms({ db }: Store): OrderTerms {
  const select = db.prepare<[string], { body: string }>('SELECT body FROM order_terms WHERE order_id = ?')
  const write = db.prepare(
    'INSERT INTO order_terms (order_id, body) VALUES (?, ?) ON CONFLICT (order_id) DO UPDATE SET body = excluded.body',
  )
  const remove = db.prepare('DELETE FROM order_terms WHERE order_id = ?')
  return {
    termsOf: (orderId) => {
      const row = select.get(orderId)
      return row === undefined ? noTerms : storedTerms.parse(JSON.parse(row.body))
    },
    save: (orderId, terms) => {
      if (terms.discount === null && terms.delivery === null) remove.run(orderId)
      else write.run(orderId, JSON.stringify(storedTerms.parse(terms)))
    },
  }
}
