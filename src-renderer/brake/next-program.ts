// Whether the loaded program prevents another one, and the piece of the next program. Pure.
import type { BrakeView } from '../../shared/station-api/index.ts'

type Loaded = Pick<
  NonNullable<BrakeView['loaded']>,
  'sheetId' | 'pieceNo' | 'donePieces' | 'wantedPieces' | 'isComplete' | 'needsConfirmation'
>

interface PiecesOfSheet {
  readonly id: string
  readonly pieces: readonly { readonly pieceNo: number }[]
}

export interface NextProgram {
  /** The loaded program belongs to this sheet, or is not finished. */
  readonly showsLoaded: boolean
  /** The piece whose program may be sent; null: none now. */
  readonly pieceNo: number | null
}

/** All its pieces are made, and nobody has to confirm that it is still loaded. */
export const isFinishedProgram = ({
  donePieces,
  wantedPieces,
  needsConfirmation,
}: Pick<Loaded, 'donePieces' | 'wantedPieces' | 'needsConfirmation'>): boolean =>
  donePieces >= wantedPieces && !needsConfirmation

/** A finished program may be replaced at once, an unfinished one only after it is unloaded. `shownPieceNo`: the piece on the screen. */
export function nextProgram({ id, pieces }: PiecesOfSheet, loaded: Loaded | null, shownPieceNo: number): NextProgram {
  if (loaded === null) return { showsLoaded: false, pieceNo: shownPieceNo }
  const isFinished = isFinishedProgram(loaded)
  if (loaded.sheetId !== id)
    return isFinished ? { showsLoaded: false, pieceNo: shownPieceNo } : { showsLoaded: true, pieceNo: null }
  if (!isFinished || loaded.isComplete) return { showsLoaded: true, pieceNo: null }
  if (shownPieceNo !== loaded.pieceNo) return { showsLoaded: true, pieceNo: shownPieceNo }
  const numbers = pieces.map(({ pieceNo }) => pieceNo)
  const index = numbers.indexOf(loaded.pieceNo)
  const [following = null] = [...numbers.slice(index + 1), ...numbers.slice(0, Math.max(0, index))]
  return { showsLoaded: true, pieceNo: following }
}
