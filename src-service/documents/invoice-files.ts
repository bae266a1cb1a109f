// GET /invoices/{id}/pdf: an invoice or a credit note as a PDF.
import { readFileSync } from 'node:fs'
import type { InvoiceStore } from '../invoices/index.ts'
import { Failure } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import { invoicePdf } from './invoice-pdf.ts'

export function invoiceFiles(invoices: InvoiceStore): Pick<Operations, 'readInvoicePdf'> {
  const font = readFileSync(new URL('../../resources/fonts/DejaVuSans.ttf', import.meta.url))
  return {
    readInvoicePdf: async ({ key, accessScope, params }) => {
      const invoice = invoices.find(accessScope, params.id)
      if (invoice === null) throw new Failure('not_found')
      if (invoice.status === 'utkast' || invoice.kind === 'external') {
        throw new Failure('not_found', {}, 'Bare sendte fakturaer og kreditnotaer finnes som PDF.')
      }
      const body = await invoicePdf(invoice, {
        ...invoices.issueFactsOf(invoice.id),
        workshopName: key.workshop.name,
        font,
      })
      return { body, fileName: `${invoice.kind === 'invoice' ? 'faktura' : 'kreditnota'}-${invoice.number}.pdf` }
    },
  }
}
