// What a worker thread draws: the files of bending sheets and invoices, as bytes. Each kind loads its packages at its first document,
// because loading all of them takes up to a second.
import { readFileSync } from 'node:fs'
import type { BendingSheet, Invoice } from '../../shared/workshop-api/index.ts'
import type { DocumentFacts } from '../invoices/index.ts'
import type { Letterhead } from './invoice-pdf.ts'

export type DocumentJob =
  | { kind: 'sheet_dxf'; sheet: BendingSheet }
  | { kind: 'sheet_pdf'; sheet: BendingSheet }
  | { kind: 'invoice_pdf'; invoice: Invoice; letterhead: Letterhead }
  | { kind: 'invoice_ehf'; invoice: Invoice; facts: { prepaidOre: number; document: DocumentFacts } }

let loadedFont: Uint8Array | null = null

/** The same job gives the same bytes. Throws for a sheet that cannot be drawn. */
export async function runDocumentJob(job: DocumentJob): Promise<Uint8Array> {
  switch (job.kind) {
    case 'sheet_dxf': {
      const { sheetDxf } = await import('../../shared/drawing/dxf/index.ts')
      const dxf = sheetDxf(job.sheet)
      if (!dxf.ok) throw new Error(`sheet ${job.sheet.id} cannot be drawn: ${JSON.stringify(dxf.error)}`)
      return Buffer.from(dxf.value)
    }
    case 'sheet_pdf': {
      const { sheetPdf } = await import('../../shared/drawing/pdf/index.ts')
      const { bytes, refused } = await sheetPdf([job.sheet], { font: font() })
      if (bytes === null) throw new Error(`sheet ${job.sheet.id} cannot be drawn: ${JSON.stringify(refused)}`)
      return bytes
    }
    case 'invoice_pdf': {
      const { invoicePdf } = await import('./invoice-pdf.ts')
      return await invoicePdf(job.invoice, job.letterhead, font())
    }
    case 'invoice_ehf': {
      const { ehfInvoice } = await import('./ehf/index.ts')
      return Buffer.from(ehfInvoice(job.invoice, { ...job.facts, buyer: null }))
    }
  }
}

function font(): Uint8Array {
  loadedFont ??= readFileSync(new URL('../../resources/fonts/DejaVuSans.ttf', import.meta.url))
  return loadedFont
}
