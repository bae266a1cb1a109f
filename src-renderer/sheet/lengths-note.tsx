// Beside the drawing of a whole piece: that it is made in lengths here, which, and which of them is counted now.
import { lengthOfPiece } from '../../shared/planning/index.ts'
import { useWords } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'
import { ownPieceOf, type MadePiece } from '../work/made-pieces.ts'
import type { Sheet } from './sheet.ts'

export interface LengthsNoteProps {
  /** As it is drawn, whole. */
  piece: Sheet['pieces'][number] | undefined
  /** As all of the sheet are made. */
  made: readonly MadePiece[]
  /** Of which programs and counts are now. */
  pieceNo: number
}

export function LengthsNote({ piece, made, pieceNo }: LengthsNoteProps) {
  const { t, mm } = useWords()
  if (piece === undefined) return null
  const lengths = made.filter((one) => lengthOfPiece(one.pieceNo)?.of === piece.pieceNo)
  if (lengths.length < 2) return null
  const sumMm = lengths.reduce((sum, { lengthMm }) => sum + lengthMm, 0)
  const lapMm = (sumMm - piece.lengthMm) / (lengths.length - 1)
  const now = ownPieceOf(pieceNo) === piece.pieceNo ? lengthOfPiece(pieceNo) : null
  return (
    <p className="lengths-note tone-person">
      <Sign tone="person" />
      <span>
        {t('sheet.in_lengths', {
          count: lengths.length,
          lengths: lengths.map(({ lengthMm }) => mm(lengthMm)).join(' + '),
          lap: mm(Math.round(lapMm * 1_000) / 1_000),
        })}{' '}
        {now !== null && <strong>{t('sheet.length_now', { part: now.part })}</strong>}
      </span>
    </p>
  )
}
