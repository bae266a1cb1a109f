// The messages of part 6, with the same body in webhooks and in GET /events. Pure.
import * as z from 'zod'
import { instant } from '../scalars.ts'
import { agreement } from './agreement.ts'
import { reducedBendingSheet } from './bending-sheet.ts'
import { customer } from './customer.ts'
import { invoice } from './invoice.ts'
import { eventOrder, orderStatus } from './order.ts'
import { eventPayment, refund } from './payment.ts'

/** Twenty are named in 6.3; the other eight names are assumed (service decision 4). */
export const eventTypes = [
  'order.requested',
  'order.received',
  'order.declined',
  'order.cancelled',
  'order.in_work',
  'order.ready',
  'order.ready_undone',
  'order.delivered',
  'order.updated',
  'order.invoiced',
  'order.invoice_undone',
  'order.paid',
  'order.sms_failed',
  'order.prepaid',
  'order.refunded',
  'order.forwarded',
  'bending_sheet.sent_for_approval',
  'bending_sheet.approved',
  'bending_sheet.change_requested',
  'bending_sheet.bent',
  'bending_sheet.rework',
  'agreement.sent',
  'agreement.accepted',
  'agreement.declined',
  'invoice.sent',
  'invoice.paid',
  'customer.created',
  'customer.updated',
] as const
export type EventType = (typeof eventTypes)[number]

/** `evt_` and a ULID, which starts with 0 to 7 because it has 128 bits. Assigned in commit order, so that reading after an id skips none. */
export const eventId = z.string().regex(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

/** Present if the status of the order changed. */
export const statusChange = z.strictObject({ from: orderStatus, to: orderStatus })
export type StatusChange = z.infer<typeof statusChange>

export const eventData = z.strictObject({
  order: eventOrder.optional(),
  bendingSheet: reducedBendingSheet.optional(),
  customer: customer.optional(),
  agreement: agreement.optional(),
  invoice: invoice.optional(),
  change: statusChange.optional(),
  payment: eventPayment.optional(),
  refund: refund.optional(),
  forwardedTo: z.strictObject({ name: z.string() }).optional(),
  truncated: z.literal(true).optional(),
})
export type EventData = z.infer<typeof eventData>

export const event = z.strictObject({
  id: eventId,
  type: z.enum(eventTypes),
  apiVersion: z.literal('v1'),
  createdAt: instant,
  livemode: z.boolean(),
  data: eventData,
})
export type WorkshopEvent = z.infer<typeof event>

/** GET /events. `latestId` is the newest id; `gap` is true if events between the cursor and now are lost. */
export const eventPage = z.strictObject({
  data: z.array(event),
  nextCursor: z.string().nullable(),
  latestId: eventId.nullable(),
  gap: z.boolean(),
})
export type EventPage = z.infer<typeof eventPage>
