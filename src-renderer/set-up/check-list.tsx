// The result of each step of a test, with its icon and what to do.
import { checkSteps, type Check } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { CommandLine } from '../ui/command-line.tsx'
import { Sign } from '../ui/sign.tsx'
import { scrollIntoView } from './scroll-into-view.ts'

const tones = { ok: 'done', warn: 'needs_person', wrong: 'fault' } as const

/** Untried steps are listed too: the steps after an error are unknown. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTexts()
  const address = String(checks.find(({ code }) => code === 'address_ok')?.params['address'] ?? '')
  return (
    <ol className="findings" aria-live="polite" ref={scrollIntoView}>
      {checkSteps.map((step) => {
        const check = checks.find((candidate) => candidate.step === step)
        return (
          <li key={step} className="finding">
            <Sign tone={check === undefined ? 'open' : tones[check.state]} />
            <div>
              <strong>
                {t(`setup.step_${step}`)}: {check === undefined ? t('setup.untried') : t(`setup.state_${check.state}`)}
              </strong>
              {check !== undefined && <p>{t(`setup.check_${check.code}`, check.params)}</p>}
              {check?.code === 'store_in_use' && <CommandLine>{t('setup.connect_line', { address })}</CommandLine>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
