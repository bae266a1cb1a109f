// Reports that the drawing is wrong, with a reason or a text. Stops work on the sheet at this station.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { deviationReason, type DeviationReason } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { useActor } from './use-actor.tsx'

export function WrongDrawingButton({ sheet }: { sheet: Sheet }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('deviation.action')}</Button>
      {isOpen && <WrongDrawingDialog sheet={sheet} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function WrongDrawingDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const report = useCall('deviation.report')
  const [reason, setReason] = useState<DeviationReason | null>(null)
  const [text, setText] = useState('')
  const trimmedText = text.trim()
  const isReady = reason !== null && (reason !== 'other' || trimmedText !== '')
  return (
    <ModalDialog title={t('deviation.title')} isOpen onClose={onClose}>
      <p>{t('deviation.means')}</p>
      <div className="toggles" role="group" aria-label={t('deviation.title')}>
        {deviationReason.options.map((option) => (
          <Button key={option} variant="toggle" aria-pressed={option === reason} onPress={() => setReason(option)}>
            {t(`deviation_reason.${option}`)}
          </Button>
        ))}
      </div>
      <label className="field">
        {t('deviation.text')}
        <input className="input" maxLength={1_000} value={text} onChange={({ target: { value } }) => setText(value)} />
      </label>
      <Refused title={t('question.refused')} error={report.error} />
      <DialogButtons onClose={onClose}>
        <Button
          variant="primary"
          isDisabled={!isReady}
          isPending={report.isPending}
          onPress={() =>
            act((operatorId) => {
              if (reason === null) return
              const { id: sheetId, drawingVersion } = sheet
              const input = {
                sheetId,
                drawingVersion,
                operatorId,
                reason,
                text: trimmedText === '' ? null : trimmedText,
              }
              report.mutate(input, { onSuccess: onClose })
            })
          }
        >
          {t('deviation.report')}
        </Button>
      </DialogButtons>
      {dialog}
    </ModalDialog>
  )
}
