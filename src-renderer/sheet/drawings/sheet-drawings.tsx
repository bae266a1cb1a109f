// Both drawings of a sheet as it is when it is bent, for a comparison.
import type { MadePiece } from '../../work/made-pieces.ts'
import { FlatPatternDrawing, ProfileDrawing } from './drawings.tsx'
import type { Sheet } from '../sheet.ts'
import { useSteps } from '../use-steps.ts'

export interface SheetDrawingsProps {
  sheet: Sheet
  /** The piece whose blank is shown; undefined: the flat pattern of the sheet. */
  piece: Sheet['pieces'][number] | undefined
  /** All pieces of the sheet as they are made; null: not known yet. */
  madePieces: readonly MadePiece[] | null
  /** The piece to make: the piece itself, or one of its lengths. */
  pieceNo: number
}

export function SheetDrawings({ sheet, piece, madePieces: pieces, pieceNo }: SheetDrawingsProps) {
  const { steps } = useSteps(sheet, pieces, pieceNo)
  return (
    <div className="drawings">
      <ProfileDrawing sheet={sheet} steps={steps} madeCount={steps.length} />
      <FlatPatternDrawing sheet={sheet} piece={piece} madePieces={pieces} pieceNo={pieceNo} />
    </div>
  )
}
