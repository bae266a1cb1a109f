// 'The drawing is wrong': what is wrong with it, in one press or in words. Stops the sheet at this station.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { deviationReason, type DeviationReason } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from './use-actor.tsx'

export function WrongDrawingButton({ sheet }: { sheet: Sheet }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="button" onPress={() => setOpen(true)}>
        {t('deviation.action')}
      </Button>
      {isOpen && <WrongDrawingDialog sheet={sheet} onClose={() => setOpen(false)} />}
    </>
  )
}

function WrongDrawingDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { t } = useWords()
  const { act, dialog } = useActor()
  const report = useCall('deviation.report')
  const [reason, choose] = useState<DeviationReason | null>(null)
  const [text, write] = useState('')
  const said = text.trim()
  const isReady = reason !== null && (reason !== 'other' || said !== '')
  return (
    <ModalDialog title={t('deviation.title')} isOpen onClose={onClose}>
      <p>{t('deviation.means')}</p>
      <div className="toggles" role="group" aria-label={t('deviation.title')}>
        {deviationReason.options.map((one) => (
          <Button key={one} className="button toggle" aria-pressed={one === reason} onPress={() => choose(one)}>
            {t(`deviation_reason.${one}`)}
          </Button>
        ))}
      </div>
      <label className="field">
        {t('deviation.text')}
        <input className="input" maxLength={1_000} value={text} onChange={({ target: { value } }) => write(value)} />
      </label>
      <Refused title={t('question.refused')} error={report.error} />
      <div className="dialog-buttons">
        <Button
          className="button primary"
          isDisabled={!isReady}
          isPending={report.isPending}
          onPress={() =>
            act((operatorId) => {
              if (reason === null) return
              const { id: sheetId, drawingVersion } = sheet
              const what = { sheetId, drawingVersion, operatorId, reason, text: said === '' ? null : said }
              report.mutate(what, { onSuccess: onClose })
            })
          }
        >
          {t('deviation.report')}
        </Button>
        <Button className="button" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </div>
      {dialog}
    </ModalDialog>
  )
}
