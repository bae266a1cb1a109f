// GET /invoices/{id}/pdf and /ehf: an invoice or a credit note as a PDF, and as an electronic invoice for the buyer's accounting system.
import type { Invoice } from '../../shared/workshop-api/index.ts'
import type { InvoiceStore } from '../invoices/index.ts'
import { Failure } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { AccessScope } from '../keys/index.ts'
import type { DocumentWorkers } from './document-workers.ts'
import { ehfObstacle } from './ehf/index.ts'

export function invoiceFiles(
  invoices: InvoiceStore,
  { draw }: DocumentWorkers,
): Pick<Operations, 'readInvoicePdf' | 'readInvoiceEhf'> {
  const sentInvoice = (call: { accessScope: AccessScope; params: { id: string } }, format: string): Invoice => {
    const invoice = invoices.find(call.accessScope, call.params.id)
    if (invoice === null) throw new Failure('not_found')
    if (invoice.status === 'utkast' || invoice.kind === 'external') {
      throw new Failure('not_found', {}, `Bare sendte fakturaer og kreditnotaer finnes som ${format}.`)
    }
    return invoice
  }
  return {
    readInvoicePdf: async (call) => {
      const invoice = sentInvoice(call, 'PDF')
      const letterhead = { ...invoices.issueFactsOf(invoice.id), workshopName: call.key.workshop.name }
      return { body: await draw({ kind: 'invoice_pdf', invoice, letterhead }), fileName: fileName(invoice, 'pdf') }
    },
    readInvoiceEhf: async (call) => {
      const invoice = sentInvoice(call, 'EHF')
      const { prepaidOre, document, ...facts } = invoices.issueFactsOf(invoice.id)
      const obstacle = ehfObstacle(invoice, { prepaidOre, document, ...facts })
      if (obstacle !== null || document === null) throw new Failure('not_found', {}, obstacle ?? undefined)
      const body = await draw({ kind: 'invoice_ehf', invoice, facts: { prepaidOre, document } })
      return { body, fileName: fileName(invoice, 'xml') }
    },
  }
}

function fileName({ kind, number }: Invoice, extension: string): string {
  return `${kind === 'invoice' ? 'faktura' : 'kreditnota'}-${number}.${extension}`
}
