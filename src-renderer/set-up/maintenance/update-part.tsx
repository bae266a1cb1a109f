// Updates of the app: available, downloaded or ready, and the confirmation. An update is installed when the brake is idle.
import { Button } from '../../ui/button.tsx'
import type { UpdateView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { Tone } from '../../ui/bend-state.ts'
import { useCall } from '../../station/queries.ts'
import { CommandLine } from '../../ui/command-line.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Sign } from '../../ui/sign.tsx'
import { useSetUpQuery } from '../use-set-up-query.ts'

const refetchEveryMs = 2_000
const tones: Record<UpdateView['state'], Tone> = {
  not_here: 'open',
  off: 'open',
  no_key: 'uncertain',
  unlooked: 'open',
  looking: 'waiting',
  latest: 'done',
  fetching: 'waiting',
  ready: 'needs_person',
  waits: 'waiting',
  failed: 'fault',
}

export function UpdatePart() {
  const { t } = useTexts()
  const { data, error, refetch } = useSetUpQuery('shell.update_read', {}, refetchEveryMs)
  const check = useCall('shell.update_look')
  const accept = useCall('shell.update_agree')
  if (data === undefined)
    return error === null ? (
      <p role="status">{t('setup.reading')}</p>
    ) : (
      <Refused title={t('setup.not_read')} error={error} />
    )
  const { state, version, nextVersion, percent, message } = data
  const refetchAfter = { onSuccess: () => void refetch() }
  const canCheck = state === 'unlooked' || state === 'latest' || state === 'failed' || state === 'ready'
  return (
    <>
      {version !== null && <p className="set-up-now">{t('setup.update_runs', { version })}</p>}
      <div className="finding" role={state === 'failed' ? 'alert' : 'status'}>
        <Sign tone={tones[state]} />
        <div>
          <strong>
            {t(`setup.update_is.${state}`, { version: nextVersion ?? '', percent: Math.round(percent ?? 0) })}
          </strong>
          <p>{t(`setup.update_todo.${state}`)}</p>
          {state === 'off' && <CommandLine>{t('setup.update_line')}</CommandLine>}
          {message !== null && (
            <p className="sub" lang="en">
              {message}
            </p>
          )}
          {percent !== null && <progress max={100} value={percent} aria-label={t('setup.part_update')} />}
        </div>
      </div>
      <Refused title={t('question.refused')} error={check.error ?? accept.error} />
      <div className="dialog-buttons">
        {state === 'ready' && nextVersion !== null && (
          <Button
            variant="primary"
            isPending={accept.isPending}
            onPress={() => accept.mutate({ version: nextVersion }, refetchAfter)}
          >
            {t('setup.update_agree')}
          </Button>
        )}
        {canCheck && (
          <Button isPending={check.isPending} onPress={() => check.mutate({}, refetchAfter)}>
            {t('setup.update_look')}
          </Button>
        )}
      </div>
    </>
  )
}
