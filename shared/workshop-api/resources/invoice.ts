// The invoice: sent invoices, credit notes, and invoices of the accounting system. Assumed (service decision 5): the specification names only its
// parts. Pure.
import * as z from 'zod'
import { day, instant, ore, uuid, version } from '../scalars.ts'
import { order } from './order.ts'

export const invoiceKinds = ['invoice', 'credit_note', 'external'] as const
export const invoiceStatuses = ['utkast', 'sendt', 'forfalt', 'betalt', 'kreditert', 'regnskap'] as const

export const invoice = z.strictObject({
  id: uuid,
  /** Assigned when the invoice is sent. */
  number: z.string().nullable(),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  customer: order.shape.customer,
  issuedAt: instant.nullable(),
  /** Null for drafts and external invoices, as is the KID. */
  dueDate: day.nullable(),
  kid: z.string().nullable(),
  currency: z.literal('NOK'),
  lines: z.array(
    z.strictObject({
      lineNo: z.int().min(1),
      description: z.string().nullable(),
      quantity: z.number(),
      unit: z.null(),
      /** The amount without VAT. Null, as the totals, if only the accounting system has it. */
      unitPriceOre: ore.nullable(),
      netOre: ore.nullable(),
      vatBp: z.int(),
    }),
  ),
  totals: z.strictObject({ netOre: ore.nullable(), vatOre: ore.nullable(), grossOre: ore.nullable() }),
  /** The covered orders. */
  orders: z.array(z.strictObject({ id: uuid, numberDisplay: z.string() })),
  /** The number in the accounting system. */
  erpNo: z.string().nullable(),
  version,
})
export type Invoice = z.infer<typeof invoice>

/** An invoice in a list. */
export const listedInvoice = invoice.omit({ lines: true })

/** The days from the issue of an invoice until it is due. */
export const paymentDays = 14
