// The lower part of a printed sheet: bends, pieces with a box to tick, and the note, as dense as the drawings above require. Pure. Units: mm.
import { bendAngleText, isTapered, turnDegOf } from '../../bending/index.ts'
import type { Bend, Mm } from '../../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from '../drawn-sheet.ts'
import { blockOf, printed, shrunk, wrapped } from '../paper/index.ts'
import type { Measure, PaperPage, TextBlock } from '../paper/index.ts'
import { labelMm } from './pdf-sheet-head.ts'
import { bendPositions, handText, lengthText } from '../flat-pattern/index.ts'
import type { BendPlace } from '../flat-pattern/index.ts'
import { figure, fineFigure, textFor } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface SheetTables {
  readonly heightMm: Mm
  readonly rowMm: Mm
  readonly pieces: readonly DrawnPiece[]
  readonly note: PlacedNote | null
}

interface PlacedNote extends TextBlock {
  readonly x: Mm
  readonly width: Mm
  /** The distance from the top of the tables. */
  readonly below: Mm
}

/** The densities of rows, from the most legible to the densest. */
const rowHeights = [5.4, 4.8, 4.2, 3.7] as const
const bendsWidth = 106
const piecesX = printed.x + 112
const piecesWidth = printed.x + printed.width - piecesX
const noteGap = 2
/** The largest number of rows of pieces: as high as the rows of the bends of the largest profile. */
const mostPieces = 15
const linePitch = 1.28

/** The note across the page below the tables: the fewer lines, the larger the font. */
const noteSizes = [
  { sizeMm: 4.2, lines: 2 },
  { sizeMm: 3.7, lines: 3 },
  { sizeMm: 3.2, lines: 5 },
  { sizeMm: 2.8, lines: 8 },
  { sizeMm: 2.4, lines: 14 },
] as const
/** The most legible arrangement that leaves enough height for the drawings, or else the densest. */
export function arrangedTables(
  sheet: DrawnSheet,
  room: { heightMm: Mm; drawingsMm: Mm },
  measure: Measure,
  texts: DrawingTexts,
): SheetTables {
  let tables = tablesAt(sheet, rowHeights[0], measure, texts)
  for (const rowMm of rowHeights.slice(1)) {
    if (room.heightMm - tables.heightMm >= room.drawingsMm) break
    tables = tablesAt(sheet, rowMm, measure, texts)
  }
  return tables
}

function tablesAt(sheet: DrawnSheet, rowMm: Mm, measure: Measure, texts: DrawingTexts): SheetTables {
  const pieces = sheet.pieces.length > mostPieces ? sheet.pieces.slice(0, mostPieces - 1) : sheet.pieces
  const restRows = sheet.pieces.length > pieces.length ? 1 : 0
  const bendsMm = (sheet.profile.bends.length + 1) * rowMm
  const piecesMm = (pieces.length + restRows + 2) * rowMm
  const tablesMm = Math.max(bendsMm, piecesMm)
  const tables = { rowMm, pieces, heightMm: tablesMm }
  const text = sheet.note?.trim() ?? ''
  if (text === '') return { ...tables, note: null }

  // texts beside long tables are not larger than those in the rows
  const sizes = noteSizes.filter(({ sizeMm }) => sizeMm <= Math.max(rowMm * 0.78, noteSizes[3].sizeMm))
  const minInColumn = Math.min(noteSizes[2].sizeMm, rowMm * 0.75)
  const free = tablesMm - piecesMm - noteGap - labelMm - 1
  for (const { sizeMm } of sizes.filter((size) => size.sizeMm >= minInColumn)) {
    const most = Math.floor(free / (sizeMm * linePitch))
    const lines = wrapped(measure, text, sizeMm, piecesWidth, most)
    if (lines.length > most) continue
    return { ...tables, note: { lines, sizeMm, x: piecesX, width: piecesWidth, below: piecesMm + noteGap } }
  }
  const block = blockOf(measure, text, printed.width, sizes, texts.moreText)
  const noteMm = noteGap + labelMm + 1 + block.lines.length * block.sizeMm * linePitch
  return {
    ...tables,
    heightMm: tablesMm + noteMm,
    note: { ...block, x: printed.x, width: printed.width, below: tablesMm + noteGap },
  }
}

/** `top`: the upper edge of this part of the page. */
export function drawTables(
  page: PaperPage,
  sheet: DrawnSheet,
  tables: SheetTables,
  top: Mm,
  measure: Measure,
  texts: DrawingTexts,
): void {
  bendTable(page, sheet, tables, top, measure, texts)
  pieceTable(page, sheet, tables, top, measure, texts)
  const { note } = tables
  if (note === null) return
  const y = top + note.below
  page.text(note.x, y + labelMm, texts.note, { sizeMm: labelMm })
  for (const [index, line] of note.lines.entries()) {
    page.text(note.x, y + labelMm + 0.6 + (index + 1) * note.sizeMm * linePitch, line, { sizeMm: note.sizeMm })
  }
}

interface Column {
  readonly title: string
  readonly x: Mm
  /** A text to the right of x, or to the left of x in a column that ends there. */
  readonly room: Mm
  readonly anchor: 'start' | 'end'
  readonly bold?: boolean
}

interface Grid {
  readonly left: Mm
  readonly width: Mm
  readonly top: Mm
  readonly rowMm: Mm
}

function table(
  page: PaperPage,
  { left, width, top, rowMm }: Grid,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  measure: Measure,
): void {
  const most = rowMm * 0.7
  for (const { title, x, anchor } of columns) {
    page.text(x, top + rowMm - 1.2, title, { sizeMm: labelMm, anchor })
  }
  page.line(left, top + rowMm, left + width, top + rowMm, 0.4)
  for (const [index, row] of rows.entries()) {
    const y = top + rowMm * (index + 2)
    for (const [cell, { x, room, anchor, bold = false }] of columns.entries()) {
      const { text, sizeMm } = shrunk(measure, row[cell] ?? '', { most, least: labelMm }, room)
      page.text(x, y - rowMm * 0.26, text, { sizeMm, anchor, bold })
    }
    page.line(left, y, left + width, y, 0.12)
  }
}

function bendTable(
  page: PaperPage,
  sheet: DrawnSheet,
  { rowMm }: SheetTables,
  top: Mm,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const leftCount = sheet.pieces.filter(({ hand }) => hand === 'left').length
  const allLeft = leftCount > 0 && leftCount === sheet.pieces.length
  const ofRight = leftCount > 0 && !allLeft && isTapered(sheet.profile)
  const places = bendPositions(sheet, allLeft ? 'left' : 'none')
  const lines = new Map(sheet.unfolding.bendLines.map((line) => [line.bend, line]))
  const rows = sheet.profile.bends.map((bend, index) => {
    const up = lines.get(index)?.direction === 'up'
    const place = places[index]
    return [
      String(index + 1),
      `${up ? '▲' : '▼'} ${up ? texts.up : texts.down}`,
      // the last column names the hem
      bend.hem === null ? bendAngleText(turnDegOf(bend), texts.language) : '–',
      place === undefined ? '' : placeText(place, texts),
      radiusText(bend, texts),
    ]
  })
  const x = printed.x
  const columns: Column[] = [
    { title: texts.bendNo, x: x + 0.5, room: 8, anchor: 'start', bold: true },
    { title: texts.direction, x: x + 10, room: 17, anchor: 'start' },
    { title: texts.angle, x: x + 40, room: 13, anchor: 'end', bold: true },
    {
      title: ofRight ? `${texts.position} (${texts.right})` : texts.position,
      x: x + 71,
      room: 30,
      anchor: 'end',
    },
    { title: texts.radius, x: x + 75, room: bendsWidth - 75, anchor: 'start' },
  ]
  table(page, { left: x, width: bendsWidth, top, rowMm }, columns, rows, measure)
}

/** The position of a bend, at both ends of the piece if they differ. */
const placeText = ({ startMm, endMm }: BendPlace, texts: DrawingTexts): string =>
  [startMm, ...(endMm === startMm ? [] : [endMm])].map((place) => figure(place, texts)).join(' → ')

/** A hem by its name and its gap, if any, because an operator does not set the radius of a hem. */
function radiusText({ hem, gapMm, insideRadiusMm }: Bend, texts: DrawingTexts): string {
  if (hem === null) return fineFigure(insideRadiusMm, texts)
  const name = textFor(texts.hems, hem)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}${gapMm > 0 ? ` ${figure(gapMm, texts)} mm` : ''}`
}

function pieceTable(
  page: PaperPage,
  sheet: DrawnSheet,
  { rowMm, pieces }: SheetTables,
  top: Mm,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const rows = pieces.map((piece) => [
    String(piece.pieceNo),
    String(piece.quantity),
    lengthText(piece, texts),
    handName(piece.hand, texts),
  ])
  const unlisted = sheet.pieces.slice(pieces.length)
  if (unlisted.length > 0) rows.push(['…', String(unlisted.reduce((sum, { quantity }) => sum + quantity, 0)), '', ''])
  const metres = sheet.pieces.reduce((sum, piece) => sum + piece.quantity * longestOf(piece), 0) / 1000
  rows.push(['Σ', String(sheet.quantity), `${fineFigure(metres, texts)} m`, ''])
  const tick = 14
  const handX = piecesX + 41.5
  const columns: Column[] = [
    { title: texts.pieceNo, x: piecesX + 0.5, room: 7, anchor: 'start' },
    { title: texts.quantity, x: piecesX + 20, room: 11, anchor: 'end', bold: true },
    { title: texts.length, x: piecesX + 39, room: 18, anchor: 'end' },
    { title: texts.hand, x: handX, room: piecesWidth - tick - 42, anchor: 'start', bold: true },
    { title: texts.bent, x: piecesX + piecesWidth - tick + 1, room: tick - 2, anchor: 'start' },
  ]
  table(page, { left: piecesX, width: piecesWidth, top, rowMm }, columns, rows, measure)
  const boxes = { x: piecesX + piecesWidth - tick, y: top + rowMm, width: tick, height: pieces.length * rowMm }
  page.box(boxes, 0.25)
  if (unlisted.length === 0) return
  const restTop = boxes.y + boxes.height
  page.text(handX, restTop + rowMm * 0.74, `${unlisted.length} ${texts.more}`, { sizeMm: rowMm * 0.7, bold: true })
}

const longestOf = ({ lengthMm, endLengthMm }: DrawnPiece): Mm => Math.max(lengthMm, endLengthMm ?? 0)

function handName(hand: string, texts: DrawingTexts): string {
  const name = handText(hand, texts)
  return hand === 'left' ? `L · ${name}` : hand === 'right' ? `R · ${name}` : name
}
