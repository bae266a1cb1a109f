// The pieces to make: quantity, length and hand. Selects the piece whose blank is shown.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from './sheet.ts'

export interface PiecesTableProps {
  pieces: Sheet['pieces']
  shown: number | null
  onShow: (pieceNo: number) => void
}

export function PiecesTable({ pieces, shown, onShow }: PiecesTableProps) {
  const { t, mm, named } = useTexts()
  const hasHands = pieces.some(({ hand }) => hand !== 'none')
  return (
    <table className="table pieces" aria-label={t('sheet.pieces')}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('sheet.pieces')}</th>
          <th scope="col">{t('sheet.piece_quantity')}</th>
          <th scope="col">{t('sheet.piece_length')}</th>
          {hasHands && <th scope="col">{t('sheet.piece_hand')}</th>}
        </tr>
      </thead>
      <tbody>
        {pieces.map(({ pieceNo, quantity, lengthMm, endLengthMm, hand }) => (
          <tr key={pieceNo} aria-current={pieceNo === shown}>
            <td>
              {pieces.length === 1 ? (
                pieceNo
              ) : (
                <Button
                  size="small"
                  aria-label={t('sheet.piece_shown', { piece: pieceNo })}
                  aria-pressed={pieceNo === shown}
                  onPress={() => onShow(pieceNo)}
                >
                  {pieceNo}
                </Button>
              )}
            </td>
            <td className="figure">{t('list.pieces', { count: quantity })}</td>
            <td className="figure">
              {endLengthMm === null || endLengthMm === lengthMm
                ? t('sheet.length_mm', { length: mm(lengthMm) })
                : t('sheet.tapered_to', { length: mm(lengthMm), end: mm(endLengthMm) })}
            </td>
            {hasHands && <td>{named('hand', hand)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
