// The first pages of a day's batch: every sheet with its page and a box to tick, and by name whatever is not in it, so that nobody
// takes the batch for the whole day. Pure, mm.
import { isTapered } from '../bending/index.ts'
import type { Mm } from '../bending/index.ts'
import type { DrawnSheet } from './drawn-sheet.ts'
import { printed } from './pdf-paper.ts'
import type { PaperPage } from './pdf-paper.ts'
import { labelMm, sheetName } from './pdf-sheet-head.ts'
import { shrunk, wrapped } from './pdf-text.ts'
import type { Measure } from './pdf-text.ts'
import { fineFigure, wordFor, writtenDay } from './words.ts'
import type { DrawingWords } from './words.ts'

export interface BatchContents {
  /** The day, YYYY-MM-DD. */
  readonly day: string | null
  /** The press brake's name; null where the batch is for all. */
  readonly brake: string | null
  /** What belongs to the day and was never given to be drawn. */
  readonly leftOut?: readonly LeftOut[] | undefined
}

export interface LeftOut {
  readonly name: string
  /** Why, in words. */
  readonly reason: string
}

interface Row {
  readonly heightMm: Mm
  readonly draw: (page: PaperPage, y: Mm) => void
}

const right = printed.x + printed.width
const headMm = 27
const rowMm = 9
const footerMm = 5

interface Column {
  readonly title: string
  readonly x: Mm
  readonly room: Mm
  readonly anchor: 'start' | 'end'
}

/** How a page of contents is drawn, one function a page; `sheets` are those that are printed, in their order. */
export function contentsPages(
  sheets: readonly DrawnSheet[],
  leftOut: readonly LeftOut[],
  { day, brake }: BatchContents,
  measure: Measure,
  words: DrawingWords,
): ((page: PaperPage) => void)[] {
  const columns = columnsOf(words)
  const room = printed.height - headMm - footerMm
  // how many pages there are depends on the rows, and what the rows say on how many pages there are
  const blank = paginated(rowsOf(sheets, leftOut, 0, columns, measure, words), room)
  const count = blank.length
  const pages = paginated(rowsOf(sheets, leftOut, count, columns, measure, words), room)
  const total = count + sheets.length
  const missing = leftOut.length === 0 ? null : `${words.notHere}: ${leftOut.length} – ${words.seePage} ${count}`
  return pages.map((rows, index) => (page: PaperPage) => {
    heading(page, { day, brake, missing }, measure, words)
    for (const { title, x, anchor } of columns)
      page.text(x, printed.y + headMm - 1.4, title, { sizeMm: labelMm, anchor })
    page.line(printed.x, printed.y + headMm, right, printed.y + headMm, 0.5)
    let y = printed.y + headMm
    for (const row of rows) {
      row.draw(page, y)
      y += row.heightMm
    }
    const pageOf = `${words.contents} · ${words.page} ${index + 1} ${words.of} ${total}`
    page.text(right, printed.y + printed.height - 0.4, pageOf, { sizeMm: labelMm, anchor: 'end' })
  })
}

function columnsOf(words: DrawingWords): Column[] {
  const x = printed.x
  return [
    { title: words.bent, x, room: 9, anchor: 'start' },
    { title: words.page, x: x + 18, room: 9, anchor: 'end' },
    { title: words.sheetName, x: x + 21, room: 38, anchor: 'start' },
    { title: words.customer, x: x + 61, room: 48, anchor: 'start' },
    { title: words.material, x: x + 111, room: 36, anchor: 'start' },
    { title: words.pieces, x: x + 158, room: 10, anchor: 'end' },
    { title: words.bends, x: x + 169, room: 9, anchor: 'end' },
    { title: words.dueDate, x: right, room: 15, anchor: 'end' },
  ]
}

function paginated(rows: readonly Row[], roomMm: Mm): Row[][] {
  const pages: Row[][] = [[]]
  let used = 0
  for (const row of rows) {
    if (used + row.heightMm > roomMm && used > 0) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(row)
    used += row.heightMm
  }
  return pages
}

function rowsOf(
  sheets: readonly DrawnSheet[],
  leftOut: readonly LeftOut[],
  contents: number,
  columns: readonly Column[],
  measure: Measure,
  words: DrawingWords,
): Row[] {
  return [
    ...sheets.map((sheet, index) => sheetRow(sheet, contents + index, columns, measure, words)),
    totalRow(sheets, columns, words),
    ...(leftOut.length === 0 ? [] : [leftOutTitle(words), ...leftOut.map((one) => leftOutRow(one, measure))]),
  ]
}

function heading(
  page: PaperPage,
  { day, brake, missing }: { day: string | null; brake: string | null; missing: string | null },
  measure: Measure,
  words: DrawingWords,
): void {
  const title = day === null ? words.sheets : `${words.sheets} ${writtenDay(day, words)}`
  page.text(printed.x, printed.y + 8.5, title, { sizeMm: 8.5, bold: true })
  const second = shrunk(measure, brake ?? '', { most: 5, least: 3 }, missing === null ? printed.width : 90)
  page.text(printed.x, printed.y + 16, second.text, { sizeMm: second.sizeMm, bold: true })
  if (missing === null) return
  const width = measure(missing, 4) + 8
  page.blacken({ x: right - width, y: printed.y + 11, width, height: 7 })
  page.text(right - width / 2, printed.y + 16, missing, { sizeMm: 4, anchor: 'middle', white: true, bold: true })
}

/** Two lines of text: the first in large. */
function sheetRow(
  sheet: DrawnSheet,
  pageIndex: number,
  columns: readonly Column[],
  measure: Measure,
  words: DrawingWords,
): Row {
  const { profile, order, quantity } = sheet
  const due = order.dueDate
  const cells: [string, string][] = [
    ['', ''],
    [String(pageIndex + 1), ''],
    [sheetName(sheet), standing(sheet, words)],
    [order.customerName ?? '', order.title ?? ''],
    [
      `${fineFigure(profile.thicknessMm, words)} mm${profile.colour === null ? '' : ` · ${profile.colour}`}`,
      wordFor(words.materials, profile.material),
    ],
    [String(quantity), ''],
    [String(profile.bends.length), ''],
    due === null ? ['', ''] : dayInTwo(due, words),
  ]
  return {
    heightMm: rowMm,
    draw: (page, y) => {
      page.box({ x: printed.x + 1, y: y + 2, width: 5, height: 5 }, 0.35)
      for (const [index, { x, room, anchor }] of columns.entries()) {
        const [upper, lower] = cells[index] ?? ['', '']
        const large = shrunk(measure, upper, { most: 4, least: 2.8 }, room)
        page.text(x, y + (lower === '' ? 5.9 : 4.4), large.text, { sizeMm: large.sizeMm, anchor, bold: index < 3 })
        const small = shrunk(measure, lower, { most: 2.8, least: 2.4 }, room)
        page.text(x, y + 7.7, small.text, { sizeMm: small.sizeMm, anchor })
      }
      page.line(printed.x, y + rowMm, right, y + rowMm, 0.12)
      page.link({ x: printed.x, y, width: printed.width, height: rowMm }, pageIndex)
    },
  }
}

/** What must be known before the page is turned to. */
function standing({ approval, profile, reworkCount }: DrawnSheet, words: DrawingWords): string {
  return [
    approval.state === 'awaiting' ? words.waits : '',
    approval.state === 'change_requested' ? words.wantsChange : '',
    isTapered(profile) ? words.tapered.toLowerCase() : '',
    reworkCount > 0 ? `${words.rework.toLowerCase()} ${reworkCount}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The day and month in large, the year below. */
function dayInTwo(day: string, words: DrawingWords): [string, string] {
  const [year = '', month = '', ofMonth = ''] = day.split('-')
  return words.language === 'nb' ? [`${ofMonth}.${month}.`, year] : [`${month}-${ofMonth}`, year]
}

function totalRow(sheets: readonly DrawnSheet[], columns: readonly Column[], words: DrawingWords): Row {
  const pieces = sheets.reduce((sum, { quantity }) => sum + quantity, 0)
  const bends = sheets.reduce((sum, { profile }) => sum + profile.bends.length, 0)
  const figures = `${sheets.length} ${words.sheetCount} · ${pieces} ${words.pieceCount} · ${bends} ${words.bendCount}`
  return {
    heightMm: rowMm,
    draw: (page, y) =>
      page.text(columns[2]?.x ?? printed.x, y + 6, `${words.total}: ${figures}`, { sizeMm: 3.8, bold: true }),
  }
}

function leftOutTitle(words: DrawingWords): Row {
  return {
    heightMm: 11,
    draw: (page, y) => {
      page.blacken({ x: printed.x, y: y + 2, width: printed.width, height: 7 })
      page.text(printed.x + 2, y + 7, words.notHere, { sizeMm: 4.2, white: true, bold: true })
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
