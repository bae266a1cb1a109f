// GET /invoices and GET /invoices/{id}.
import * as z from 'zod'
import { listedInvoice } from '../../shared/workshop-api/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { InvoiceStore } from './invoice-store.ts'

const cursors = cursorCodec('invoices', z.tuple([z.int()]))
/** The members of an invoice in a list. Others are dropped. */
const listedFields = z.object(listedInvoice.shape)
const bodyOf = ({ invoice }: { invoice: Invoice }): Buffer => Buffer.from(JSON.stringify(listedFields.parse(invoice)))
const cursorAfter = (row: { rowid: number }): string => cursors.write([row.rowid])

/** Newest first. An invoice that the key does not see is a 404. */
export function invoiceCalls({
  invoices,
}: {
  invoices: InvoiceStore
}): Pick<Operations, 'listInvoices' | 'readInvoice'> {
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
  }
}
