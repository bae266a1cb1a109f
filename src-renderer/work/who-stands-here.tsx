// Whose hands the marks and counts are, and the way to say so: always there to be pressed, never in the way of a press.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useActor } from './use-actor.tsx'

export function WhoStandsHere() {
  const { t } = useWords()
  const { operator, change, dialog } = useActor()
  return (
    <>
      <Button className="button quiet" onPress={change}>
        {operator === null ? t('operator.choose') : t('operator.now', { initials: operator.initials })}
      </Button>
      {dialog}
    </>
  )
}
