// Begins the station anew where something waits for it: the one button, with what it means.
import { Button } from 'react-aria-components/Button'
import type { SetUpView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'

export function RestartBar({ view }: { view: SetUpView }) {
  const { t } = useWords()
  const restart = useCall('station.restart')
  if (!view.waitsForRestart) return null
  return (
    <div className="set-up-restart" role="status">
      <Sign tone="waiting" />
      <span>{t(view.canRestart ? 'setup.waits_for_restart' : 'setup.start_again')}</span>
      {view.canRestart && (
        <Button className="button primary" isDisabled={restart.isPending} onPress={() => restart.mutate({})}>
          {t('setup.restart')}
        </Button>
      )}
      <Refused title={t('question.refused')} error={restart.error} />
    </div>
  )
}
