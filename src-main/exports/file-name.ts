// The names of exported files: order, sheet and drawing version, and for a blank its piece and hand. ASCII only, because machine
// controllers and old CAM programs read the names. Pure.
import type { DrawnPiece, DrawnSheet } from '../../shared/drawing/files.ts'

const letters: Readonly<Record<string, string>> = { æ: 'ae', ø: 'o', å: 'a', Æ: 'AE', Ø: 'O', Å: 'A' }

/** Letters, digits, '-' and '_'; anything else becomes '_'. Never empty, never over 60 characters. */
export function safeName(text: string): string {
  const plain = text.replace(/[æøåÆØÅ]/g, (letter) => letters[letter] ?? '_').normalize('NFD')
  const safe = plain.replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9_-]+/g, '_')
  return safe.slice(0, 60) || '_'
}

const stem = (sheet: DrawnSheet): string =>
  `${safeName(sheet.order.numberDisplay)}_s${sheet.sheetNo}_v${sheet.drawingVersion}`

export const pdfName = (sheet: DrawnSheet): string => `${stem(sheet)}.pdf`

/** L or R for the hand of a mirrored blank. */
export function dxfName(sheet: DrawnSheet, piece: DrawnPiece): string {
  const hand = piece.hand === 'left' ? '_L' : piece.hand === 'right' ? '_R' : ''
  return `${stem(sheet)}_p${piece.pieceNo}${hand}.dxf`
}
