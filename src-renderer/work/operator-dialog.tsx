// Asks who works here: known initials, nobody, or new initials.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { OperatorView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { NewInitials } from './new-initials.tsx'

export interface OperatorDialogProps {
  isOpen: boolean
  /** The texts for an operator at a machine, or for a planner. */
  place: 'machine' | 'plan'
  operators: readonly OperatorView[]
  /** Null: a person without a name. */
  onAnswer: (operatorId: string | null) => void
  onClose: () => void
}

export function OperatorDialog({ isOpen, place, operators, onAnswer, onClose }: OperatorDialogProps) {
  const { t } = useTexts()
  return (
    <ModalDialog
      title={t(place === 'plan' ? 'operator.planner_title' : 'operator.title')}
      isOpen={isOpen}
      onClose={onClose}
    >
      <p>{t(place === 'plan' ? 'operator.planner_why' : 'operator.why')}</p>
      <Choice operators={operators} onAnswer={onAnswer} onClose={onClose} />
    </ModalDialog>
  )
}

function Choice({ operators, onAnswer, onClose }: Omit<OperatorDialogProps, 'isOpen' | 'place'>) {
  const { t } = useTexts()
  const [isAdding, setIsAdding] = useState(operators.length === 0)
  return (
    <>
      <div className="initials">
        {operators.map(({ id, initials }) => (
          <Button key={id} className="initial" onPress={() => onAnswer(id)}>
            {initials}
          </Button>
        ))}
        <Button className="initial nobody" onPress={() => onAnswer(null)}>
          {t('operator.nobody')}
        </Button>
        {!isAdding && (
          <Button className="initial nobody" onPress={() => setIsAdding(true)}>
            {t('operator.new')}
          </Button>
        )}
      </div>
      {isAdding && <NewInitials onAdded={onAnswer} />}
      <DialogButtons onClose={onClose} closeText={t('question.cancel')} />
    </>
  )
}
