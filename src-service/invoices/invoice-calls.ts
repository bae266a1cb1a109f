// GET /invoices, GET /invoices/{id} and GET /invoices/{id}/pdf.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { listedInvoice } from '../../shared/workshop-api/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import { cursorCodec } from '../http/paging/cursor.ts'
import { Failure } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/paging/page.ts'
import type { Parts } from '../parts.ts'
import { invoicePdf } from './invoice-pdf.ts'

const cursors = cursorCodec('invoices', z.tuple([z.int()]))
/** The members of an invoice in a list. Others are dropped. */
const listedFields = z.object(listedInvoice.shape)
const bodyOf = ({ invoice }: { invoice: Invoice }): Buffer => Buffer.from(JSON.stringify(listedFields.parse(invoice)))
const cursorAfter = (row: { rowid: number }): string => cursors.write([row.rowid])

export function invoiceCalls({
  invoices,
}: Pick<Parts, 'invoices'>): Pick<Operations, 'listInvoices' | 'readInvoice' | 'readInvoicePdf'> {
  const font = readFileSync(new URL('../../resources/fonts/DejaVuSans.ttf', import.meta.url))
  return {
    listInvoices: ({ accessScope, query: { cursor, limit, includeDrafts } }) => {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : cursors.read(cursor)[0]
      const rows = invoices.list(accessScope, includeDrafts === 'true', before, limit + 1)
      return { body: pageBody({ rows, limit, bodyOf, cursorAfter }) }
    },
    readInvoice: ({ accessScope, params }) => {
      const invoice = invoices.find(accessScope, params.id)
      if (invoice === null) throw new Failure('not_found')
      return { body: JSON.stringify(invoice) }
    },
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
