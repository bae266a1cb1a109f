// The lengths of a sheet: a ring of the pieces done, quantity × length, and the count. A touch chooses the length that is made and drawn.
import { useBrake } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { PieceRing } from '../ui/drawing/index.ts'
import { pieceName, wholePiecesOf, type MadePiece } from '../work/made-pieces.ts'
import type { Sheet } from './sheet.ts'

export interface LengthsListProps {
  sheet: Sheet
  /** Null: not known yet. */
  madePieces: readonly MadePiece[] | null
  pieceNo: number
  onChoose: (pieceNo: number) => void
}

export function LengthsList({ sheet, madePieces, pieceNo, onChoose }: LengthsListProps) {
  const texts = useTexts()
  const { t } = texts
  const work = useWork(sheet.id).data
  const { loaded } = useBrake()
  const pieces = madePieces ?? wholePiecesOf(sheet)
  /** The brake may have made more of it than is counted. */
  const isDoubted = (one: number): boolean =>
    loaded?.needsConfirmation === true && loaded.sheetId === sheet.id && loaded.pieceNo === one
  return (
    <ul className="lengths" aria-label={t('sheet.pieces')}>
      {pieces.map((piece) => {
        const name = pieceName(texts, piece.pieceNo, pieces)
        const done = work?.pieces.find((one) => one.pieceNo === piece.pieceNo)?.done ?? 0
        const count = t('work.done', { done, wanted: piece.wantedPieces })
        return (
          <li key={piece.pieceNo}>
            <Button
              variant="bare"
              className="sheet-length"
              aria-pressed={piece.pieceNo === pieceNo}
              onPress={() => onChoose(piece.pieceNo)}
            >
              <PieceRing className="sheet-ring" done={done} wanted={piece.wantedPieces} />
              <span className="length-name">{name}</span>
              <span className={done > piece.wantedPieces ? 'length-count tone-needs_person' : 'length-count'}>
                {isDoubted(piece.pieceNo) ? t('job.at_least', { count }) : count}
                {taper(texts, sheet, piece)}
              </span>
            </Button>
            {isDoubted(piece.pieceNo) && <p className="length-doubt tone-needs_person">{t('job.may_miss')}</p>}
          </li>
        )
      })}
    </ul>
  )
}

/** The other end of a tapered piece. */
function taper({ t, mm }: Pick<ReturnType<typeof useTexts>, 't' | 'mm'>, sheet: Sheet, { pieceNo }: MadePiece) {
  const piece = sheet.pieces.find((one) => one.pieceNo === pieceNo)
  if (piece === undefined || piece.endLengthMm === null || piece.endLengthMm === piece.lengthMm) return null
  return ` · ${t('sheet.tapered_to', { length: mm(piece.lengthMm), end: mm(piece.endLengthMm) })}`
}
