// What each step of a test found, with its sign, and what to do about it.
import { checkSteps, type Check } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'
import { inSight } from './in-sight.ts'

const tones = { ok: 'done', warn: 'person', wrong: 'fault' } as const

/** Steps that were not tried stand there as such: what comes after a wrong one is not known. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useWords()
  return (
    <ol className="findings" aria-live="polite" ref={inSight}>
      {checkSteps.map((step) => {
        const check = checks.find((one) => one.step === step)
        return (
          <li key={step} className="finding">
            <Sign tone={check === undefined ? 'open' : tones[check.state]} />
            <div>
              <strong>
                {t(`setup.step_${step}`)}: {check === undefined ? t('setup.untried') : t(`setup.state_${check.state}`)}
              </strong>
              {check !== undefined && <p>{t(`setup.check_${check.code}`, check.params)}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
