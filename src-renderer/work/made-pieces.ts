// The pieces of a sheet as they are made here, whole or in the lengths that a planner split them into, and what each is called.
import { lengthOfPiece, pieceName } from '../../shared/planning/index.ts'
import type { Words } from '../language/words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useWork } from '../station/work-queries.ts'

export interface MadePiece {
  readonly pieceNo: number
  /** Of the longer end, mm. */
  readonly lengthMm: number
  readonly hand: Sheet['pieces'][number]['hand']
}

/** The sheet's own piece that a piece is, or is a length of. */
export const ownPieceOf = (pieceNo: number): number => lengthOfPiece(pieceNo)?.of ?? pieceNo

/** '1', and of a length '1, lengde 2'. */
export const namePiece = ({ t }: Pick<Words, 't'>, pieceNo: number): string => pieceName(pieceNo, t('work.length'))

/** Null while it is not known yet how the sheet is made. */
export function useMadePieces(sheet: Sheet): readonly MadePiece[] | null {
  const work = useWork(sheet.id).data
  if (work === undefined) return null
  return work.pieces.map(({ pieceNo, lengthMm }) => {
    const own = sheet.pieces.find((one) => one.pieceNo === pieceNo || one.pieceNo === ownPieceOf(pieceNo))
    return { pieceNo, lengthMm, hand: own?.hand ?? 'none' }
  })
}

/** The piece that is meant by a number: itself, or the first of its lengths. */
export const madePiece = (pieces: readonly MadePiece[], pieceNo: number): number =>
  (pieces.find((one) => one.pieceNo === pieceNo) ?? pieces.find((one) => ownPieceOf(one.pieceNo) === pieceNo))
    ?.pieceNo ?? pieceNo
