// The scanner settings of this station: what it types before and after a code. Needs the grant to maintain.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { scanSuffixes, type ScannerSettings as Settings } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall, useScannerSettings } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'

const maxPrefixLength = 8

export function ScannerSettings() {
  const { data: settings } = useScannerSettings()
  return settings === undefined ? null : <Form key={JSON.stringify(settings)} settings={settings} />
}

function Form({ settings }: { settings: Settings }) {
  const { t } = useTexts()
  const set = useCall('scanner.set')
  const [prefix, setPrefix] = useState(settings.prefix)
  const [suffix, setSuffix] = useState(settings.suffix)
  const isUnchanged = prefix === settings.prefix && suffix === settings.suffix
  return (
    <section className="scanner-settings" aria-label={t('scan.settings')}>
      <h3>{t('scan.settings')}</h3>
      <p>{t('scan.settings_why')}</p>
      <label className="field">
        {t('scan.prefix')}
        <input
          className="input code"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxPrefixLength}
          value={prefix}
          onChange={({ target: { value } }) => setPrefix(value)}
        />
      </label>
      <div className="toggles" role="group" aria-label={t('scan.suffix')}>
        <span>{t('scan.suffix')}</span>
        {scanSuffixes.map((option) => (
          <Button key={option} variant="toggle" aria-pressed={option === suffix} onPress={() => setSuffix(option)}>
            {t(`scan.suffix_${option}`)}
          </Button>
        ))}
      </div>
      <Refused title={t('question.refused')} error={set.error} />
      <Button
        variant="primary"
        isDisabled={isUnchanged}
        isPending={set.isPending}
        onPress={() => set.mutate({ prefix, suffix })}
      >
        {t('scan.settings_save')}
      </Button>
      <p className="sub">{t('scan.settings_try')}</p>
    </section>
  )
}
