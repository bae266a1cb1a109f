// An invoice as PDF, as it was issued: A4 pages with one embedded font. Pure: the same invoice gives the same bytes.
import { createHash } from 'node:crypto'
import { openLettering } from '../../shared/drawing/pdf/pdf-glyphs.ts'
import { openPaper, printed } from '../../shared/drawing/pdf/pdf-paper.ts'
import type { PaperPage } from '../../shared/drawing/pdf/pdf-paper.ts'
import { fitted, shrunk } from '../../shared/drawing/pdf/pdf-text.ts'
import type { Measure } from '../../shared/drawing/pdf/pdf-text.ts'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import { invoiceNumberIn } from '../invoices/index.ts'
import type { IssueFacts } from '../invoices/index.ts'

interface Letterhead extends IssueFacts {
  workshopName: string
  font: Uint8Array
}

const sizeMm = 3.4
const rowMm = 6
/** The range of the font size of names, which are shrunk to fit, and the gap beside them. */
const nameMm = { most: 4.2, least: 3 }
const gapMm = 6
/** The width of the column with date, due date and KID. */
const factsMm = 60
/** The top of the table on the first page and on later pages, and the height of the sums. */
const [firstTop, nextTop, sumsMm] = [80, 34, 42]
const left = printed.x
const right = printed.x + printed.width
const bottom = printed.y + printed.height
/** Right edges of the columns after the description. */
const columns = { quantity: right - 76, price: right - 46, vat: right - 30, net: right }

/** The bytes of the file. */
export async function invoicePdf(
  invoice: Invoice,
  { workshopName, font, ...issueFacts }: Letterhead,
): Promise<Uint8Array> {
  const lettering = openLettering(font)
  const title = `${invoice.kind === 'credit_note' ? 'Kreditnota' : 'Faktura'} ${invoice.number ?? ''}`
  const paper = await openPaper(lettering, font, { title, language: 'nb', fontTag: tagOf(invoice.id) })
  const pages = pagesOf(invoice.lines)
  for (const [index, lines] of pages.entries()) {
    paper.page(null, (page) => {
      drawHead(page, { title, workshopName, no: index + 1, pageCount: pages.length }, lettering.width)
      if (index === 0) drawFacts(page, invoice, issueFacts, lettering.width)
      const tableEnd = drawTable(page, lines, index === 0 ? firstTop : nextTop, lettering.width)
      if (index === pages.length - 1) drawSums(page, invoice, issueFacts, tableEnd)
    })
  }
  return paper.bytes()
}

const rowCapacity = (top: number, reservedMm: number): number => Math.floor((bottom - top - reservedMm) / rowMm) - 1

/** The lines of each page. The last page has space for the sums. */
function pagesOf(lines: Invoice['lines']): Invoice['lines'][] {
  const pages: Invoice['lines'][] = []
  let rest = lines
  while (true) {
    const top = pages.length === 0 ? firstTop : nextTop
    if (rest.length <= rowCapacity(top, sumsMm)) return [...pages, rest]
    const lineCount = Math.min(rest.length, rowCapacity(top, 0))
    pages.push(rest.slice(0, lineCount))
    rest = rest.slice(lineCount)
  }
}

interface Head {
  title: string
  workshopName: string
  no: number
  pageCount: number
}

function drawHead(page: PaperPage, { title, workshopName, no, pageCount }: Head, width: Measure): void {
  const titleMm = 5.6
  const name = shrunk(width, workshopName, nameMm, printed.width - width(title, titleMm) - gapMm)
  page.text(left, 18, name.text, { sizeMm: name.sizeMm, bold: true })
  page.text(right, 18, title, { sizeMm: titleMm, bold: true, anchor: 'end' })
  if (pageCount > 1) page.text(right, 24, `Side ${no} av ${pageCount}`, { sizeMm, anchor: 'end' })
  page.line(left, 27, right, 27, 0.3)
}

function drawFacts(page: PaperPage, invoice: Invoice, { prepaidOre, buyer }: IssueFacts, width: Measure): void {
  const { customer, issuedAt, dueDate, kid, orders, kind, totals } = invoice
  const nameWidthMm = printed.width - factsMm - gapMm
  const name = shrunk(width, customer?.name ?? buyer?.name ?? '', nameMm, nameWidthMm)
  page.text(left, 38, name.text, { sizeMm: name.sizeMm, bold: true })
  const buyerLines = customer === null ? (buyer?.lines ?? []) : [`Kundenummer ${customer.number}`]
  for (const [index, line] of buyerLines.entries()) {
    page.text(left, 44 + index * rowMm, fitted(width, line, sizeMm, nameWidthMm), { sizeMm })
  }
  const rows: [string, string][] = [['Dato', issuedAt === null ? '' : dateOf(workshopDate(Date.parse(issuedAt)))]]
  // If nothing remains to be paid, there is no due date and no KID.
  if (prepaidOre === 0 || prepaidOre !== totals.grossOre) {
    rows.push([kind === 'invoice' ? 'Forfall' : 'Gjelder forfall', dueDate === null ? '' : dateOf(dueDate)])
    rows.push(['KID', kid ?? ''])
  }
  // A credit note has its own number, and must name the invoice that it credits.
  if (kind === 'credit_note' && kid !== null) rows.push(['Gjelder faktura', invoiceNumberIn(kid)])
  for (const [index, [label, value]] of rows.entries()) {
    const y = 38 + index * rowMm
    page.text(right - factsMm, y, label, { sizeMm })
    page.text(right, y, value, { sizeMm, bold: true, anchor: 'end' })
  }
  const orderNumbers = `Ordre: ${orders.map(({ numberDisplay }) => numberDisplay).join(', ')}`
  page.text(left, 66, fitted(width, orderNumbers, sizeMm, printed.width), { sizeMm })
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

function drawSums(page: PaperPage, { totals, kind }: Invoice, { prepaidOre }: IssueFacts, top: number): void {
  page.line(left, top, right, top, 0.2)
  const { netOre, vatOre, grossOre } = totals
  const prepaid: [string, number | null][] = [
    ['Sum med mva.', grossOre],
    ['Betalt på nett', -prepaidOre],
  ]
  const rows: [string, number | null][] = [
    ['Sum uten mva.', netOre],
    ['Mva.', vatOre],
    ...(prepaidOre === 0 ? [] : prepaid),
    [kind === 'credit_note' ? 'Til gode, NOK' : 'Å betale, NOK', grossOre === null ? null : grossOre - prepaidOre],
  ]
  for (const [index, [name, ore]] of rows.entries()) {
    const y = top + (index + 1) * (rowMm + 1)
    const bold = index === rows.length - 1
    page.text(right - 76, y, name, { sizeMm, bold })
    page.text(right, y, kroner(ore), { sizeMm, bold, anchor: 'end' })
  }
}

const twoPlaces = new Intl.NumberFormat('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToThreePlaces = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 3 })
const kroner = (ore: number | null): string => (ore === null ? '' : twoPlaces.format(ore / 100))
const numberOf = (value: number): string => upToThreePlaces.format(value)
const dateOf = (day: string): string => day.split('-').toReversed().join('.')

/** Six capital letters, derived from the invoice's id. */
function tagOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 6)
  return Array.from(bytes, (byte) => String.fromCodePoint(65 + (byte % 26))).join('')
}
