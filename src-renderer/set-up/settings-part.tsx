// The settings for checks, exports and marks. Each is stored as soon as it is valid.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { dxfPreset, type SetUpView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Refused } from '../ui/refused.tsx'
import { ExportFolder } from './export-folder.tsx'
import { Figure } from './figure.tsx'

export function SettingsPart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  if (view.settings === null) return <Notice tone="waiting" title={t('setup.connect_first')} />
  return <Form settings={view.settings} />
}

function Form({ settings }: { settings: NonNullable<SetUpView['settings']> }) {
  const { t, fineMm } = useTexts()
  const change = useCall('setup.change')
  const [tolerance, setTolerance] = useState(fineMm(settings.toleranceMm))
  const mm = /^\d+([.,]\d+)?$/.test(tolerance.trim()) ? Number(tolerance.trim().replace(',', '.')) : Number.NaN
  const isRight = mm >= 0.05 && mm <= 5
  return (
    <div className="set-up-form">
      <div className="set-up-row">
        <Figure
          label={t('setup.tolerance')}
          value={tolerance}
          isWrong={!isRight}
          why={t('setup.tolerance_range')}
          onWrite={setTolerance}
        />
        <Button
          variant="primary"
          isDisabled={!isRight || mm === settings.toleranceMm || change.isPending}
          onPress={() => change.mutate({ toleranceMm: mm })}
        >
          {t('setup.save')}
        </Button>
      </div>
      <div className="toggles" role="group" aria-label={t('setup.preset')}>
        <span>{t('setup.preset')}</span>
        {dxfPreset.options.map((one) => (
          <Button
            key={one}
            variant="toggle"
            aria-pressed={one === settings.dxfPreset}
            onPress={() => change.mutate({ dxfPreset: one })}
          >
            {t(`dxf_preset.${one}`)}
          </Button>
        ))}
      </div>
      <div className="toggles" role="group" aria-label={t('setup.marking')}>
        <span>{t('setup.marking')}</span>
        {[false, true].map((byItself) => (
          <Button
            key={String(byItself)}
            variant="toggle"
            aria-pressed={byItself === settings.marksByItself}
            onPress={() => change.mutate({ marksByItself: byItself })}
          >
            {t(byItself ? 'setup.marks_by_itself' : 'setup.marks_by_hand')}
          </Button>
        ))}
      </div>
      <ExportFolder key={settings.exportFolder} folder={settings.exportFolder} />
      <Refused title={t('question.refused')} error={change.error} />
    </div>
  )
}
