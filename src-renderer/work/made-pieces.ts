// The pieces of a sheet as this station makes them, whole or in the lengths that a planner chose, and their names.
import { useMemo } from 'react'
import { lengthOfPiece } from '../../shared/planning/index.ts'
import type { WorkView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useWork } from '../station/work-queries.ts'

/** A piece and its counts. */
export type CountedPiece = WorkView['pieces'][number]

export interface MadePiece {
  readonly pieceNo: number
  /** The length of the longer end. */
  readonly lengthMm: number
  readonly wantedPieces: number
  readonly hand: Sheet['pieces'][number]['hand']
}

/** The number of the sheet's piece: the piece itself, or the piece that it is a length of. */
export const ownPieceOf = (pieceNo: number): number => lengthOfPiece(pieceNo)?.of ?? pieceNo

/** Null until the station has answered. */
export function useMadePieces(sheet: Sheet): readonly MadePiece[] | null {
  const work = useWork(sheet.id).data
  return useMemo(() => (work === undefined ? null : madePieces(sheet, work.pieces)), [sheet, work])
}

const madePieces = (sheet: Pick<Sheet, 'pieces'>, counted: readonly CountedPiece[]): readonly MadePiece[] =>
  counted.map(({ pieceNo, lengthMm, wantedPieces }) => {
    const sheetPiece = sheet.pieces.find((piece) => piece.pieceNo === pieceNo || piece.pieceNo === ownPieceOf(pieceNo))
    return { pieceNo, lengthMm, wantedPieces, hand: sheetPiece?.hand ?? 'none' }
  })

/** The pieces of a sheet that is not split. */
export const wholePiecesOf = ({ pieces }: Pick<Sheet, 'pieces'>): readonly MadePiece[] =>
  pieces.map(({ pieceNo, lengthMm, endLengthMm, quantity, hand }) => ({
    pieceNo,
    lengthMm: Math.max(lengthMm, endLengthMm ?? 0),
    wantedPieces: quantity,
    hand,
  }))

type NameTexts = Pick<Texts, 't' | 'mm' | 'named'>

/** '4 × 2000', with the hand where it has one, and with a number where another length of the sheet has the same name. */
export function pieceName(texts: NameTexts, pieceNo: number, pieces: readonly MadePiece[]): string {
  const length = lengthOfPiece(pieceNo)
  const piece = pieces.find((one) => one.pieceNo === pieceNo)
  const whole = pieces.find((one) => one.pieceNo === length?.of)
  const named = piece ?? whole
  if (named === undefined) return texts.t('work.unknown_piece', { piece: pieceNo })
  const name = plainName(texts, named)
  const alike = pieces.filter((one) => plainName(texts, one) === name)
  if (piece !== undefined && alike.length < 2) return name
  return length === null ? `${name} (${alike.indexOf(named) + 1})` : `${name}, ${texts.t('work.length')} ${length.part}`
}

function plainName({ mm, named }: NameTexts, { wantedPieces, lengthMm, hand }: MadePiece): string {
  const name = `${wantedPieces} × ${mm(lengthMm)}`
  return hand === 'none' ? name : `${name} ${named('hand', hand).toLocaleLowerCase()}`
}

/** Names a piece of the sheet by its number. */
export function usePieceName(sheet: Sheet): (pieceNo: number) => string {
  const texts = useTexts()
  const madePieces = useMadePieces(sheet)
  return (pieceNo) => pieceName(texts, pieceNo, madePieces ?? wholePiecesOf(sheet))
}

/** The piece with this number, or its first length. */
export const madePiece = (pieces: readonly MadePiece[], pieceNo: number): number =>
  (pieces.find((piece) => piece.pieceNo === pieceNo) ?? pieces.find((piece) => ownPieceOf(piece.pieceNo) === pieceNo))
    ?.pieceNo ?? pieceNo
