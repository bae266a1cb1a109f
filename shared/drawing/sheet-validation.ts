// Whether a sheet can be drawn, cut and bent: used by exports, the screen and the check. A flat pattern whose figures differ from ours is
// valid; the flat pattern check shows the difference. Pure.
import { ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { badMeasure, refuse, validateForFlatPattern, validateSection, hundredthTolerance } from '../bending/index.ts'
import type { Refusal, Refused } from '../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
import { blanksOf } from './flat-pattern/index.ts'
import type { Blank } from './flat-pattern/index.ts'

/**
 * The sheet, or a refusal of the first wrong field: an impossible figure; 0 bends or more than 14; a profile that cannot be folded or
 * runs through itself (`validateSection`); bend lines, outline or cut-outs of the flat pattern or of a piece that contradict the profile
 * or each other (`blankOf`); pieces that do not add up to the sheet.
 */
export function validateSheet(sheet: DrawnSheet): Result<DrawnSheet, Refusal> {
  const blanks = validateBlanks(sheet)
  return blanks.ok ? ok(sheet) : blanks
}

/** Validates as `validateSheet` does, and returns the blank of each piece; without a piece, that of the flat pattern as stated. */
export function validateBlanks(sheet: DrawnSheet): Result<(piece?: DrawnPiece) => Result<Blank, Refusal>, Refusal> {
  const bad = badFigures(sheet) ?? badPieces(sheet)
  if (bad !== null) return bad
  const bendable = validateForFlatPattern(sheet.profile)
  if (!bendable.ok) return bendable
  const folded = validateSection(sheet.profile)
  if (!folded.ok) return folded
  const blanks = blanksOf(sheet)
  if (!blanks.ok) return blanks
  const blankOfPiece = new Map<DrawnPiece | undefined, Result<Blank, Refusal>>()
  for (const piece of [undefined, ...sheet.pieces]) {
    const blank = blanks.value(piece)
    if (!blank.ok) return blank
    blankOfPiece.set(piece, blank)
  }
  return ok((piece) => blankOfPiece.get(piece) ?? blanks.value(piece))
}

function badFigures({ sheetNo, drawingVersion, reworkCount, quantity, lengthMm, profile }: DrawnSheet): Refused | null {
  const strength = profile.tensileStrengthMpa
  return (
    badCount('sheetNo', sheetNo, 1) ??
    badCount('drawingVersion', drawingVersion, 1) ??
    badCount('reworkCount', reworkCount, 0) ??
    badCount('quantity', quantity, 1) ??
    badMeasure('lengthMm', 'the length', lengthMm) ??
    (strength === null ? null : badMeasure('profile.tensileStrengthMpa', 'the tensile strength', strength))
  )
}

function badPieces({ pieces, quantity, lengthMm }: DrawnSheet): Refused | null {
  if (pieces.length === 0) return refuse('pieces', 'wrong_count', 'the sheet has 0 pieces')
  const numbers = new Set<number>()
  for (const [index, piece] of pieces.entries()) {
    const bad = badPiece(`pieces[${index}]`, piece)
    if (bad !== null) return bad
    if (numbers.has(piece.pieceNo)) {
      return refuse(`pieces[${index}].pieceNo`, 'contradicts', `two pieces have the number ${piece.pieceNo}`)
    }
    numbers.add(piece.pieceNo)
  }
  const sum = pieces.reduce((count, piece) => count + piece.quantity, 0)
  if (sum !== quantity) {
    return refuse(
      'quantity',
      'contradicts',
      `the quantities of the pieces add up to ${sum}, the sheet states ${quantity}`,
    )
  }
  const longest = Math.max(...pieces.map((piece) => Math.max(piece.lengthMm, piece.endLengthMm ?? 0)))
  if (Math.abs(longest - lengthMm) > hundredthTolerance) {
    return refuse('lengthMm', 'contradicts', `the longest piece is ${longest} mm, the sheet states ${lengthMm}`)
  }
  return null
}

const hands: readonly string[] = ['none', 'left', 'right']

function badPiece(fieldPath: string, { pieceNo, quantity, lengthMm, endLengthMm, hand }: DrawnPiece): Refused | null {
  const bad =
    badCount(`${fieldPath}.pieceNo`, pieceNo, 1) ??
    badCount(`${fieldPath}.quantity`, quantity, 1) ??
    badMeasure(`${fieldPath}.lengthMm`, `the length of piece ${pieceNo}`, lengthMm) ??
    (endLengthMm === null
      ? null
      : badMeasure(`${fieldPath}.endLengthMm`, `the far length of piece ${pieceNo}`, endLengthMm))
  if (bad !== null) return bad
  return hands.includes(hand)
    ? null
    : refuse(
        `${fieldPath}.hand`,
        'unknown_value',
        `piece ${pieceNo} has the hand "${hand}", it must be none, left or right`,
      )
}

function badCount(field: string, count: number, min: number): Refused | null {
  if (!Number.isFinite(count)) return refuse(field, 'not_a_number', `${field} is not a number`)
  if (Number.isInteger(count) && count >= min) return null
  return refuse(field, 'out_of_range', `${field} is ${count}, it must be a whole number from ${min}`)
}
