// Restarts the station when a change requires it, with an explanation.
import { Button } from '../ui/button.tsx'
import type { SetUpView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'

export function RestartBar({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const restart = useCall('station.restart')
  if (!view.needsRestart) return null
  return (
    <div className="set-up-restart" role="status">
      <Sign tone="waiting" />
      <span>{t(view.canRestart ? 'setup.waits_for_restart' : 'setup.start_again')}</span>
      {view.canRestart && (
        <Button variant="primary" isDisabled={restart.isPending} onPress={() => restart.mutate({})}>
          {t('setup.restart')}
        </Button>
      )}
      <Refused title={t('question.refused')} error={restart.error} />
    </div>
  )
}
