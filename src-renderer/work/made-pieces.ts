// The pieces of a sheet as this station makes them, whole or in the lengths that a planner chose, and their names.
import { lengthOfPiece, pieceName } from '../../shared/planning/index.ts'
import type { WorkView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useWork } from '../station/work-queries.ts'

/** A piece and its counts. */
export type CountedPiece = WorkView['pieces'][number]

export interface MadePiece {
  readonly pieceNo: number
  /** The length of the longer end. */
  readonly lengthMm: number
  readonly hand: Sheet['pieces'][number]['hand']
}

/** The number of the sheet's piece: the piece itself, or the piece that it is a length of. */
export const ownPieceOf = (pieceNo: number): number => lengthOfPiece(pieceNo)?.of ?? pieceNo

/** '1', or '1, lengde 2' for a length. */
export const namePiece = ({ t }: Pick<Texts, 't'>, pieceNo: number): string => pieceName(pieceNo, t('work.length'))

/** Null until the station has answered. */
export function useMadePieces(sheet: Sheet): readonly MadePiece[] | null {
  const work = useWork(sheet.id).data
  if (work === undefined) return null
  return work.pieces.map(({ pieceNo, lengthMm }) => {
    const sheetPiece = sheet.pieces.find((piece) => piece.pieceNo === pieceNo || piece.pieceNo === ownPieceOf(pieceNo))
    return { pieceNo, lengthMm, hand: sheetPiece?.hand ?? 'none' }
  })
}

/** The piece with this number, or its first length. */
export const madePiece = (pieces: readonly MadePiece[], pieceNo: number): number =>
  (pieces.find((piece) => piece.pieceNo === pieceNo) ?? pieces.find((piece) => ownPieceOf(piece.pieceNo) === pieceNo))
    ?.pieceNo ?? pieceNo
