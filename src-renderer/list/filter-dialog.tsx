// Filters the list by buttons: state, department, material, colour and thickness.
import { Button } from '../ui/button.tsx'
import type { ListView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useStatus } from '../station/station-context.tsx'
import { useScreenStore } from '../store/use-screen-store.ts'
import { ModalDialog } from '../ui/dialogs/index.ts'
import { Sign } from '../ui/sign.tsx'
import type { Tone } from '../ui/bend-state.ts'
import { choicesIn, filterCount, type ListArrangement, noColour, noFilters } from './arranging/index.ts'

export interface FilterDialogProps {
  list: ListView
  arrangement: ListArrangement
  onClose: () => void
}

export function FilterDialog({ list, arrangement, onClose }: FilterDialogProps) {
  const { t, thickness, named } = useTexts()
  const { listView } = useScreenStore()
  const { brakes } = useStatus()
  const choices = choicesIn(list.entries, brakes)
  return (
    <ModalDialog title={t('list_bar.filters_title')} isOpen onClose={onClose}>
      <div className="filters">
        <Choices
          name={t('list_bar.by_state')}
          available={choices.states}
          chosen={arrangement.states}
          onChoose={(states) => listView.rearrange({ states })}
          label={(state) => t(`list_bar.state_${state}`)}
          tone={(state) => state}
        />
        <Choices
          name={t('list_bar.by_department')}
          available={choices.departments}
          chosen={arrangement.departments}
          onChoose={(departments) => listView.rearrange({ departments })}
          label={(department) => department}
        />
        <Choices
          name={t('sheet.material')}
          available={choices.materials}
          chosen={arrangement.materials}
          onChoose={(materials) => listView.rearrange({ materials })}
          label={(material) => named('material', material)}
        />
        <Choices
          name={t('list_bar.by_colour')}
          available={choices.colours}
          chosen={arrangement.colours}
          onChoose={(colours) => listView.rearrange({ colours })}
          label={(colour) => (colour === noColour ? t('list_bar.no_colour') : colour)}
        />
        <Choices
          name={t('sheet.thickness')}
          available={choices.thicknesses}
          chosen={arrangement.thicknesses}
          onChoose={(thicknesses) => listView.rearrange({ thicknesses })}
          label={(mm) => `${thickness(mm)} mm`}
        />
      </div>
      <div className="dialog-buttons">
        <Button isDisabled={filterCount(arrangement) === 0} onPress={() => listView.rearrange(noFilters)}>
          {t('list_bar.clear_filters')}
        </Button>
        <Button variant="primary" onPress={onClose}>
          {t('list_bar.filters_done')}
        </Button>
      </div>
    </ModalDialog>
  )
}

interface ChoicesProps<Value> {
  name: string
  available: readonly Value[]
  chosen: readonly Value[]
  onChoose: (chosen: Value[]) => void
  label: (value: Value) => string
  tone?: (value: Value) => Tone
}

function Choices<Value extends string | number>({
  name,
  available,
  chosen,
  onChoose,
  label,
  tone,
}: ChoicesProps<Value>) {
  // a chosen value that no sheet has any more can still be removed
  const values = [...new Set([...available, ...chosen])]
  if (values.length === 0) return null
  return (
    <fieldset className="choices">
      <legend>{name}</legend>
      {values.map((value) => {
        const isChosen = chosen.includes(value)
        return (
          <Button
            key={value}
            variant="toggle"
            aria-pressed={isChosen}
            onPress={() => onChoose(isChosen ? chosen.filter((other) => other !== value) : [...chosen, value])}
          >
            {tone !== undefined && <Sign tone={tone(value)} />} {label(value)}
          </Button>
        )
      })}
    </fieldset>
  )
}
