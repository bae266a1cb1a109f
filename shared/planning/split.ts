// A sheet that is longer than the machine: the lengths that its pieces are made in, each lapping over the next. Pure: mm.
import * as z from 'zod'
import { badMeasure, good, refuse } from '../bending/outcome.ts'
import type { Outcome } from '../bending/outcome.ts'
import type { Mm } from '../bending/units.ts'

/** One length of a piece, counted at this station as a piece of its own; a piece that needs no splitting is its own only length. */
export const splitPiece = z.strictObject({
  /** Of a length never one of the sheet's own numbers: 2003 is the third length of piece 2. */
  pieceNo: z.int().min(1),
  /** The sheet's piece that it is a length of. */
  of: z.int().min(1),
  /** From 1. */
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

/** A piece of more lengths is none for this machine. */
export const mostLengths = 20
const slackMm: Mm = 1e-6
const numbersOfPiece = 1_000

/**
 * As few lengths as reach, none over `longestMm`, all alike in tenths of a millimetre but the last, which takes up the rounding:
 * together, less a lap at each joint, they are the whole. Refuses by its field what makes no lengths.
 */
export function splitLength(lengthMm: Mm, longestMm: Mm, lapMm: Mm): Outcome<Mm[]> {
  const bad = badMeasure('lengthMm', 'the length', lengthMm) ?? badMeasure('longestMm', 'the longest length', longestMm)
  if (bad !== null) return bad
  if (!(lapMm >= 0 && lapMm <= longestMm / 2))
    return refuse('lapMm', 'out_of_range', `the lap is ${lapMm}, it must be from 0 to half of ${longestMm}`)
  if (lengthMm <= longestMm + slackMm) return good([lengthMm])
  const count = Math.ceil((lengthMm - lapMm - slackMm) / (longestMm - lapMm))
  if (count > mostLengths)
    return refuse('longestMm', 'out_of_range', `it would take ${count} lengths, ${mostLengths} are the most`)
  const total = lengthMm + (count - 1) * lapMm
  const each = Math.min(longestMm, Math.ceil((total / count) * 10 - slackMm) / 10)
  const last = Math.round((total - (count - 1) * each) * 1_000) / 1_000
  return good([...Array.from({ length: count - 1 }, () => each), last])
}

/** Every piece in lengths that the machine takes. Refuses a piece whose ends differ: where it is cut is a person's to say. */
export function splitSheet(pieces: readonly PieceToSplit[], longestMm: Mm, lapMm: Mm): Outcome<Split> {
  const parts: SplitPiece[] = []
  for (const [index, { pieceNo, quantity, lengthMm, endLengthMm }] of pieces.entries()) {
    const isTooLong = Math.max(lengthMm, endLengthMm ?? lengthMm) > longestMm + slackMm
    // a length of another piece may have its number, whether or not it is split itself
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
  return good({ longestMm, lapMm, pieces: parts })
}

/**
 * The piece whose length it is, and which of its lengths; null for a piece that is whole. Of a sheet that is split, whose own numbers
 * go no further than 1000.
 */
export function lengthOfPiece(pieceNo: number): Pick<SplitPiece, 'of' | 'part'> | null {
  return pieceNo <= numbersOfPiece ? null : { of: Math.floor(pieceNo / numbersOfPiece), part: pieceNo % numbersOfPiece }
}

/** '1', and of a length '1, length 2', in whatever word the language has for a length. */
export function pieceName(pieceNo: number, length: string): string {
  const found = lengthOfPiece(pieceNo)
  return found === null ? String(pieceNo) : `${found.of}, ${length} ${found.part}`
}

/** A sheet's length and pieces as they are made where it is split. */
export const madeOf = <Piece>(
  { pieces }: { readonly pieces: readonly Piece[] },
  parts: readonly Pick<SplitPiece, 'pieceNo' | 'quantity' | 'lengthMm'>[],
) => ({
  lengthMm: Math.max(...parts.map(({ lengthMm }) => lengthMm)),
  pieces: parts.flatMap(({ pieceNo, quantity, lengthMm }) =>
    pieces.slice(0, 1).map((piece) => ({ ...piece, pieceNo, quantity, lengthMm, endLengthMm: null })),
  ),
})

/** How many whole pieces are done where so many of their lengths are: a piece is whole with the last of its lengths. */
export function wholePieces({ pieces }: Split, doneOf: (pieceNo: number) => number): number {
  const least = new Map<number, number>()
  for (const { of, pieceNo } of pieces) least.set(of, Math.min(least.get(of) ?? Infinity, doneOf(pieceNo)))
  return [...least.values()].reduce((sum, done) => sum + done, 0)
}
