// An invoice as PDF, as it was issued: A4 pages with one embedded font. Pure: the same invoice gives the same bytes.
import { createHash } from 'node:crypto'
import { fitted, openLettering, openPaper, printed, shrunk, wrapped } from '../../shared/drawing/paper/index.ts'
import type { Measure, PaperPage } from '../../shared/drawing/paper/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import type { IssueFacts } from '../invoices/index.ts'
import { buyerTexts, deliveryLines, factRows, kroner, numberOf, sellerLines, sumRows } from './invoice-texts.ts'
import type { LabelledText } from './invoice-texts.ts'

export interface Letterhead extends IssueFacts {
  workshopName: string
}

const sizeMm = 3.4
const rowMm = 6
/** The range of the font size of names, which are shrunk to fit, and the gap beside them. */
const nameMm = { most: 4.2, least: 3 }
const gapMm = 6
/** The width of the column with date, due date, KID and account. */
const factsMm = 60
/** The first lines of seller, buyer and deliveries on the first page. */
const tops = { seller: 32, buyer: 46, deliveries: 84 }
const sellerRowMm = 4.6
/** The top of the table on later pages, and the row height of the sums. */
const [nextTop, sumRowMm] = [34, 7]
const left = printed.x
const right = printed.x + printed.width
const bottom = printed.y + printed.height
/** Right edges of the columns after the description. */
const columns = { quantity: right - 76, price: right - 46, vat: right - 30, net: right }

/** The parts of the first page whose height depends on the invoice. */
interface Layout {
  deliveries: string[]
  sums: LabelledText[]
  firstTop: number
  sumsMm: number
}

/** The bytes of the file. */
export async function invoicePdf(
  invoice: Invoice,
  { workshopName, ...issueFacts }: Letterhead,
  font: Uint8Array,
): Promise<Uint8Array> {
  const lettering = openLettering(font)
  const { width } = lettering
  const title = `${invoice.kind === 'credit_note' ? 'Kreditnota' : 'Faktura'} ${invoice.number ?? ''}`
  const paper = await openPaper(lettering, font, { title, language: 'nb', fontTag: tagOf(invoice.id) })
  const layout = layoutOf(invoice, issueFacts, width)
  const pages = pagesOf(invoice.lines, layout)
  const sellerName = issueFacts.document?.seller.name ?? workshopName
  for (const [index, lines] of pages.entries()) {
    paper.page(null, (page) => {
      drawHead(page, { title, sellerName, no: index + 1, pageCount: pages.length }, width)
      if (index === 0) drawFacts(page, invoice, issueFacts, layout, width)
      const tableEnd = drawTable(page, lines, index === 0 ? layout.firstTop : nextTop, width)
      if (index === pages.length - 1) drawSums(page, layout.sums, tableEnd)
    })
  }
  return paper.bytes()
}

function layoutOf(invoice: Invoice, issueFacts: IssueFacts, width: Measure): Layout {
  const deliveries = deliveryLines(invoice, issueFacts).flatMap((line) => wrapped(width, line, sizeMm, printed.width))
  const sums = sumRows(invoice, issueFacts)
  const firstTop = tops.deliveries + deliveries.length * rowMm + gapMm
  return { deliveries, sums, firstTop, sumsMm: (sums.length + 1) * sumRowMm }
}

const rowCapacity = (top: number, reservedMm: number): number =>
  Math.max(0, Math.floor((bottom - top - reservedMm) / rowMm) - 1)

/** The lines of each page. The last page has space for the sums. */
function pagesOf(lines: Invoice['lines'], { firstTop, sumsMm }: Layout): Invoice['lines'][] {
  const pages: Invoice['lines'][] = []
  let remaining = lines
  while (true) {
    const top = pages.length === 0 ? firstTop : nextTop
    if (remaining.length <= rowCapacity(top, sumsMm)) return [...pages, remaining]
    const lineCount = Math.min(remaining.length, rowCapacity(top, 0))
    pages.push(remaining.slice(0, lineCount))
    remaining = remaining.slice(lineCount)
  }
}

interface Head {
  title: string
  sellerName: string
  no: number
  pageCount: number
}

function drawHead(page: PaperPage, { title, sellerName, no, pageCount }: Head, width: Measure): void {
  const titleMm = 5.6
  const name = shrunk(width, sellerName, nameMm, printed.width - width(title, titleMm) - gapMm)
  page.text(left, 18, name.text, { sizeMm: name.sizeMm, bold: true })
  page.text(right, 18, title, { sizeMm: titleMm, bold: true, anchor: 'end' })
  if (pageCount > 1) page.text(right, 24, `Side ${no} av ${pageCount}`, { sizeMm, anchor: 'end' })
  page.line(left, 27, right, 27, 0.3)
}

function drawFacts(
  page: PaperPage,
  invoice: Invoice,
  issueFacts: IssueFacts,
  { deliveries }: Layout,
  width: Measure,
): void {
  for (const [index, line] of sellerLines(issueFacts).entries()) {
    page.text(left, tops.seller + index * sellerRowMm, fitted(width, line, sizeMm, printed.width), { sizeMm })
  }
  const nameWidthMm = printed.width - factsMm - gapMm
  const buyer = buyerTexts(invoice, issueFacts)
  const name = shrunk(width, buyer.name, nameMm, nameWidthMm)
  page.text(left, tops.buyer, name.text, { sizeMm: name.sizeMm, bold: true })
  for (const [index, line] of buyer.lines.entries()) {
    page.text(left, tops.buyer + (index + 1) * rowMm, fitted(width, line, sizeMm, nameWidthMm), { sizeMm })
  }
  for (const [index, [label, value]] of factRows(invoice, issueFacts).entries()) {
    const y = tops.buyer + index * rowMm
    page.text(right - factsMm, y, label, { sizeMm })
    page.text(right, y, value, { sizeMm, bold: true, anchor: 'end' })
  }
  for (const [index, line] of deliveries.entries()) page.text(left, tops.deliveries + index * rowMm, line, { sizeMm })
}

/** Returns the y coordinate of its end. */
function drawTable(page: PaperPage, lines: Invoice['lines'], top: number, width: Measure): number {
  const { quantity, price, vat, net } = columns
  const bold = { sizeMm, bold: true, anchor: 'end' } as const
  page.text(left, top, 'Beskrivelse', { sizeMm, bold: true })
  page.text(quantity, top, 'Antall', bold)
  page.text(price, top, 'Pris', bold)
  page.text(vat, top, 'Mva.', bold)
  page.text(net, top, 'Sum', bold)
  page.line(left, top + 2, right, top + 2, 0.2)
  for (const [index, line] of lines.entries()) {
    const y = top + (index + 1) * rowMm + 1
    const cell = { sizeMm, anchor: 'end' } as const
    const description = `${line.lineNo}  ${line.description ?? ''}`
    page.text(left, y, fitted(width, description, sizeMm, quantity - left - 22), { sizeMm })
    page.text(quantity, y, numberOf(line.quantity), cell)
    page.text(price, y, kroner(line.unitPriceOre), cell)
    page.text(vat, y, `${numberOf(line.vatBp / 100)} %`, cell)
    page.text(net, y, kroner(line.netOre), cell)
  }
  return top + (lines.length + 1) * rowMm
}

function drawSums(page: PaperPage, rows: readonly LabelledText[], top: number): void {
  page.line(left, top, right, top, 0.2)
  for (const [index, [name, value]] of rows.entries()) {
    const y = top + (index + 1) * sumRowMm
    const bold = index === rows.length - 1
    page.text(right - 86, y, name, { sizeMm, bold })
    page.text(right, y, value, { sizeMm, bold, anchor: 'end' })
  }
}

/** Six capital letters, derived from the invoice's id. */
function tagOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 6)
  return Array.from(bytes, (byte) => String.fromCodePoint(65 + (byte % 26))).join('')
}
