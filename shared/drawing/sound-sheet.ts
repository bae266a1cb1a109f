// Whether a sheet can be drawn, cut and bent as it stands: the one place that exports, the screen and the check ask. Pure.
// An unfolding whose figures only differ from ours is sound: that is a difference to show, which the check does.
import { badMeasure, good, refuse, soundForUnfolding, soundSection, writtenAlike } from '../bending/index.ts'
import type { Outcome, Refused } from '../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
import { platesOf } from './plate.ts'
import type { Plate } from './plate.ts'

/**
 * The sheet itself, or the first field that stands in the way: a figure that is none or impossible; 0 bends or more than 14; a
 * profile that cannot be folded or runs through itself (`soundSection`); bend lines, outline or cut-outs that contradict it or one
 * another (`plateOf`), of the unfolding or of any piece; pieces that do not add up to the sheet.
 */
export function soundSheet(sheet: DrawnSheet): Outcome<DrawnSheet> {
  const plates = soundPlates(sheet)
  return plates.ok ? good(sheet) : plates
}

/** `soundSheet`, with the plates that it looked at: of each piece, or of none, the unfolding as written. */
export function soundPlates(sheet: DrawnSheet): Outcome<(piece?: DrawnPiece) => Outcome<Plate>> {
  const bad = badFigures(sheet) ?? badPieces(sheet)
  if (bad !== null) return bad
  const bendable = soundForUnfolding(sheet.profile)
  if (!bendable.ok) return bendable
  const folded = soundSection(sheet.profile)
  if (!folded.ok) return folded
  const plates = platesOf(sheet)
  if (!plates.ok) return plates
  const known = new Map<DrawnPiece | undefined, Outcome<Plate>>()
  for (const piece of [undefined, ...sheet.pieces]) {
    const plate = plates.value(piece)
    if (!plate.ok) return plate
    known.set(piece, plate)
  }
  return good((piece) => known.get(piece) ?? plates.value(piece))
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
    return refuse('quantity', 'contradicts', `the pieces are ${sum} together, the sheet says ${quantity}`)
  }
  const longest = Math.max(...pieces.map((piece) => Math.max(piece.lengthMm, piece.endLengthMm ?? 0)))
  if (Math.abs(longest - lengthMm) > writtenAlike) {
    return refuse('lengthMm', 'contradicts', `the longest piece is ${longest} mm, the sheet says ${lengthMm}`)
  }
  return null
}

const hands: readonly string[] = ['none', 'left', 'right']

function badPiece(at: string, { pieceNo, quantity, lengthMm, endLengthMm, hand }: DrawnPiece): Refused | null {
  const bad =
    badCount(`${at}.pieceNo`, pieceNo, 1) ??
    badCount(`${at}.quantity`, quantity, 1) ??
    badMeasure(`${at}.lengthMm`, `the length of piece ${pieceNo}`, lengthMm) ??
    (endLengthMm === null ? null : badMeasure(`${at}.endLengthMm`, `the far length of piece ${pieceNo}`, endLengthMm))
  if (bad !== null) return bad
  return hands.includes(hand)
    ? null
    : refuse(`${at}.hand`, 'unknown_value', `piece ${pieceNo} is for the hand "${hand}"`)
}

function badCount(field: string, count: number, least: number): Refused | null {
  if (!Number.isFinite(count)) return refuse(field, 'not_a_number', `${field} is no number`)
  if (Number.isInteger(count) && count >= least) return null
  return refuse(field, 'out_of_range', `${field} is ${count}, it must be a whole number from ${least}`)
}
