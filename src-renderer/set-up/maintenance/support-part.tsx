// The support bundle in numbered steps: gather, review, save. Nothing is sent automatically.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { supportSteps, type SupportView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Sign } from '../../ui/sign.tsx'
import { formatBytes } from './bytes.ts'
import { useSetUpQuery } from '../use-set-up-query.ts'

const refetchEveryMs = 300

export function SupportPart() {
  const { t } = useTexts()
  const gather = useCall('support.gather')
  const cancel = useCall('support.cancel')
  const save = useCall('support.save')
  const [isGathering, setIsGathering] = useState(false)
  const { data, error } = useSetUpQuery('support.read', {}, isGathering ? refetchEveryMs : false)
  if (data !== undefined && isGathering !== (data.state === 'gathering')) setIsGathering(data.state === 'gathering')
  if (data === undefined)
    return error === null ? (
      <p role="status">{t('setup.reading')}</p>
    ) : (
      <Refused title={t('setup.not_read')} error={error} />
    )
  const { state, completedSteps, path, message } = data
  return (
    <>
      <p>{t('setup.support_why')}</p>
      <div className="dialog-buttons">
        <Button variant="primary" isDisabled={state === 'gathering'} onPress={() => gather.mutate({})}>
          {t('setup.support_gather')}
        </Button>
        {state === 'gathering' && <Button onPress={() => cancel.mutate({})}>{t('question.cancel')}</Button>}
      </div>
      <Refused title={t('question.refused')} error={gather.error ?? cancel.error ?? save.error} />
      {state === 'cancelled' && <p role="status">{t('setup.support_cancelled')}</p>}
      {state === 'failed' && (
        <Notice tone="fault" title={t('setup.support_failed')}>
          {message}
        </Notice>
      )}
      {state !== 'none' && state !== 'cancelled' && (
        <ol className="findings" aria-live="polite">
          {supportSteps.map((step, index) => (
            <li key={step} className="finding">
              <Sign tone={completedSteps.includes(step) ? 'done' : state === 'gathering' ? 'waiting' : 'open'} />
              <span>
                {index + 1}. {t(`setup.support_${step}`)}
              </span>
            </li>
          ))}
        </ol>
      )}
      {(state === 'ready' || state === 'saved') && <Bundle bundle={data} />}
      {state === 'ready' && (
        <Button variant="primary" isPending={save.isPending} onPress={() => save.mutate({})}>
          {t('setup.support_save')}
        </Button>
      )}
      {state === 'saved' && path !== null && (
        <Notice tone="done" title={t('setup.support_saved')}>
          <p className="code">{path}</p>
        </Notice>
      )}
    </>
  )
}

function Bundle({ bundle }: { bundle: SupportView }) {
  const { t, language } = useTexts()
  return (
    <div className="support-files">
      <p role="status">{t('setup.support_struck', { count: bundle.redactedSecrets })}</p>
      {bundle.files.map(({ name, bytes, text }) => (
        <details key={name}>
          <summary>
            <Icon name="next" /> {name} <span className="sub">{formatBytes(bytes, language)}</span>
          </summary>
          <pre tabIndex={0}>{text}</pre>
        </details>
      ))}
    </div>
  )
}
