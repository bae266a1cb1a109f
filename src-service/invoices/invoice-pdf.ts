// An invoice as PDF, as it was issued: A4 pages with the one embedded font. Pure: the same invoice gives the same bytes.
import { createHash } from 'node:crypto'
import { openLettering } from '../../shared/drawing/pdf-letters.ts'
import { openPaper, printed } from '../../shared/drawing/pdf-paper.ts'
import type { PaperPage } from '../../shared/drawing/pdf-paper.ts'
import { fitted, shrunk } from '../../shared/drawing/pdf-text.ts'
import type { Measure } from '../../shared/drawing/pdf-text.ts'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import type { IssueFacts } from './invoice-book.ts'
import { invoiceNumberIn } from './kid.ts'

interface Letterhead extends IssueFacts {
  workshopName: string
  font: Uint8Array
}

const sizeMm = 3.4
const rowMm = 6
/** Of names, which are as long as they are; and what is kept free beside them. */
const nameMm = { most: 4.2, least: 3 }
const gapMm = 6
/** How wide the day, the due day and the KID stand. */
const factsMm = 60
/** Where the table begins, on the first page and on those that follow, and what is kept free for the sums. */
const [firstTop, nextTop, sumsMm] = [80, 34, 42]
const left = printed.x
const right = printed.x + printed.width
const bottom = printed.y + printed.height
/** Right edges of the columns behind the description. */
const columns = { quantity: right - 76, price: right - 46, vat: right - 30, net: right }

/** The bytes of the file. */
export async function invoicePdf(invoice: Invoice, { workshopName, font, ...how }: Letterhead): Promise<Uint8Array> {
  const lettering = openLettering(font)
  const title = `${invoice.kind === 'credit_note' ? 'Kreditnota' : 'Faktura'} ${invoice.number ?? ''}`
  const paper = await openPaper(lettering, font, { title, language: 'nb', fontTag: tagOf(invoice.id) })
  const pages = pagesOf(invoice.lines)
  for (const [index, lines] of pages.entries()) {
    paper.page(null, (page) => {
      head(page, { title, workshopName, no: index + 1, of: pages.length }, lettering.width)
      if (index === 0) facts(page, invoice, how, lettering.width)
      const below = table(page, lines, index === 0 ? firstTop : nextTop, lettering.width)
      if (index === pages.length - 1) sums(page, invoice, how, below)
    })
  }
  return paper.bytes()
}

const room = (top: number, kept: number): number => Math.floor((bottom - top - kept) / rowMm) - 1

/** The lines of each page; the last has room for the sums. */
function pagesOf(lines: Invoice['lines']): Invoice['lines'][] {
  const pages: Invoice['lines'][] = []
  let rest = lines
  while (true) {
    const top = pages.length === 0 ? firstTop : nextTop
    if (rest.length <= room(top, sumsMm)) return [...pages, rest]
    const here = Math.min(rest.length, room(top, 0))
    pages.push(rest.slice(0, here))
    rest = rest.slice(here)
  }
}

interface Head {
  title: string
  workshopName: string
  no: number
  of: number
}

function head(page: PaperPage, { title, workshopName, no, of }: Head, width: Measure): void {
  const titleMm = 5.6
  const name = shrunk(width, workshopName, nameMm, printed.width - width(title, titleMm) - gapMm)
  page.text(left, 18, name.text, { sizeMm: name.sizeMm, bold: true })
  page.text(right, 18, title, { sizeMm: titleMm, bold: true, anchor: 'end' })
  if (of > 1) page.text(right, 24, `Side ${no} av ${of}`, { sizeMm, anchor: 'end' })
  page.line(left, 27, right, 27, 0.3)
}

function facts(page: PaperPage, invoice: Invoice, { prepaidOre, buyer }: IssueFacts, width: Measure): void {
  const { customer, issuedAt, dueDate, kid, orders, kind, totals } = invoice
  const wide = printed.width - factsMm - gapMm
  const name = shrunk(width, customer?.name ?? buyer?.name ?? '', nameMm, wide)
  page.text(left, 38, name.text, { sizeMm: name.sizeMm, bold: true })
  const about = customer === null ? (buyer?.lines ?? []) : [`Kundenummer ${customer.number}`]
  for (const [index, line] of about.entries()) {
    page.text(left, 44 + index * rowMm, fitted(width, line, sizeMm, wide), { sizeMm })
  }
  const rows: [string, string][] = [['Dato', issuedAt === null ? '' : dateOf(workshopDate(Date.parse(issuedAt)))]]
  // Where nothing is left to pay, no day and no KID ask for it.
  if (prepaidOre === 0 || prepaidOre !== totals.grossOre) {
    rows.push([kind === 'invoice' ? 'Forfall' : 'Gjelder forfall', dueDate === null ? '' : dateOf(dueDate)])
    rows.push(['KID', kid ?? ''])
  }
  // Its own number is another: what it takes back is to stand on it.
  if (kind === 'credit_note' && kid !== null) rows.push(['Gjelder faktura', invoiceNumberIn(kid)])
  for (const [index, [what, value]] of rows.entries()) {
    const y = 38 + index * rowMm
    page.text(right - factsMm, y, what, { sizeMm })
    page.text(right, y, value, { sizeMm, bold: true, anchor: 'end' })
  }
  const covered = `Ordre: ${orders.map(({ numberDisplay }) => numberDisplay).join(', ')}`
  page.text(left, 66, fitted(width, covered, sizeMm, printed.width), { sizeMm })
}

/** Returns where it ends. */
function table(page: PaperPage, lines: Invoice['lines'], top: number, width: Measure): number {
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
    const described = `${line.lineNo}  ${line.description ?? ''}`
    page.text(left, y, fitted(width, described, sizeMm, quantity - left - 22), { sizeMm })
    page.text(quantity, y, numberOf(line.quantity), cell)
    page.text(price, y, kroner(line.unitPriceOre), cell)
    page.text(vat, y, `${numberOf(line.vatBp / 100)} %`, cell)
    page.text(net, y, kroner(line.netOre), cell)
  }
  return top + (lines.length + 1) * rowMm
}

function sums(page: PaperPage, { totals, kind }: Invoice, { prepaidOre }: IssueFacts, below: number): void {
  page.line(left, below, right, below, 0.2)
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
    const y = below + (index + 1) * (rowMm + 1)
    const bold = index === rows.length - 1
    page.text(right - 76, y, name, { sizeMm, bold })
    page.text(right, y, kroner(ore), { sizeMm, bold, anchor: 'end' })
  }
}

const twoPlaces = new Intl.NumberFormat('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const asNeeded = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 3 })
const kroner = (ore: number | null): string => (ore === null ? '' : twoPlaces.format(ore / 100))
const numberOf = (value: number): string => asNeeded.format(value)
const dateOf = (day: string): string => day.split('-').toReversed().join('.')

/** Six capitals of the invoice's own. */
function tagOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 6)
  return Array.from(bytes, (byte) => String.fromCodePoint(65 + (byte % 26))).join('')
}
