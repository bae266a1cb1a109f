// The status of an order, and its timeline. Assumed (service decision 5): the specification shows no fields.
import * as z from 'zod'
import { instant } from '../scalars.ts'
import { eventTypes, statusChange } from './event.ts'
import { order } from './order.ts'

/** GET /orders/{number}/status */
export const orderProgress = order.pick({
  numberDisplay: true,
  status: true,
  statusLabel: true,
  statusChangedAt: true,
  version: true,
})

/** A step of GET /orders/{number}/timeline: an event of the order, with its status change, or null. */
export const orderStep = z.strictObject({ at: instant, type: z.enum(eventTypes), change: statusChange.nullable() })
export type OrderStep = z.infer<typeof orderStep>
