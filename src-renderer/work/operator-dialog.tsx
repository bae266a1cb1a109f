// Large initials to choose from, nobody, or new ones.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { OperatorView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Refused } from '../ui/refused.tsx'

export interface OperatorDialogProps {
  isOpen: boolean
  operators: readonly OperatorView[]
  /** Null: somebody without a name. */
  onAnswer: (operatorId: string | null) => void
  onClose: () => void
}

export function OperatorDialog({ isOpen, operators, onAnswer, onClose }: OperatorDialogProps) {
  const { t } = useWords()
  return (
    <ModalDialog title={t('operator.title')} isOpen={isOpen} onClose={onClose}>
      <p>{t('operator.why')}</p>
      <div className="initials">
        {operators.map(({ id, initials }) => (
          <Button key={id} className="button initial" onPress={() => onAnswer(id)}>
            {initials}
          </Button>
        ))}
        <Button className="button initial nobody" onPress={() => onAnswer(null)}>
          {t('operator.nobody')}
        </Button>
      </div>
      <NewInitials onAdded={onAnswer} />
    </ModalDialog>
  )
}

function NewInitials({ onAdded }: { onAdded: (operatorId: string) => void }) {
  const { t } = useWords()
  const add = useCall('operator.add')
  const [initials, write] = useState('')
  const written = initials.trim()
  return (
    <form
      className="new-initials"
      onSubmit={(event) => {
        event.preventDefault()
        if (written !== '') add.mutate({ initials: written }, { onSuccess: ({ id }) => onAdded(id) })
      }}
    >
      <label className="field">
        {t('operator.add')}
        <input className="input" maxLength={100} value={initials} onChange={({ target: { value } }) => write(value)} />
      </label>
      <Button className="button" type="submit" isDisabled={written === '' || add.isPending}>
        {t('operator.add_button')}
      </Button>
      <Refused title={t('work.refused')} error={add.error} />
    </form>
  )
}
