// The program that the DXF is for. This screen stores its own choice; without one, the setting of the station applies.
import { Label } from 'react-aria-components/Label'
import { Select } from 'react-aria-components/Select'
import { dxfPreset } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useWorkshop } from '../station/queries.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Option } from '../ui/option.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { presetOf, type DxfPreset } from './preset-choice.ts'

export function useDxfPreset(): [preset: DxfPreset, choose: (preset: DxfPreset) => void] {
  const workshop = useWorkshop().data
  const { presetChoice } = useScreenStore()
  const chosen = useSlice(presetChoice.preset)
  return [chosen ?? workshop?.dxfPreset ?? 'inventor', (preset) => presetChoice.choose(preset)]
}

export function DxfPresetSelect({ preset, onChoose }: { preset: DxfPreset; onChoose: (preset: DxfPreset) => void }) {
  const { t } = useTexts()
  return (
    <Select
      className="preset"
      selectedKey={preset}
      onSelectionChange={(key) => {
        const chosen = presetOf(key)
        if (chosen !== null) onChoose(chosen)
      }}
    >
      <Label>{t('dxf_preset.label')}</Label>
      <SelectOptions>
        {dxfPreset.options.map((one) => (
          <Option key={one} id={one} text={t(`dxf_preset.${one}`)} />
        ))}
      </SelectOptions>
    </Select>
  )
}
