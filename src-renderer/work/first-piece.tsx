// Records the measured width of a flange of the first piece, by large keys. The piece is booked as a test piece with the measurement.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { NumberKeys } from '../ui/number-keys.tsx'
import { Refused } from '../ui/refused.tsx'
import { newActId } from './act-id.ts'
import { namePiece } from './made-pieces.ts'
import { parseLength } from './typed-length.ts'
import { useActor } from './use-actor.tsx'

export interface FirstPieceProps {
  sheet: Sheet
  pieceNo: number
  onClose: () => void
}

export function FirstPiece({ sheet, pieceNo, onClose }: FirstPieceProps) {
  const texts = useTexts()
  const { t, mm, fineMm } = texts
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const { flanges } = sheet.profile
  const [flange, setFlange] = useState(0)
  const [text, setText] = useState('')
  const drawnMm = flanges[flange]?.lengthMm ?? 0
  const measuredMm = parseLength(text)
  const differenceMm = measuredMm === null ? null : Math.round((measuredMm - drawnMm) * 100) / 100
  const measurementText =
    measuredMm === null
      ? ''
      : t('first_piece.measured', { flange: flange + 1, measured: fineMm(measuredMm), drawn: fineMm(drawnMm) })
  const save = (): void => {
    const { id: sheetId, drawingVersion } = sheet
    const piece = {
      sheetId,
      drawingVersion,
      pieceNo,
      actId: newActId(),
      kind: 'test',
      count: 1,
      reason: measurementText,
    } as const
    act((operatorId) => book.mutate({ ...piece, operatorId }, { onSuccess: onClose }))
  }
  return (
    <ModalDialog title={t('first_piece.title', { piece: namePiece(texts, pieceNo) })} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys
          label={t('first_piece.width')}
          text={text}
          onWrite={setText}
          hasComma
          shown={
            <output className="number-typed" aria-label={t('first_piece.width')}>
              {text === '' ? '–' : `${text} mm`}
            </output>
          }
        />
        <div className="first-piece-side">
          <div className="toggles" role="group" aria-label={t('first_piece.which')}>
            {flanges.map(({ lengthMm }, index) => (
              <Button
                // a flange is identified by its index in the profile
                key={index}
                variant="toggle"
                aria-pressed={index === flange}
                onPress={() => setFlange(index)}
              >
                {t('first_piece.flange', { flange: index + 1, length: mm(lengthMm) })}
              </Button>
            ))}
          </div>
          <MeasurementResult isEmpty={text === ''} differenceMm={differenceMm} measurementText={measurementText} />
          <p className="sub">{t('first_piece.angle_at_brake')}</p>
          <Refused title={t('work.refused')} error={book.error} />
          <div className="dialog-buttons">
            <Button variant="primary" isDisabled={measuredMm === null} isPending={book.isPending} onPress={save}>
              {t('first_piece.save')}
            </Button>
            <Button onPress={onClose}>{t('question.cancel')}</Button>
          </div>
        </div>
      </div>
      {dialog}
    </ModalDialog>
  )
}

interface MeasurementResultProps {
  isEmpty: boolean
  /** Measured minus drawn width; null where the text is not a length. */
  differenceMm: number | null
  measurementText: string
}

function MeasurementResult({ isEmpty, differenceMm, measurementText }: MeasurementResultProps) {
  const { t, fineMm } = useTexts()
  const deviationText = (deviationMm: number): string =>
    deviationMm === 0
      ? t('first_piece.right')
      : t(deviationMm > 0 ? 'first_piece.too_wide' : 'first_piece.too_narrow', { by: fineMm(Math.abs(deviationMm)) })
  return (
    <div role="status">
      {isEmpty ? (
        <p>{t('first_piece.hint')}</p>
      ) : differenceMm === null ? (
        <p className="fault-text">{t('first_piece.no_length')}</p>
      ) : (
        <>
          <p className="lead">{deviationText(differenceMm)}</p>
          <p>{measurementText}</p>
        </>
      )}
    </div>
  )
}
