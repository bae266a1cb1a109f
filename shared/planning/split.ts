// Splits a sheet that is longer than the machine: the lengths of its pieces, each overlapping the next. Pure. Units: mm.
import { toThousandth } from '../base/figures.ts'
import { ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import * as z from 'zod'
import { badMeasure, refuse } from '../bending/index.ts'
import type { Mm, Refusal } from '../bending/index.ts'

/** One length of a piece, which this station counts as a piece. A piece that is not split is its own only length. */
const splitPiece = z.strictObject({
  /** Never a piece number of the sheet: 2003 is the third length of piece 2. */
  pieceNo: z.int().min(1),
  /** The sheet's piece to which the length belongs. */
  of: z.int().min(1),
  /** Counted from 1. */
  part: z.int().min(1),
  quantity: z.int().min(1),
  lengthMm: z.number().positive(),
})
export type SplitPiece = z.infer<typeof splitPiece>

export const split = z.strictObject({
  longestMm: z.number().positive(),
  lapMm: z.number().min(0),
  pieces: z.array(splitPiece).min(1),
})
export type Split = z.infer<typeof split>

export interface PieceToSplit {
  readonly pieceNo: number
  readonly quantity: number
  readonly lengthMm: Mm
  readonly endLengthMm: Mm | null
}

/** A piece that needs more lengths is refused. */
const maxLengths = 20
const slackMm: Mm = 1e-6
const numbersOfPiece = 1_000

/**
 * The fewest lengths of at most `longestMm`, equal to a tenth of a millimetre except the last, which contains the rounding. Their sum
 * less one overlap for each joint is the length of the piece. Refuses a field that gives no lengths.
 */
export function splitLength(lengthMm: Mm, longestMm: Mm, lapMm: Mm): Result<Mm[], Refusal> {
  const bad = badMeasure('lengthMm', 'the length', lengthMm) ?? badMeasure('longestMm', 'the longest length', longestMm)
  if (bad !== null) return bad
  if (!(lapMm >= 0 && lapMm <= longestMm / 2))
    return refuse('lapMm', 'out_of_range', `the lap is ${lapMm}, it must be from 0 to half of ${longestMm}`)
  if (lengthMm <= longestMm + slackMm) return ok([lengthMm])
  const count = Math.ceil((lengthMm - lapMm - slackMm) / (longestMm - lapMm))
  if (count > maxLengths)
    return refuse('longestMm', 'out_of_range', `it would take ${count} lengths, ${maxLengths} are the most`)
  const total = lengthMm + (count - 1) * lapMm
  const each = Math.min(longestMm, Math.ceil((total / count) * 10 - slackMm) / 10)
  const last = toThousandth(total - (count - 1) * each)
  return ok([...Array.from({ length: count - 1 }, () => each), last])
}

/** Every piece in lengths that the machine can bend. Refuses a piece with different ends, because a person must choose the cut. */
export function splitSheet(pieces: readonly PieceToSplit[], longestMm: Mm, lapMm: Mm): Result<Split, Refusal> {
  const parts: SplitPiece[] = []
  for (const [index, { pieceNo, quantity, lengthMm, endLengthMm }] of pieces.entries()) {
    const isTooLong = Math.max(lengthMm, endLengthMm ?? lengthMm) > longestMm + slackMm
    // a length of another piece may have the same number, even if this piece is not split
    if (pieceNo > numbersOfPiece)
      return refuse(`pieces[${index}].pieceNo`, 'out_of_range', `piece ${pieceNo} leaves no numbers for lengths`)
    if (isTooLong && endLengthMm !== null && endLengthMm !== lengthMm)
      return refuse(`pieces[${index}].endLengthMm`, 'contradicts', `piece ${pieceNo} has ends of unequal length`)
    const lengths = splitLength(lengthMm, longestMm, lapMm)
    if (!lengths.ok) return lengths
    const isSplit = lengths.value.length > 1
    for (const [part, length] of lengths.value.entries())
      parts.push({
        pieceNo: isSplit ? pieceNo * numbersOfPiece + part + 1 : pieceNo,
        of: pieceNo,
        part: part + 1,
        quantity,
        lengthMm: length,
      })
  }
  return ok({ longestMm, lapMm, pieces: parts })
}

/**
 * The piece to which a length belongs, and the number of the length; null for a whole piece. Only for a split sheet, whose own piece
 * numbers are at most 1000.
 */
export function lengthOfPiece(pieceNo: number): Pick<SplitPiece, 'of' | 'part'> | null {
  return pieceNo <= numbersOfPiece ? null : { of: Math.floor(pieceNo / numbersOfPiece), part: pieceNo % numbersOfPiece }
}

/** '1', or for a length '1, length 2'; `length` is the word in the language. */
export function pieceName(pieceNo: number, length: string): string {
  const part = lengthOfPiece(pieceNo)
  return part === null ? String(pieceNo) : `${part.of}, ${length} ${part.part}`
}

/** The sheet with the lengths that the machine bends: those of its split; null: it is not split. */
export const asMade = <Sheet extends { readonly lengthMm: Mm; readonly pieces: readonly object[] }>(
  sheet: Sheet,
  lengths: Pick<Split, 'pieces'> | null,
): Sheet =>
  lengths === null
    ? sheet
    : {
        ...sheet,
        lengthMm: Math.max(...lengths.pieces.map(({ lengthMm }) => lengthMm)),
        pieces: lengths.pieces.flatMap(({ pieceNo, quantity, lengthMm }) =>
          sheet.pieces.slice(0, 1).map((piece) => ({ ...piece, pieceNo, quantity, lengthMm, endLengthMm: null })),
        ),
      }

/** The number of whole pieces, from the number of finished lengths. */
export function wholePieces({ pieces }: Split, doneOf: (pieceNo: number) => number): number {
  const least = new Map<number, number>()
  for (const { of, pieceNo } of pieces) least.set(of, Math.min(least.get(of) ?? Infinity, doneOf(pieceNo)))
  return [...least.values()].reduce((sum, done) => sum + done, 0)
}
