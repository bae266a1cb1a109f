// Head and foot of a printed sheet: order, customer and due date, the code, the material, the notices, and the boxes to sign. Pure. Units: mm.
import type { PrintedPlan } from './pdf-plan-pictures.ts'
import { isTapered } from '../../bending/index.ts'
import type { Mm, FlatPatternDifference } from '../../bending/index.ts'
import { workshopDate } from '../../workshop-api/index.ts'
import type { DrawnSheet } from '../drawn-sheet.ts'
import { blockOf, fitted, printed, shrunk } from '../paper/index.ts'
import type { Measure, PaperPage, TextBlock } from '../paper/index.ts'
import { qrCode } from '../qr-code.ts'
import { sheetColour } from '../../colours/index.ts'
import { colourPlace } from '../profile/index.ts'
import { figure, fineFigure, textFor, writtenDay } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

/** The result of the flat pattern check. */
export interface PrintedCheck {
  /** The differences that the check found; empty if all figures agree. */
  readonly differences: readonly FlatPatternDifference[]
  /** The likely cause as a sentence. */
  readonly cause: string
  /** The tolerance. */
  readonly toleranceMm: Mm
}

/** The planned order of bends at the machine of the page. */
export interface PrintedOrder {
  /** 'Bøyerekkefølge: går'. */
  readonly sentence: string
  /** No order works: the sentence is a notice instead of a line. */
  readonly isImpossible: boolean
}

export interface SheetExtras {
  /** The text of the code on the page; absent: no code. */
  readonly code: string | undefined
  readonly check: PrintedCheck | undefined
  /** The name of the machine it is planned for. */
  readonly brake?: string | undefined
  /** Absent: not planned. */
  readonly order?: PrintedOrder | undefined
  readonly plan?: PrintedPlan | undefined
}

/** A notice. */
export interface Notice {
  /** White on black: the sheet must not be bent. */
  readonly stop: boolean
  /** A line of text without a frame. */
  readonly isPlain?: boolean
  readonly x: Mm
  readonly width: Mm
  readonly title: string
  readonly titleMm: Mm
  /** Further text. */
  readonly block: TextBlock | null
  readonly heightMm: Mm
}

/** The size of names of figures and columns: the smallest text on the page except for a very long note. */
export const labelMm = 2.5
export const footerMm = 11.5

const right = printed.x + printed.width
const headingMm = 25.5
const factRowMm = 9.4
const noticeGapMm = 1.2
const noticePadMm = 1
const noticeMarkMm = 6
const noticeSizes = [
  { sizeMm: 3.8, lines: 2 },
  { sizeMm: 3.3, lines: 3 },
  { sizeMm: 2.8, lines: 4 },
] as const
/** The side of a code. The code of a sheet has 37 squares per side, so each is 0.6 mm wide. */
const codeMm = 22.2
const dueMm = 46
const lineHeight = 1.25

/** The height of heading, facts and notices, and the rows of notices. */
export const headBottom = (notices: readonly (readonly Notice[])[]): Mm =>
  printed.y + headingMm + 2 * factRowMm + notices.reduce((sum, row) => sum + noticeGapMm + tallest(row), 0)

const tallest = (row: readonly Notice[]): Mm => Math.max(...row.map(({ heightMm }) => heightMm))

/** The day in the workshop's time zone on which it was bent, as a text; null if it is not bent. */
export const bentDay = ({ bent }: DrawnSheet, texts: DrawingTexts): string | null =>
  bent === null || bent === undefined ? null : writtenDay(workshopDate(Date.parse(bent.at)), texts)

export const differs = (check: PrintedCheck | undefined): check is PrintedCheck =>
  check !== undefined && check.differences.length > 0

/** Short notices side by side, notices with further text in their own rows. */
export function noticesOf(
  sheet: DrawnSheet,
  { check, order }: Pick<SheetExtras, 'check' | 'order'>,
  measure: Measure,
  texts: DrawingTexts,
): Notice[][] {
  const { state } = sheet.approval
  const stop = state === 'awaiting' ? texts.awaiting : state === 'change_requested' ? texts.changeRequested : null
  const bent = bentDay(sheet, texts)
  const short = [
    ...(stop === null ? [] : [{ title: stop, stop: true }]),
    ...(isTapered(sheet.profile) ? [{ title: texts.byHand, stop: false }] : []),
  ]
  const width = (printed.width - (short.length - 1) * noticeGapMm) / short.length
  const row = short.map((one, index) =>
    noticeOf({ ...one, about: null, x: printed.x + index * (width + noticeGapMm), width }, measure, texts),
  )
  const isWrong = differs(check)
  const about = isWrong ? checkText(check, texts) : null
  const whole = { title: texts.differs, stop: false, about, x: printed.x, width: printed.width }
  const done = { title: `${texts.bent.toUpperCase()} ${bent} – ${texts.notAgain}`, stop: true, about: null }
  return [
    ...(bent === null ? [] : [[noticeOf({ ...whole, ...done }, measure, texts)]]),
    ...(row.length > 0 ? [row] : []),
    ...(isWrong ? [[noticeOf(whole, measure, texts)]] : []),
    ...(order === undefined ? [] : [[orderNotice(order, measure, texts)]]),
  ]
}

const plainMm = 3.6

function orderNotice({ sentence, isImpossible }: PrintedOrder, measure: Measure, texts: DrawingTexts): Notice {
  const place = { x: printed.x, width: printed.width }
  if (isImpossible) return noticeOf({ ...place, title: sentence, stop: false, about: null }, measure, texts)
  const { text, sizeMm } = shrunk(measure, sentence, { most: 3.2, least: labelMm }, place.width)
  return { ...place, stop: false, isPlain: true, title: text, titleMm: sizeMm, block: null, heightMm: plainMm }
}

function noticeOf(
  { title, about, ...place }: Pick<Notice, 'stop' | 'title' | 'x' | 'width'> & { about: string | null },
  measure: Measure,
  texts: DrawingTexts,
): Notice {
  const room = place.width - noticeMarkMm - 5
  const set = shrunk(measure, title, { most: 5, least: labelMm }, room)
  const block = about === null ? null : blockOf(measure, about, room, noticeSizes, texts.moreText)
  const blockMm = block === null ? 0 : block.lines.length * block.sizeMm * lineHeight
  const heightMm = 5 * lineHeight + blockMm + 2 * noticePadMm
  return { ...place, title: set.text, titleMm: set.sizeMm, block, heightMm }
}

/** The width, or the first bends at a wrong position, with both figures and the cause. */
export function checkText({ differences, cause, toleranceMm }: PrintedCheck, texts: DrawingTexts): string {
  // figures that differ by more than a tenth have one decimal, as on the screen
  const written = toleranceMm < 0.1 ? fineFigure : figure
  const shown = differences.slice(0, 3).map(({ of, serviceMm, oursMm }) => {
    const what = of.kind === 'width' ? texts.developedWidth : `${texts.bend} ${of.bend + 1}`
    return `${what}: ${texts.stated} ${written(serviceMm, texts)} mm, ${texts.ours} ${written(oursMm, texts)} mm`
  })
  const ellipsis = differences.length > shown.length ? ' …' : ''
  return `${shown.join('; ')}${ellipsis}. ${cause}`
}

/** Draws the head between the top of the page and `headBottom`. */
export function drawHead(
  page: PaperPage,
  sheet: DrawnSheet,
  { code, brake }: SheetExtras,
  notices: readonly (readonly Notice[])[],
  measure: Measure,
  texts: DrawingTexts,
): void {
  heading(page, sheet, { code, brake }, measure, texts)
  facts(page, sheet, measure, texts)
  let y = headBottom([])
  for (const row of notices) {
    for (const notice of row) drawNotice(page, notice, y + noticeGapMm)
    y += noticeGapMm + tallest(row)
  }
}

function heading(
  page: PaperPage,
  sheet: DrawnSheet,
  { code, brake }: Pick<SheetExtras, 'code' | 'brake'>,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const top = printed.y
  const edge = code === undefined ? right : right - codeMm - 5
  const room = edge - printed.x - dueMm
  const row = (down: Mm, text: string, sizes: { most: Mm; least: Mm }, bold: boolean) => {
    const set = shrunk(measure, text, sizes, room)
    page.text(printed.x, top + down, set.text, { sizeMm: set.sizeMm, bold })
  }
  page.text(printed.x, top + 2.4, texts.sheet, { sizeMm: labelMm })
  row(11.4, titleOf(sheet, texts), { most: 9.5, least: 4 }, true)
  row(17.6, sheet.order.customerName ?? '', { most: 4.8, least: 3.4 }, true)
  row(22.6, sheet.order.title ?? '', { most: 4.2, least: 3 }, false)

  const due = sheet.order.dueDate
  if (due !== null) {
    page.text(edge, top + 2.4, texts.dueDate, { sizeMm: labelMm, anchor: 'end' })
    page.text(edge, top + 10, writtenDay(due, texts), { sizeMm: 7, anchor: 'end', bold: true })
  }
  const hash = code === undefined ? '' : ` · ${code.slice(code.lastIndexOf(':') + 1)}`
  const drawing = fitted(measure, `${texts.drawing} v${sheet.drawingVersion}${hash}`, 3.2, dueMm)
  page.text(edge, top + 18.6, drawing, { sizeMm: 3.2, anchor: 'end' })
  if (brake !== undefined) {
    const { text, sizeMm } = shrunk(measure, brake, { most: 4.2, least: labelMm }, dueMm - 2)
    page.text(edge, top + 14.8, text, { sizeMm, anchor: 'end', bold: true })
  }
  if (sheet.reworkCount > 0) {
    page.text(edge, top + 22.6, `${texts.rework} ${sheet.reworkCount}`, { sizeMm: 4.2, anchor: 'end', bold: true })
  }
  if (code !== undefined) {
    const drawn = qrCode(code)
    page.code(drawn, right - codeMm, top, codeMm / drawn.size)
  }
}

function facts(page: PaperPage, sheet: DrawnSheet, measure: Measure, texts: DrawingTexts): void {
  const { profile, unfolding, quantity } = sheet
  const strength = profile.tensileStrengthMpa
  const columns: { width: Mm; cells: [string, string][] }[] = [
    {
      width: 56,
      cells: [
        [texts.material, textFor(texts.materials, profile.material)],
        [texts.family, textFor(texts.families, profile.family)],
      ],
    },
    {
      width: 28,
      cells: [
        [texts.thickness, `${fineFigure(profile.thicknessMm, texts)} mm`],
        [texts.quantity, String(quantity)],
      ],
    },
    {
      width: 36,
      cells: [
        [texts.colour, colourText(profile, texts)],
        [texts.developedWidth, `${figure(unfolding.widthMm, texts)} mm`],
      ],
    },
    {
      width: 36,
      cells: [
        [texts.colourSide, colourSideText(profile, texts)],
        [texts.length, `${lengthsOf(sheet, texts)} mm`],
      ],
    },
    {
      width: 30,
      cells: [
        [texts.film, textFor(texts.films, profile.film)],
        [texts.strength, strength === null ? '–' : `${figure(strength, texts)} MPa`],
      ],
    },
  ]
  const top = printed.y + headingMm
  const height = 2 * factRowMm
  page.box({ x: printed.x, y: top, width: printed.width, height }, 0.4)
  page.line(printed.x, top + factRowMm, right, top + factRowMm, 0.2)
  let x = printed.x
  for (const { width, cells } of columns) {
    if (x > printed.x) page.line(x, top, x, top + height, 0.2)
    for (const [row, [name, value]] of cells.entries()) {
      const y = top + row * factRowMm
      const { text, sizeMm } = shrunk(measure, value, { most: 4.6, least: 2.8 }, width - 2.8)
      page.text(x + 1.4, y + 3, name, { sizeMm: labelMm })
      page.text(x + 1.4, y + 7.9, text, { sizeMm, bold: true })
    }
    x += width
  }
}

/** 'RR33 sort'; for bare metal the colour that the sheet states. */
function colourText(profile: DrawnSheet['profile'], texts: DrawingTexts): string {
  const { kind, name } = sheetColour(profile)
  return (kind === 'metal' ? profile.colour : texts.language === 'nb' ? name.nb : name.en) ?? '–'
}

/** 'Utside (flate B)': where the colour is on the finished profile, and the face of the drawing; the face alone if it is neither. */
function colourSideText(profile: DrawnSheet['profile'], texts: DrawingTexts): string {
  const face = textFor(texts.colourSides, profile.colourSide)
  const place = colourPlace(profile)
  return place === null
    ? face
    : textFor(texts.colourPlaces, place).replace('{{face}}', `${face.charAt(0).toLowerCase()}${face.slice(1)}`)
}

/** The common length of all pieces, or the shortest and the longest. */
function lengthsOf({ pieces, lengthMm }: DrawnSheet, texts: DrawingTexts): string {
  const all = pieces.flatMap((piece) => [piece.lengthMm, piece.endLengthMm ?? piece.lengthMm])
  const [least, most] = [Math.min(lengthMm, ...all), Math.max(lengthMm, ...all)]
  return least === most ? figure(most, texts) : `${figure(least, texts)}–${figure(most, texts)}`
}

function drawNotice(page: PaperPage, notice: Notice, y: Mm): void {
  const { stop, isPlain = false, x, width, title, titleMm, block, heightMm } = notice
  if (isPlain) return page.text(x, y + titleMm, title, { sizeMm: titleMm })
  const area = { x, y, width, height: heightMm }
  const baseline = y + noticePadMm + titleMm + (5 - titleMm) / 2
  const left = x + noticeMarkMm + 2.5
  if (stop) page.blacken(area)
  else {
    page.box(area, 0.7)
    page.blacken({ ...area, width: noticeMarkMm })
  }
  const mark = { sizeMm: 5, anchor: 'middle', bold: true, white: true } as const
  page.text(x + noticeMarkMm / 2, y + heightMm / 2 + mark.sizeMm * 0.365, '!', mark)
  page.text(left, baseline, title, { sizeMm: titleMm, bold: true, white: stop })
  if (block === null) return
  for (const [index, line] of block.lines.entries()) {
    page.text(left, baseline + block.sizeMm * (index + 1) * lineHeight, line, { sizeMm: block.sizeMm, white: stop })
  }
}

/** 'T-000012 · seddel 4', as in the title of a sheet on the screen. */
export const titleOf = ({ order, sheetNo }: DrawnSheet, texts: DrawingTexts): string =>
  `${order.numberDisplay} · ${texts.sheetNo} ${sheetNo}`

/** The boxes to fill in by hand, filled for a bent sheet as far as known, and the page number. */
export function drawFooter(
  page: PaperPage,
  sheet: DrawnSheet,
  pageOf: string,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const top = printed.y + printed.height - footerMm
  let x = printed.x
  for (const [name, width, figure] of [
    [texts.bentOn, 44, bentDay(sheet, texts)],
    [texts.initials, 44, sheet.bent?.by ?? null],
    [texts.bentQuantity, 30, sheet.bent?.quantity ?? null],
  ] as const) {
    page.box({ x, y: top, width, height: footerMm }, 0.3)
    page.text(x + 1.2, top + 3.2, name, { sizeMm: labelMm })
    const { text, sizeMm } = shrunk(measure, String(figure ?? ''), { most: 4.6, least: labelMm }, width - 2.8)
    page.text(x + 1.4, top + 9, text, { sizeMm, bold: true })
    x += width + 3
  }
  // a long name is shortened, the page number never
  const place = ` · ${pageOf}`
  const name = fitted(measure, titleOf(sheet, texts), labelMm, right - x - measure(place, labelMm))
  page.text(right, top + footerMm - 0.4, `${name}${place}`, { sizeMm: labelMm, anchor: 'end' })
}
