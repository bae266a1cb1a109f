// A note next to the drawing of a whole piece: the lengths in which this station makes it, and the length that is counted now.
import { toThousandth } from '../../shared/base/figures.ts'
import { lengthOfPiece } from '../../shared/planning/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Sign } from '../ui/sign.tsx'
import { ownPieceOf, type MadePiece } from '../work/made-pieces.ts'
import type { Sheet } from './sheet.ts'

export interface LengthsNoteProps {
  /** The whole piece, as in the drawing. */
  piece: Sheet['pieces'][number] | undefined
  /** All pieces of the sheet as they are made. */
  madePieces: readonly MadePiece[]
  /** The piece of the current program and count. */
  pieceNo: number
}

export function LengthsNote({ piece, madePieces, pieceNo }: LengthsNoteProps) {
  const { t, mm } = useTexts()
  if (piece === undefined) return null
  const lengths = madePieces.filter((length) => lengthOfPiece(length.pieceNo)?.of === piece.pieceNo)
  if (lengths.length < 2) return null
  const sumMm = lengths.reduce((sum, { lengthMm }) => sum + lengthMm, 0)
  const lapMm = (sumMm - piece.lengthMm) / (lengths.length - 1)
  const currentLength = ownPieceOf(pieceNo) === piece.pieceNo ? lengthOfPiece(pieceNo) : null
  return (
    <p className="lengths-note tone-needs_person">
      <Sign tone="needs_person" />
      <span>
        {t('sheet.in_lengths', {
          count: lengths.length,
          lengths: lengths.map(({ lengthMm }) => mm(lengthMm)).join(' + '),
          lap: mm(toThousandth(lapMm)),
        })}{' '}
        {currentLength !== null && <strong>{t('sheet.length_now', { part: currentLength.part })}</strong>}
      </span>
    </p>
  )
}
