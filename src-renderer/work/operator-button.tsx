// Shows whose name marks and counts are recorded under, and a button to change it.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useActor } from './use-actor.tsx'

export function OperatorButton() {
  const { t } = useTexts()
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
