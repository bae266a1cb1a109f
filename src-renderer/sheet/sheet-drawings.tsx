// Both drawings of a sheet, one above the other, with its steps.
import { useState } from 'react'
import type { MadePiece } from '../work/made-pieces.ts'
import { FlatPatternDrawing, ProfileDrawing } from './drawings.tsx'
import type { Sheet } from './sheet.ts'
import { StepStrip } from './step-strip.tsx'
import { useSteps } from './use-steps.ts'

export interface SheetDrawingsProps {
  sheet: Sheet
  /** The piece whose blank is shown; undefined: the flat pattern of the sheet. */
  piece: Sheet['pieces'][number] | undefined
  /** All pieces of the sheet as they are made; null: not known yet. */
  made: readonly MadePiece[] | null
  /** The piece to make: the piece itself, or one of its lengths. */
  pieceNo: number
}

export function SheetDrawings({ sheet, piece, made: pieces, pieceNo }: SheetDrawingsProps) {
  const { steps } = useSteps(sheet, pieces, pieceNo)
  const [chosen, setChosen] = useState<number | null>(null)
  const made = Math.min(chosen ?? steps.length, steps.length)
  return (
    <div className="drawings">
      <ProfileDrawing sheet={sheet} steps={steps} made={made} />
      <StepStrip steps={steps} sheet={sheet.profile} made={made} onSelect={setChosen} />
      <FlatPatternDrawing sheet={sheet} piece={piece} made={pieces} pieceNo={pieceNo} />
    </div>
  )
}
