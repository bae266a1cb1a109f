// The printed bending sheet: one A4 page a sheet with profile, unfolding, bends, pieces, note and a place for initials; good in
// black and white. Pure.
import { good, isTapered } from '../bending/index.ts'
import type { Bend, Mm, Outcome, Refusal } from '../bending/index.ts'
import type { DrawnBendLine, DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
import { a4, openPaper } from './pdf-paper.ts'
import type { Area, Paper, PaperPage } from './pdf-paper.ts'
import { plateOf } from './plate.ts'
import { profileScene } from './profile-scene.ts'
import type { Scene } from './scene.ts'
import { handWord, lengthWords } from './unfolding-caption.ts'
import { unfoldingScene } from './unfolding-scene.ts'
import { figure, fineFigure, norwegianWords, wordFor } from './words.ts'
import type { DrawingWords } from './words.ts'

export interface PdfOptions {
  /** A TrueType font's bytes. */
  readonly font: Uint8Array
  readonly words?: DrawingWords | undefined
  /** The document's title; the first sheet's name where it is left out. */
  readonly title?: string | undefined
}

export interface RefusedSheet {
  readonly sheetId: string
  readonly refusal: Refusal
}

export interface SheetPdf {
  /** Null where no sheet could be drawn. */
  readonly bytes: Uint8Array | null
  readonly pages: number
  /** The sheets left out, each with its reason: a page is whole or not there. */
  readonly refused: readonly RefusedSheet[]
}

const marginMm = 12
const widthMm = a4.widthMm - 2 * marginMm
const drawingsTopMm = 54
const footerTopMm = a4.heightMm - 22
const rowMm = 4.6
const gapMm = 4
const textMm = 3.1
const smallMm = 2.3

/** One page a sheet, in the order given. The same sheets give the same bytes. Throws on bytes that are no font. */
export async function sheetPdf(sheets: readonly DrawnSheet[], options: PdfOptions): Promise<SheetPdf> {
  const words = options.words ?? norwegianWords
  const refused: RefusedSheet[] = []
  const drawn: DrawnPage[] = []
  for (const sheet of sheets) {
    const page = drawnPage(sheet, words)
    if ('refusal' in page) refused.push({ sheetId: sheet.id, refusal: page.refusal })
    else drawn.push(page)
  }
  const first = drawn[0]
  if (first === undefined) return { bytes: null, pages: 0, refused }
  const title = options.title ?? `${words.sheet} ${sheetName(first.sheet)}`
  const paper = await openPaper(options.font, { title, language: words.language })
  for (const [index, page] of drawn.entries()) {
    layOut(paper, paper.page(), page, words, `${words.page} ${index + 1} ${words.of} ${drawn.length}`)
  }
  return { bytes: await paper.bytes(), pages: drawn.length, refused }
}

export const sheetName = (sheet: DrawnSheet): string => `${sheet.order.numberDisplay} / ${sheet.sheetNo}`

interface DrawnPage {
  sheet: DrawnSheet
  /** One, or one of each end where the profile is tapered. */
  profiles: Scene[]
  /** One, or one of each hand. */
  unfoldings: Scene[]
  profileArea: Area
  unfoldingArea: Area
  tablesTop: Mm
  noteLines: number
}

/** Everything that can refuse is made before the page is begun. */
function drawnPage(sheet: DrawnSheet, words: DrawingWords): DrawnPage | { refusal: Refusal } {
  const noteLines = sheet.note === null ? 0 : 2
  const rows = Math.max(sheet.profile.bends.length, sheet.pieces.length + 1) + 1
  const tablesTop = footerTopMm - (rows + 1) * rowMm - 4 - (noteLines > 0 ? noteLines * rowMm + 5 : 0)
  const each = (tablesTop - drawingsTopMm - 12) / 2
  const profileArea: Area = { x: marginMm, y: drawingsTopMm + 4, width: widthMm, height: each }
  const unfoldingArea: Area = { x: marginMm, y: profileArea.y + each + 6, width: widthMm, height: each }

  const profiles = profileScenes(sheet, each, words)
  if (!profiles.ok) return profiles
  for (const piece of sheet.pieces) {
    const plate = plateOf(sheet, piece)
    if (!plate.ok) return plate
  }
  const shown = shownPieces(sheet)
  const unfoldings: Scene[] = []
  for (const piece of shown) {
    const scene = unfoldingScene(sheet, {
      piece,
      frame: { widthMm: share(widthMm, shown.length), heightMm: each },
      words,
    })
    if (!scene.ok) return scene
    unfoldings.push(scene.value)
  }
  return { sheet, profiles: profiles.value, unfoldings, profileArea, unfoldingArea, tablesTop, noteLines }
}

/** The section, or both ends of a tapered one at one scale, so that the narrower one is seen to be it. */
function profileScenes(sheet: DrawnSheet, heightMm: Mm, words: DrawingWords): Outcome<Scene[]> {
  const ends = isTapered(sheet.profile) ? (['start', 'end'] as const) : (['start'] as const)
  const frame = { widthMm: share(widthMm, ends.length), heightMm }
  let leastUnitMm = 0
  let scenes: Scene[] = []
  for (let round = 0; round < ends.length; round += 1) {
    scenes = []
    for (const end of ends) {
      const scene = profileScene(sheet, { end, frame, words, leastUnitMm })
      if (!scene.ok) return scene
      scenes.push(scene.value)
    }
    leastUnitMm = Math.max(...scenes.map(({ unitMm }) => unitMm))
  }
  return good(scenes)
}

/** One piece of each hand, left ones to the left; the unfolding as written where the sheet has no pieces. */
function shownPieces({ pieces, unfolding }: DrawnSheet): (DrawnPiece | undefined)[] {
  const hands = [...new Set(pieces.map(({ hand }) => hand))].toSorted((a, b) => columnOf(a) - columnOf(b))
  const asWritten = ({ lengthMm, outline, cutouts }: DrawnPiece) =>
    outline === null && cutouts === null && lengthMm === unfolding.lengthMm
  const shown = hands.map((hand) => {
    const own = pieces.filter((piece) => piece.hand === hand)
    return own.find(asWritten) ?? own[0]
  })
  return shown.length === 0 ? [undefined] : shown
}

const columnOf = (hand: string): number => (hand === 'left' ? 0 : hand === 'right' ? 2 : 1)

/** What each of several drawings side by side has of a width, a gap between them. */
const share = (width: Mm, count: number): Mm => (width - (count - 1) * gapMm) / count

function sideBySide(page: PaperPage, scenes: readonly Scene[], area: Area): void {
  const width = share(area.width, scenes.length)
  for (const [index, scene] of scenes.entries()) {
    page.scene(scene, { ...area, x: area.x + index * (width + gapMm), width })
  }
}

function layOut(paper: Paper, page: PaperPage, drawn: DrawnPage, words: DrawingWords, pageOf: string): void {
  const { sheet, profiles, unfoldings, profileArea, unfoldingArea } = drawn
  heading(paper, page, sheet, words)
  facts(paper, page, sheet, words)
  warning(page, sheet, words)
  sectionTitle(page, profileArea, words.profile)
  sideBySide(page, profiles, profileArea)
  sectionTitle(page, unfoldingArea, words.unfolding)
  sideBySide(page, unfoldings, unfoldingArea)
  bendTable(paper, page, drawn, words)
  pieceTable(paper, page, drawn, words)
  note(paper, page, drawn, words)
  footer(page, words, pageOf)
}

function heading(paper: Paper, page: PaperPage, sheet: DrawnSheet, words: DrawingWords): void {
  const right = marginMm + widthMm
  page.text(marginMm, marginMm + 2.5, words.sheet, { sizeMm: smallMm })
  page.text(marginMm, marginMm + 10, sheetName(sheet), { sizeMm: 7 })
  const due = sheet.order.dueDate
  if (due !== null) {
    page.text(right, marginMm + 2.5, words.dueDate, { sizeMm: smallMm, anchor: 'end' })
    page.text(right, marginMm + 9.5, writtenDay(due, words), { sizeMm: 5.6, anchor: 'end' })
  }
  const about = [sheet.order.customerName, sheet.order.title].filter((part) => part !== null).join(' · ')
  page.text(marginMm, marginMm + 16, fitted(paper, about, 3.8, widthMm - 55), { sizeMm: 3.8 })
  const rework = sheet.reworkCount > 0 ? ` · ${words.rework} ${sheet.reworkCount}` : ''
  page.text(right, marginMm + 16, `${words.drawing} v${sheet.drawingVersion}${rework}`, {
    sizeMm: textMm,
    anchor: 'end',
  })
  page.line(marginMm, marginMm + 18.5, right, marginMm + 18.5, 0.4)
}

function facts(
  paper: Paper,
  page: PaperPage,
  { profile, unfolding, quantity, lengthMm, pieces }: DrawnSheet,
  words: DrawingWords,
) {
  const oneLength = pieces.every((piece) => piece.endLengthMm === null && piece.lengthMm === lengthMm)
  const strength =
    profile.tensileStrengthMpa === null ? '' : ` · ${words.strength} ${figure(profile.tensileStrengthMpa, words)}`
  const cells: [string, string][] = [
    [words.family, wordFor(words.families, profile.family)],
    [words.material, `${wordFor(words.materials, profile.material)}${strength}`],
    [words.thickness, `${fineFigure(profile.thicknessMm, words)} mm`],
    [words.quantity, String(quantity)],
    [words.colour, profile.colour ?? '–'],
    [words.colourSide, wordFor(words.colourSides, profile.colourSide)],
    [words.film, wordFor(words.films, profile.film)],
    oneLength
      ? [
          `${words.developedWidth} × ${words.length.toLowerCase()}`,
          `${fineFigure(unfolding.widthMm, words)} × ${figure(lengthMm, words)} mm`,
        ]
      : [words.developedWidth, `${fineFigure(unfolding.widthMm, words)} mm`],
  ]
  const columns = [0, 44, 106, 140]
  for (const [index, [name, value]] of cells.entries()) {
    const column = index % 4
    const x = marginMm + (columns[column] ?? 0)
    const y = marginMm + 22.5 + Math.floor(index / 4) * 8.2
    const room = (columns[column + 1] ?? widthMm) - (columns[column] ?? 0) - 2
    page.text(x, y, name, { sizeMm: smallMm, grey: 0.3 })
    page.text(x, y + 4, fitted(paper, value, 3.6, room), { sizeMm: 3.6 })
  }
}

function warning(page: PaperPage, { approval }: DrawnSheet, words: DrawingWords): void {
  const text =
    approval.state === 'awaiting'
      ? words.awaiting
      : approval.state === 'change_requested'
        ? words.changeRequested
        : null
  if (text === null) return
  page.box({ x: marginMm, y: drawingsTopMm - 3.5, width: widthMm, height: 6 }, 0.6)
  page.text(a4.widthMm / 2, drawingsTopMm + 0.8, text, { sizeMm: 3.8, anchor: 'middle' })
}

const sectionTitle = (page: PaperPage, area: Area, title: string): void => {
  page.text(area.x, area.y + 1.5, title, { sizeMm: smallMm, grey: 0.3 })
}

interface Column {
  readonly title: string
  readonly x: Mm
  readonly anchor: 'start' | 'end'
}

function table(page: PaperPage, top: Mm, width: Mm, columns: readonly Column[], rows: readonly (readonly string[])[]) {
  const left = Math.min(...columns.map((column) => column.x))
  for (const { title, x, anchor } of columns) page.text(x, top + 3.4, title, { sizeMm: smallMm, anchor, grey: 0.3 })
  page.line(left, top + rowMm, left + width, top + rowMm, 0.25)
  for (const [index, row] of rows.entries()) {
    const y = top + rowMm * (index + 2)
    for (const [cell, { x, anchor }] of columns.entries()) {
      page.text(x, y - 1.3, row[cell] ?? '', { sizeMm: textMm, anchor })
    }
    page.line(left, y, left + width, y, 0.08)
  }
}

function bendTable(paper: Paper, page: PaperPage, { sheet, tablesTop }: DrawnPage, words: DrawingWords): void {
  const left = sheet.pieces.filter(({ hand }) => hand === 'left').length
  const allLeft = left > 0 && left === sheet.pieces.length
  const ofRight = left > 0 && !allLeft && isTapered(sheet.profile)
  const places = new Map(sheet.unfolding.bendLines.map((line) => [line.bend, line]))
  const rows = sheet.profile.bends.map((bend, index) => {
    const line = places.get(index)
    const up = line?.direction === 'up'
    return [
      String(index + 1),
      `${up ? '▲' : '▼'} ${up ? words.up : words.down}`,
      `${figure(Math.abs(bend.angleDeg), words)}°`,
      line === undefined
        ? ''
        : positions(line, allLeft)
            .map((position) => figure(position, words))
            .join(' → '),
      fitted(paper, radiusWords(bend, words), textMm, 36),
    ]
  })
  const columns: Column[] = [
    { title: words.bendNo, x: marginMm, anchor: 'start' },
    { title: words.direction, x: marginMm + 9, anchor: 'start' },
    { title: words.angle, x: marginMm + 38, anchor: 'end' },
    { title: ofRight ? `${words.position} (${words.right})` : words.position, x: marginMm + 68, anchor: 'end' },
    { title: words.radius, x: marginMm + 74, anchor: 'start' },
  ]
  table(page, tablesTop, 110, columns, rows)
}

/** Where a bend is, from the near end of the piece to the far one where they differ; a left piece has them the other way. */
function positions({ positionMm, endPositionMm }: DrawnBendLine, left: boolean): Mm[] {
  if (endPositionMm === null || endPositionMm === positionMm) return [positionMm]
  return left ? [endPositionMm, positionMm] : [positionMm, endPositionMm]
}

/** A hem by its name, and its gap where it has one: its radius is none that anybody sets. */
function radiusWords({ hem, gapMm, insideRadiusMm }: Bend, words: DrawingWords): string {
  if (hem === null) return fineFigure(insideRadiusMm, words)
  const name = wordFor(words.hems, hem)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}${gapMm > 0 ? ` ${figure(gapMm, words)} mm` : ''}`
}

function pieceTable(paper: Paper, page: PaperPage, { sheet, tablesTop }: DrawnPage, words: DrawingWords): void {
  const left = marginMm + 118
  const rows = sheet.pieces.map((piece) => [
    String(piece.pieceNo),
    String(piece.quantity),
    lengthWords(piece, words),
    fitted(paper, handName(piece.hand, words), textMm, 20),
  ])
  const columns: Column[] = [
    { title: words.pieceNo, x: left, anchor: 'start' },
    { title: words.quantity, x: left + 19, anchor: 'end' },
    { title: words.length, x: left + 45, anchor: 'end' },
    { title: words.hand, x: left + 48, anchor: 'start' },
  ]
  table(page, tablesTop, widthMm - 118, columns, [...rows, ['Σ', String(sheet.quantity), '', '']])
}

function handName(hand: string, words: DrawingWords): string {
  const word = handWord(hand, words)
  return hand === 'left' ? `L · ${word}` : hand === 'right' ? `R · ${word}` : word
}

function note(paper: Paper, page: PaperPage, { sheet, noteLines }: DrawnPage, words: DrawingWords): void {
  if (sheet.note === null) return
  const top = footerTopMm - noteLines * rowMm - 5
  page.text(marginMm, top + 3, words.note, { sizeMm: smallMm, grey: 0.3 })
  for (const [index, line] of wrapped(paper, sheet.note, 3.6, widthMm, noteLines).entries()) {
    page.text(marginMm, top + 3 + (index + 1) * rowMm, line, { sizeMm: 3.6 })
  }
}

function footer(page: PaperPage, words: DrawingWords, pageOf: string): void {
  const top = footerTopMm + 2
  const right = marginMm + widthMm
  page.box({ x: marginMm, y: top, width: 60, height: 10 }, 0.25)
  page.text(marginMm + 1.5, top + 3.2, words.bentOn, { sizeMm: smallMm, grey: 0.3 })
  page.box({ x: marginMm + 64, y: top, width: 60, height: 10 }, 0.25)
  page.text(marginMm + 65.5, top + 3.2, words.initials, { sizeMm: smallMm, grey: 0.3 })
  page.text(right, top + 9, pageOf, { sizeMm: smallMm, anchor: 'end' })
}

/** 24.11.2026 in Norwegian, 2026-11-24 elsewhere. */
function writtenDay(day: string, words: DrawingWords): string {
  return words.language === 'nb' ? day.split('-').toReversed().join('.') : day
}

/** The text, or as much of it as there is room for with an ellipsis. */
function fitted(paper: Paper, text: string, sizeMm: Mm, room: Mm): string {
  const oneLine = text.replace(/\s+/g, ' ')
  if (paper.width(oneLine, sizeMm) <= room) return oneLine
  const letters = Array.from(oneLine)
  while (letters.length > 0 && paper.width(`${letters.join('')}…`, sizeMm) > room) letters.pop()
  return `${letters.join('')}…`
}

/** Lines of whole words, at most so many; the last one ends in an ellipsis where there is more. */
function wrapped(paper: Paper, text: string, sizeMm: Mm, room: Mm, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && lines.length < most - 1 && paper.width(longer, sizeMm) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, fitted(paper, line, sizeMm, room)]
}
