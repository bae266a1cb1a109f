// Payments of an order, their refunds, and the link to the payment page. Assumed (service decision 5): the specification names only the states of a
// payment. Contains no data of cards or of the card processor. Pure.
import * as z from 'zod'
import { instant, ore, uuid } from '../scalars.ts'

export const refund = z.strictObject({ id: uuid, amountOre: ore, refundedAt: instant })
export type Refund = z.infer<typeof refund>

export const payment = z.strictObject({
  id: uuid,
  status: z.enum(['awaiting', 'paid', 'refunded']),
  /** The amount with VAT. */
  amountOre: ore,
  currency: z.literal('NOK'),
  method: z.string().nullable(),
  createdAt: instant,
  paidAt: instant.nullable(),
  refunds: z.array(refund),
})
export type Payment = z.infer<typeof payment>

/** A payment in events. */
export const eventPayment = payment.omit({ currency: true, createdAt: true, refunds: true })

/** POST /orders/{number}/payment-link. No body means the empty object. */
export const paymentLinkRequest = z.strictObject({}).default({})

export const paymentLink = z.strictObject({
  url: z.url(),
  amountOre: ore,
  currency: z.literal('NOK'),
  status: payment.shape.status,
  expiresAt: instant,
})
export type PaymentLink = z.infer<typeof paymentLink>

/** How long a link is valid. */
export const paymentLinkHours = 24
