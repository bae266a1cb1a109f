// The file formats as check boxes.
import type { DayFormat } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { toggled } from '../ui/toggled.ts'

export interface FormatChoiceProps {
  formats: readonly DayFormat[]
  chosen: ReadonlySet<DayFormat>
  onChoose: (chosen: ReadonlySet<DayFormat>) => void
}

export function FormatChoice({ formats, chosen, onChoose }: FormatChoiceProps) {
  const { t } = useTexts()
  return (
    <fieldset className="formats">
      <legend>{t('export.formats')}</legend>
      {formats.map((format) => (
        <label key={format} className="format">
          <input type="checkbox" checked={chosen.has(format)} onChange={() => onChoose(toggled(chosen, format))} />
          {t(`export_format.${format}`)}
        </label>
      ))}
    </fieldset>
  )
}
