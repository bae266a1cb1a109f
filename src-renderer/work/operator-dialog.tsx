// Large initials to choose from, nobody, or new ones.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { OperatorView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { NewInitials } from './new-initials.tsx'

export interface OperatorDialogProps {
  isOpen: boolean
  /** Nobody stands at a machine to plan. */
  at: 'machine' | 'plan'
  operators: readonly OperatorView[]
  /** Null: somebody without a name. */
  onAnswer: (operatorId: string | null) => void
  onClose: () => void
}

export function OperatorDialog({ isOpen, at, operators, onAnswer, onClose }: OperatorDialogProps) {
  const { t } = useWords()
  return (
    <ModalDialog
      title={t(at === 'plan' ? 'operator.planner_title' : 'operator.title')}
      isOpen={isOpen}
      onClose={onClose}
    >
      <p>{t(at === 'plan' ? 'operator.planner_why' : 'operator.why')}</p>
      <Choice operators={operators} onAnswer={onAnswer} onClose={onClose} />
    </ModalDialog>
  )
}

function Choice({ operators, onAnswer, onClose }: Omit<OperatorDialogProps, 'isOpen' | 'at'>) {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(operators.length === 0)
  return (
    <>
      <div className="initials">
        {operators.map(({ id, initials }) => (
          <Button key={id} className="button initial" onPress={() => onAnswer(id)}>
            {initials}
          </Button>
        ))}
        <Button className="button initial nobody" onPress={() => onAnswer(null)}>
          {t('operator.nobody')}
        </Button>
        {!isAdding && (
          <Button className="button initial nobody" onPress={() => setAdding(true)}>
            {t('operator.new')}
          </Button>
        )}
        <Button className="button initial nobody" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </div>
      {isAdding && <NewInitials onAdded={onAnswer} />}
    </>
  )
}
