// The contents pages of a batch: every sheet with its page and a box to tick, and the name of every missing sheet, so that an incomplete
// batch is recognised. Pure. Units: mm.
import { isTapered } from '../../bending/index.ts'
import type { Mm } from '../../bending/index.ts'
import type { DrawnSheet } from '../drawn-sheet.ts'
import { printed, shrunk, wrapped } from '../paper/index.ts'
import type { Measure, PaperPage } from '../paper/index.ts'
import { bentDay, differs, labelMm } from './pdf-sheet-head.ts'
import type { PrintedCheck, SheetExtras } from './pdf-sheet-head.ts'
import { sheetName } from '../sheet-name.ts'
import { fineFigure, textFor, writtenDay } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface BatchContents {
  /** The day, YYYY-MM-DD. */
  readonly day: string | null
  /** The name of the press brake; null: all machines. */
  readonly brake: string | null
  /** The sheets of the day that are not drawn. */
  readonly leftOut?: readonly LeftOut[] | undefined
}

export interface LeftOut {
  readonly name: string
  /** The text of the reason. */
  readonly reason: string
}

/** A sheet and the other texts of its page. */
export interface ListedSheet {
  readonly sheet: DrawnSheet
  readonly extras: SheetExtras
}

interface Row {
  readonly heightMm: Mm
  readonly draw: (page: PaperPage, y: Mm) => void
}

/** Rows with a common head, which is repeated on each page that begins with one of them. */
interface Group {
  readonly head: Row
  readonly rows: readonly Row[]
}

const right = printed.x + printed.width
const titleMm = 20
const rowMm = 9
const footerMm = 5
const smallMm = { most: 2.8, least: 2.4 } as const
const nameMm = 38
const [nameColumn, bendsColumn] = [2, 6]
/** The width under the columns of pieces and bends. */
const brakeMm = 22

interface Column {
  readonly title: string
  readonly x: Mm
  readonly room: Mm
  readonly anchor: 'start' | 'end'
}

/** One drawing function for each contents page; `sheets`: the printed ones, in order. */
export function contentsPages(
  sheets: readonly ListedSheet[],
  leftOut: readonly LeftOut[],
  batch: BatchContents,
  measure: Measure,
  texts: DrawingTexts,
): ((page: PaperPage) => void)[] {
  const room = printed.height - titleMm - footerMm
  const pagesOf = (pagesBefore: number) => paginated(groupsOf(sheets, leftOut, pagesBefore, measure, texts), room)
  // the rows contain page numbers; the number of contents pages depends only on the number and height of the rows
  const count = pagesOf(0).length
  const missing = leftOut.length === 0 ? null : `${texts.notHere}: ${leftOut.length} – ${texts.seePage} ${count}`
  return pagesOf(count).map((rows, index) => (page: PaperPage) => {
    title(page, batch, missing, measure, texts)
    let y = printed.y + titleMm
    for (const row of rows) {
      row.draw(page, y)
      y += row.heightMm
    }
    const pageOf = `${texts.contents} · ${texts.page} ${index + 1} ${texts.of} ${count + sheets.length}`
    page.text(right, printed.y + printed.height - 0.4, pageOf, { sizeMm: labelMm, anchor: 'end' })
  })
}

function columnsOf(texts: DrawingTexts): Column[] {
  const x = printed.x
  return [
    { title: texts.bent, x, room: 9, anchor: 'start' },
    { title: texts.page, x: x + 18, room: 9, anchor: 'end' },
    { title: texts.sheetName, x: x + 21, room: nameMm, anchor: 'start' },
    { title: texts.customer, x: x + 61, room: 48, anchor: 'start' },
    { title: texts.material, x: x + 111, room: 36, anchor: 'start' },
    { title: texts.pieces, x: x + 158, room: 10, anchor: 'end' },
    { title: texts.bends, x: x + 169, room: 9, anchor: 'end' },
    { title: texts.dueDate, x: right, room: 15, anchor: 'end' },
  ]
}

function paginated(groups: readonly Group[], roomMm: Mm): Row[][] {
  const pages: Row[][] = [[]]
  let used = 0
  const put = (row: Row) => {
    pages.at(-1)?.push(row)
    used += row.heightMm
  }
  for (const { head, rows } of groups) {
    for (const [index, row] of rows.entries()) {
      const headHeight = index === 0 ? head.heightMm : 0
      if (used > 0 && used + headHeight + row.heightMm > roomMm) {
        pages.push([])
        used = 0
      }
      if (index === 0 || used === 0) put(head)
      put(row)
    }
  }
  return pages
}

function groupsOf(
  sheets: readonly ListedSheet[],
  leftOut: readonly LeftOut[],
  pagesBefore: number,
  measure: Measure,
  texts: DrawingTexts,
): Group[] {
  const columns = columnsOf(texts)
  const rows = sheets.map((listed, index) => sheetRow(listed, pagesBefore + index, columns, measure, texts))
  return [
    { head: columnHead(columns), rows: [...rows, totalRow(sheets, columns, texts)] },
    { head: leftOutHead(texts), rows: leftOut.map((one) => leftOutRow(one, measure)) },
  ]
}

function title(
  page: PaperPage,
  { day, brake }: BatchContents,
  missing: string | null,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const name = day === null ? texts.sheets : `${texts.sheets} ${writtenDay(day, texts)}`
  page.text(printed.x, printed.y + 8.5, name, { sizeMm: 8.5, bold: true })
  const width = missing === null ? 0 : measure(missing, 4) + 8
  const second = shrunk(measure, brake ?? texts.allBrakes, { most: 5, least: 3 }, printed.width - width - 4)
  page.text(printed.x, printed.y + 16, second.text, { sizeMm: second.sizeMm, bold: true })
  if (missing === null) return
  page.blacken({ x: right - width, y: printed.y + 11, width, height: 7 })
  page.text(right - width / 2, printed.y + 16, missing, { sizeMm: 4, anchor: 'middle', white: true, bold: true })
}

function columnHead(columns: readonly Column[]): Row {
  const heightMm = 7
  return {
    heightMm,
    draw: (page, y) => {
      for (const { title, x, anchor } of columns) page.text(x, y + heightMm - 1.4, title, { sizeMm: labelMm, anchor })
      page.line(printed.x, y + heightMm, right, y + heightMm, 0.5)
    },
  }
}

/** Two lines of text, the first one large. Notices that do not fit into the second line are in a third one. */
function sheetRow(
  { sheet, extras }: ListedSheet,
  pageIndex: number,
  columns: readonly Column[],
  measure: Measure,
  texts: DrawingTexts,
): Row {
  const { profile, order, quantity } = sheet
  const due = order.dueDate
  const notices = noticesOf(sheet, extras.check, texts)
  const fits = measure(notices, smallMm.most) <= nameMm
  const cells: [string, string][] = [
    ['', ''],
    [String(pageIndex + 1), ''],
    [sheetName(sheet), fits ? notices : ''],
    [order.customerName ?? '', order.title ?? ''],
    [
      `${fineFigure(profile.thicknessMm, texts)} mm${profile.colour === null ? '' : ` · ${profile.colour}`}`,
      textFor(texts.materials, profile.material),
    ],
    [String(quantity), ''],
    [String(profile.bends.length), ''],
    due === null ? ['', ''] : dayInTwoLines(due, texts),
  ]
  const heightMm = fits ? rowMm : rowMm + 3.6
  return {
    heightMm,
    draw: (page, y) => {
      page.box({ x: printed.x + 1, y: y + 1.6, width: 5, height: 5 }, 0.35)
      if (bentDay(sheet, texts) !== null) tick(page, printed.x + 1, y + 1.6)
      for (const [index, { x, room, anchor }] of columns.entries()) {
        const [upper, lower] = cells[index] ?? ['', '']
        const large = shrunk(measure, upper, { most: 4, least: 2.8 }, room)
        page.text(x, y + 4.7, large.text, { sizeMm: large.sizeMm, anchor, bold: index < 3 })
        const small = shrunk(measure, lower, smallMm, room)
        page.text(x, y + 8, small.text, { sizeMm: small.sizeMm, anchor })
      }
      const brake = shrunk(measure, extras.brake ?? '', smallMm, brakeMm)
      page.text(columns[bendsColumn]?.x ?? right, y + 8, brake.text, { sizeMm: brake.sizeMm, anchor: 'end' })
      if (!fits) {
        const { x } = columns[nameColumn] ?? printed
        const set = shrunk(measure, notices, smallMm, right - x)
        page.text(x, y + 11.6, set.text, { sizeMm: set.sizeMm })
      }
      page.line(printed.x, y + heightMm, right, y + heightMm, 0.12)
      page.link({ x: printed.x, y, width: printed.width, height: heightMm }, pageIndex)
    },
  }
}

/** Draws a tick in a box of 5 mm. */
function tick(page: PaperPage, x: Mm, y: Mm): void {
  page.line(x + 0.9, y + 2.6, x + 2.1, y + 4, 0.6)
  page.line(x + 2.1, y + 4, x + 4.3, y + 0.8, 0.6)
}

/** The notices of a sheet. */
function noticesOf(sheet: DrawnSheet, check: PrintedCheck | undefined, texts: DrawingTexts): string {
  const { approval, profile, reworkCount } = sheet
  const bent = bentDay(sheet, texts)
  return [
    bent === null ? '' : `${texts.bent.toLowerCase()} ${bent}`,
    approval.state === 'awaiting' ? texts.waits : '',
    approval.state === 'change_requested' ? texts.wantsChange : '',
    differs(check) ? texts.flatPatternDiffers : '',
    isTapered(profile) ? texts.tapered.toLowerCase() : '',
    reworkCount > 0 ? `${texts.rework.toLowerCase()} ${reworkCount}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The day and month, and the year for the line below. */
function dayInTwoLines(day: string, texts: DrawingTexts): [string, string] {
  const [year = '', month = '', ofMonth = ''] = day.split('-')
  return texts.language === 'nb' ? [`${ofMonth}.${month}.`, year] : [`${month}-${ofMonth}`, year]
}

function totalRow(sheets: readonly ListedSheet[], columns: readonly Column[], texts: DrawingTexts): Row {
  const pieces = sheets.reduce((sum, { sheet }) => sum + sheet.quantity, 0)
  const bends = sheets.reduce((sum, { sheet }) => sum + sheet.profile.bends.length, 0)
  const figures = `${sheets.length} ${texts.sheetCount} · ${pieces} ${texts.pieceCount} · ${bends} ${texts.bendCount}`
  return {
    heightMm: rowMm,
    draw: (page, y) =>
      page.text(columns[2]?.x ?? printed.x, y + 6, `${texts.total}: ${figures}`, { sizeMm: 3.8, bold: true }),
  }
}

function leftOutHead(texts: DrawingTexts): Row {
  return {
    heightMm: 11,
    draw: (page, y) => {
      page.blacken({ x: printed.x, y: y + 2, width: printed.width, height: 7 })
      page.text(printed.x + 2, y + 7.1, texts.notHere, { sizeMm: 4.2, white: true, bold: true })
    },
  }
}

function leftOutRow({ name, reason }: LeftOut, measure: Measure): Row {
  const lines = wrapped(measure, reason, 3.2, printed.width - 62)
  const heightMm = Math.max(1, lines.length) * 4.2 + 2.4
  return {
    heightMm,
    draw: (page, y) => {
      const set = shrunk(measure, name, { most: 3.8, least: 2.6 }, 56)
      page.text(printed.x + 1, y + 4.6, set.text, { sizeMm: set.sizeMm, bold: true })
      for (const [index, line] of lines.entries())
        page.text(printed.x + 60, y + 4.6 + index * 4.2, line, { sizeMm: 3.2 })
      page.line(printed.x, y + heightMm, right, y + heightMm, 0.12)
    },
  }
}
