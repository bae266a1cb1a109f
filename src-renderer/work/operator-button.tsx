// Shows whose name marks and counts are recorded under, and a button to change it.
import { Button } from '../ui/button.tsx'
import { useWords } from '../language/use-words.ts'
import { useActor } from './use-actor.tsx'

export function OperatorButton() {
  const { t } = useWords()
  const { operator, change, dialog } = useActor()
  return (
    <>
      <Button variant="quiet" onPress={change}>
        {operator === null ? t('operator.choose') : t('operator.now', { initials: operator.initials })}
      </Button>
      {dialog}
    </>
  )
}
