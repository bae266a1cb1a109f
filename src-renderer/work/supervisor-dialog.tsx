// What only a supervisor may say, with name and reason; where a PIN is set, behind it.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { CallError } from '../../shared/station-api/index.ts'
import { PinPad } from '../grants/pin-pad.tsx'
import { useWords } from '../language/use-words.ts'
import { useMay } from '../station/station-context.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ReasonChoice } from '../ui/reason-choice.tsx'
import { Refused } from '../ui/refused.tsx'

export interface SupervisorDialogProps {
  title: string
  reasons: readonly string[]
  isOpen: boolean
  error: CallError | null
  onClose: () => void
  onAnswer: (by: string, why: string) => void
}

export function SupervisorDialog({ title, reasons, isOpen, error, onClose, onAnswer }: SupervisorDialogProps) {
  const { t } = useWords()
  const [by, write] = useState('')
  const [why, giveWhy] = useState('')
  const mayAnswer = useMay('oversee')
  const name = by.trim()
  if (!mayAnswer)
    return (
      <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
        <p>{t('supervisor.needs_pin')}</p>
        <PinPad grant="oversee" />
        <Button className="button" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </ModalDialog>
    )
  return (
    <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
      <label className="field">
        {t('supervisor.name')}
        <input className="input" maxLength={100} value={by} onChange={({ target: { value } }) => write(value)} />
      </label>
      <ReasonChoice reasons={reasons} chosen={why} onChoose={giveWhy} />
      <Refused title={t('question.refused')} error={error} />
      <div className="dialog-buttons">
        <Button className="button primary" isDisabled={name === '' || why === ''} onPress={() => onAnswer(name, why)}>
          {title}
        </Button>
        <Button className="button" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </div>
    </ModalDialog>
  )
}
