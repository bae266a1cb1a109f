// Asks a supervisor for name and reason; asks for the PIN first if one is set.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { CallError } from '../../shared/station-api/index.ts'
import { PinPad } from '../grants/pin-pad.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useMay } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'

export interface SupervisorDialogProps {
  title: string
  reasons: readonly string[]
  isOpen: boolean
  error: CallError | null
  onClose: () => void
  onAnswer: (by: string, reason: string) => void
}

export function SupervisorDialog({ title, reasons, isOpen, error, onClose, onAnswer }: SupervisorDialogProps) {
  const { t } = useTexts()
  const [by, setBy] = useState('')
  const [reason, setReason] = useState('')
  const mayAnswer = useMay('oversee')
  const name = by.trim()
  if (!mayAnswer)
    return (
      <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
        <p>{t('supervisor.needs_pin')}</p>
        <PinPad grant="oversee" />
        <DialogButtons onClose={onClose} closeText={t('question.cancel')} />
      </ModalDialog>
    )
  return (
    <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
      <label className="field">
        {t('supervisor.name')}
        <input className="input" maxLength={100} value={by} onChange={({ target: { value } }) => setBy(value)} />
      </label>
      <ReasonChoice reasons={reasons} chosen={reason} onChoose={setReason} />
      <Refused title={t('question.refused')} error={error} />
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isDisabled={name === '' || reason === ''} onPress={() => onAnswer(name, reason)}>
          {title}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}
