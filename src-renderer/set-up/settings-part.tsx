// The settings for checks, exports and marks. Each is stored as soon as it is valid.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { dxfPreset, type SetUpView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { parseDecimal } from '../ui/decimal.ts'
import { Notice } from '../ui/notice.tsx'
import { Refused } from '../ui/refused.tsx'
import { ExportFolder } from './export-folder.tsx'
import { NumberField } from './number-field.tsx'

export function SettingsPart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  if (view.settings === null) return <Notice tone="waiting" title={t('setup.connect_first')} />
  return <Form settings={view.settings} />
}

function Form({ settings }: { settings: NonNullable<SetUpView['settings']> }) {
  const { t, fineMm } = useTexts()
  const change = useCall('setup.change')
  const [tolerance, setTolerance] = useState(fineMm(settings.toleranceMm))
  const toleranceMm = parseDecimal(tolerance)
  const isValid = toleranceMm !== null && toleranceMm >= 0.05 && toleranceMm <= 5
  return (
    <div className="set-up-form">
      <div className="set-up-row">
        <NumberField
          label={t('setup.tolerance')}
          value={tolerance}
          isInvalid={!isValid}
          error={t('setup.tolerance_range')}
          onChange={setTolerance}
        />
        <Button
          variant="primary"
          isDisabled={!isValid || toleranceMm === settings.toleranceMm}
          isPending={change.isPending}
          onPress={() => isValid && change.mutate({ toleranceMm })}
        >
          {t('setup.save')}
        </Button>
      </div>
      <div className="toggles" role="group" aria-label={t('setup.preset')}>
        <span>{t('setup.preset')}</span>
        {dxfPreset.options.map((option) => (
          <Button
            key={option}
            variant="toggle"
            aria-pressed={option === settings.dxfPreset}
            onPress={() => change.mutate({ dxfPreset: option })}
          >
            {t(`dxf_preset.${option}`)}
          </Button>
        ))}
      </div>
      <div className="toggles" role="group" aria-label={t('setup.marking')}>
        <span>{t('setup.marking')}</span>
        {[false, true].map((isAutomatic) => (
          <Button
            key={String(isAutomatic)}
            variant="toggle"
            aria-pressed={isAutomatic === settings.marksByItself}
            onPress={() => change.mutate({ marksByItself: isAutomatic })}
          >
            {t(isAutomatic ? 'setup.marks_by_itself' : 'setup.marks_by_hand')}
          </Button>
        ))}
      </div>
      <ExportFolder key={settings.exportFolder} folder={settings.exportFolder} />
      <Refused title={t('question.refused')} error={change.error} />
    </div>
  )
}
