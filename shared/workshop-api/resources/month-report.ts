// GET /reports/months/{month}: totals without customer data. Assumed (service decision 5): the specification names the four totals. Pure.
import * as z from 'zod'
import { ore } from '../scalars.ts'

/** A month within the range of the service's clock. */
export const month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/)

const invoices = z.strictObject({ count: z.int(), grossOre: ore })

export const monthReport = z.strictObject({
  month,
  currency: z.literal('NOK'),
  /** Received in the month and not cancelled; the total of those that have a price. */
  orders: z.strictObject({ count: z.int(), netOre: ore }),
  /** Issued in the month; credit notes are subtracted. */
  invoiced: invoices,
  paid: invoices,
  /** Invoices that are neither paid nor credited at the end of the month. */
  outstanding: invoices,
})
export type MonthReport = z.infer<typeof monthReport>
