// The operations on invoices, and the monthly totals (specification 4.2 and 4.6; bodies assumed). Pure.
import * as z from 'zod'
import { invoice, listedInvoice, month, monthReport } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byId, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const invoices = { ...reading, scope: 'invoices:read', modules: ['kontor'], modulesFor: ['workshop'] } as const

export const invoiceEndpoints = {
  listInvoices: {
    ...invoices,
    path: '/invoices',
    query: z.object({ ...paging, includeDrafts: z.enum(['true', 'false']).default('false') }),
    response: page(listedInvoice),
  },
  readInvoice: { ...invoices, path: '/invoices/{id}', params: byId, response: invoice },
  readInvoicePdf: {
    ...invoices,
    path: '/invoices/{id}/pdf',
    class: 'files',
    params: byId,
    response: null,
    media: ['application/pdf'],
  },
  /** EHF Billing 3.0. Assumed: the specification names the PDF only. */
  readInvoiceEhf: {
    ...invoices,
    path: '/invoices/{id}/ehf',
    class: 'files',
    params: byId,
    response: null,
    media: ['application/xml'],
    assumed: true,
  },
  readMonthReport: {
    ...reading,
    path: '/reports/months/{month}',
    scope: 'reports:read',
    kinds: ['workshop'],
    params: z.object({ month }),
    response: monthReport,
  },
} as const satisfies Record<string, Endpoint>
