// The first piece on the bench: how wide a flange became, on large keys. It is booked as a test piece, and what was measured stands with it.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { NumberKeys } from '../ui/number-keys.tsx'
import { Refused } from '../ui/refused.tsx'
import { newActId } from './act-id.ts'
import { namePiece } from './made-pieces.ts'
import { lengthTyped } from './typed-length.ts'
import { useActor } from './use-actor.tsx'

export interface FirstPieceProps {
  sheet: Sheet
  pieceNo: number
  onClose: () => void
}

export function FirstPiece({ sheet, pieceNo, onClose }: FirstPieceProps) {
  const words = useWords()
  const { t, mm, fineMm } = words
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const { flanges } = sheet.profile
  const [flange, choose] = useState(0)
  const [text, write] = useState('')
  const drawn = flanges[flange]?.lengthMm ?? 0
  const measured = lengthTyped(text)
  const difference = measured === null ? null : Math.round((measured - drawn) * 100) / 100
  const said =
    measured === null
      ? ''
      : t('first_piece.measured', { flange: flange + 1, measured: fineMm(measured), drawn: fineMm(drawn) })
  const save = (): void => {
    const { id: sheetId, drawingVersion } = sheet
    const piece = { sheetId, drawingVersion, pieceNo, actId: newActId(), kind: 'test', count: 1, reason: said } as const
    act((operatorId) => book.mutate({ ...piece, operatorId }, { onSuccess: onClose }))
  }
  return (
    <ModalDialog title={t('first_piece.title', { piece: namePiece(words, pieceNo) })} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys
          label={t('first_piece.width')}
          text={text}
          onWrite={write}
          hasComma
          shown={
            <output className="number-typed" aria-label={t('first_piece.width')}>
              {text === '' ? '–' : `${text} mm`}
            </output>
          }
        />
        <div className="first-piece-says">
          <div className="toggles" role="group" aria-label={t('first_piece.which')}>
            {flanges.map(({ lengthMm }, index) => (
              <Button
                // a flange is told by its place in the profile
                key={index}
                className="button toggle"
                aria-pressed={index === flange}
                onPress={() => choose(index)}
              >
                {t('first_piece.flange', { flange: index + 1, length: mm(lengthMm) })}
              </Button>
            ))}
          </div>
          <div role="status">
            {text === '' ? (
              <p>{t('first_piece.hint')}</p>
            ) : difference === null ? (
              <p className="fault-text">{t('first_piece.no_length')}</p>
            ) : (
              <>
                <p className="lead">
                  {difference === 0
                    ? t('first_piece.right')
                    : t(difference > 0 ? 'first_piece.too_wide' : 'first_piece.too_narrow', {
                        by: fineMm(Math.abs(difference)),
                      })}
                </p>
                <p>{said}</p>
              </>
            )}
          </div>
          <p className="sub">{t('first_piece.angle_at_brake')}</p>
          <Refused title={t('work.refused')} error={book.error} />
          <div className="dialog-buttons">
            <Button className="button primary" isDisabled={measured === null} isPending={book.isPending} onPress={save}>
              {t('first_piece.save')}
            </Button>
            <Button className="button" onPress={onClose}>
              {t('question.cancel')}
            </Button>
          </div>
        </div>
      </div>
      {dialog}
    </ModalDialog>
  )
}
