// GET /reports/months/{month}: sums, and never whose. Assumed (decision 5): the specification names the four. Pure.
import * as z from 'zod'
import { ore } from '../scalars.ts'

/** Within the years that the service's clock can tell. */
export const month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/)

const invoices = z.strictObject({ count: z.int(), grossOre: ore })

export const monthReport = z.strictObject({
  month,
  currency: z.literal('NOK'),
  /** Received in the month and not cancelled; the sum of those that have one. */
  orders: z.strictObject({ count: z.int(), netOre: ore }),
  /** Issued in the month; a credit note takes its sum off. */
  invoiced: invoices,
  paid: invoices,
  /** Invoices neither paid nor credited at the end of the month. */
  outstanding: invoices,
})
export type MonthReport = z.infer<typeof monthReport>
