// The caption of a flat pattern: the hand in large letters, the piece, the direction of the colour and whether the length is shortened,
// in as many rows as needed. Pure: mm of paper.
import type { Mm } from '../../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from '../drawn-sheet.ts'
import { textWidth } from '../scene/index.ts'
import { figure } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface CaptionText {
  readonly text: string
  readonly x: Mm
  /** The height of the middle of this row above the middle of the lowest row. */
  readonly up: Mm
  readonly sizeMm: Mm
}

export interface CaptionRoom {
  readonly widthMm: Mm
  readonly fontMm: Mm
  readonly rowMm: Mm
}

/** A piece that is mistaken for the other hand is bent the wrong way, so the hand is readable from the other side of the machine. */
const handSize = 1.6

/** The caption of one piece, or of the flat pattern as stated, with its texts from the upper row down. */
export function flatPatternCaption(
  sheet: DrawnSheet,
  piece: DrawnPiece | undefined,
  shortened: boolean,
  { widthMm, fontMm, rowMm }: CaptionRoom,
  texts: DrawingTexts,
): CaptionText[] {
  const hand = handText(piece?.hand ?? 'none', texts).toUpperCase()
  const which = piece === undefined || sheet.pieces.length < 2 ? '' : pieceText(piece, texts)
  const handMm = fontMm * handSize
  const besideHand = (textWidth(hand) + 0.6) * handMm
  const isBeside = hand !== '' && besideHand + textWidth(which) * fontMm <= widthMm
  const about = [isBeside ? '' : which, colourText(sheet, texts), shortened ? texts.shortened : '']
  const rows = rowsOf(
    about.filter((part) => part !== ''),
    widthMm / fontMm,
  )
  const lower = rows.map((text, index) => ({ text, x: 0, up: (rows.length - 1 - index) * rowMm, sizeMm: fontMm }))
  if (hand === '') return lower
  const up = rows.length * rowMm + (handMm - fontMm) / 2
  const title = { text: hand, x: 0, up, sizeMm: handMm }
  const beside = { text: which, x: besideHand, up, sizeMm: fontMm }
  return [title, ...(which === '' || !isBeside ? [] : [beside]), ...lower]
}

/** 'venstre', 'høyre', empty for a piece without a hand; an unknown hand unchanged. */
export function handText(hand: string, texts: DrawingTexts): string {
  if (hand === 'left') return texts.left
  if (hand === 'right') return texts.right
  return hand === 'none' ? '' : hand
}

/** The length, or both lengths of a piece with two. */
export const lengthText = ({ lengthMm, endLengthMm }: DrawnPiece, texts: DrawingTexts): string =>
  [lengthMm, endLengthMm].flatMap((length) => (length === null ? [] : [figure(length, texts)])).join(' / ')

const pieceText = (piece: DrawnPiece, texts: DrawingTexts): string =>
  `${texts.pieceNo.toLowerCase()} ${piece.pieceNo}: ${lengthText(piece, texts)} mm`

/** The viewer of a flat pattern sees face B, so a colour on the outside of positive bends is on the other side. */
function colourText({ profile: { colourSide } }: DrawnSheet, texts: DrawingTexts): string {
  if (colourSide === 'utside') return texts.faceDown
  if (colourSide === 'innside') return texts.faceUp
  return colourSide === 'ingen' ? texts.noColourSide : `${texts.colourSide}: ${colourSide}`
}

/** Rows of whole parts, each with as many parts as fit. `room` in widths of the font. */
export function rowsOf(parts: readonly string[], room: number): string[] {
  const rows: string[] = []
  for (const part of parts) {
    const last = rows.at(-1)
    const longer = last === undefined ? part : `${last} · ${part}`
    if (last !== undefined && textWidth(longer) <= room) rows[rows.length - 1] = longer
    else rows.push(part)
  }
  return rows
}
