// Asks what a mark means if the counts differ from the sheet: a choice and a reason, or a correction of the counts first.
import { useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'

export interface CountDiffersDialogProps {
  done: number
  wanted: number
  refusal: React.ReactNode
  onClose: () => void
  onCount: () => void
  onAnswer: (choice: 'close_short' | 'over', reason: string) => void
}

export function CountDiffersDialog({ done, wanted, refusal, onClose, onCount, onAnswer }: CountDiffersDialogProps) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const choice = done < wanted ? 'close_short' : done > wanted ? 'over' : null
  return (
    <ModalDialog title={t('mark.differ_title', { done, wanted })} isOpen onClose={onClose}>
      {choice === null ? (
        <p>{t('mark.differ_each')}</p>
      ) : (
        <ReasonChoice
          reasons={
            choice === 'close_short'
              ? [t('why.close_short_material'), t('why.close_short_agreed')]
              : [t('why.over_spare'), t('why.over_agreed')]
          }
          chosen={reason}
          onChoose={setReason}
        />
      )}
      {refusal}
      <DialogButtons onClose={onClose}>
        <Button variant={choice === null ? 'primary' : 'plain'} onPress={onCount}>
          {t('mark.correct_count')}
        </Button>
        {choice !== null && (
          <Button variant="primary" isDisabled={reason === ''} onPress={() => onAnswer(choice, reason)}>
            {t(`mark.${choice}`, { done, wanted, more: done - wanted })}
          </Button>
        )}
      </DialogButtons>
    </ModalDialog>
  )
}
