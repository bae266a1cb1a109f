// Selects the machine whose sheets are shown, and the machine of this station.
import { Button } from '../ui/button.tsx'
import { Select } from 'react-aria-components/Select'
import { useTexts } from '../language/use-texts.ts'
import { offeredMachines } from '../machines/offered-machines.ts'
import { useCall } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Option } from '../ui/option.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import type { BrakeChoice } from './arranging/index.ts'

export interface BrakeSelectProps {
  choice: BrakeChoice
  onChoose: (choice: BrakeChoice) => void
}

export function BrakeSelect({ choice, onChoose }: BrakeSelectProps) {
  const { t } = useTexts()
  const { brakes, ownBrakeId } = useStatus()
  const chooseOwn = useCall('brake.choose')
  const chosen = choice.kind === 'brake' ? brakes.find(({ id }) => id === choice.id) : undefined
  return (
    <div className="brake-choice">
      {chosen !== undefined && chosen.id !== ownBrakeId && (
        <Button
          className="own-brake"
          aria-label={t('brake.make_own', { name: chosen.name })}
          onPress={() => chooseOwn.mutate({ pressBrakeId: chosen.id })}
        >
          {t('brake.make_own_short')}
        </Button>
      )}
      <Select
        aria-label={t('brake.label')}
        selectedKey={keyOf(choice)}
        onSelectionChange={(key) => onChoose(choiceOf(String(key)))}
      >
        <SelectOptions placement="bottom end">
          <Option id="all" text={t('brake.all')} />
          {offeredMachines(brakes, choice.kind === 'brake' ? choice.id : null).map(({ id, name }) => (
            <Option key={id} id={`brake:${id}`} text={id === ownBrakeId ? t('brake.own', { name }) : name} />
          ))}
          <Option id="none" text={t('brake.none')} />
        </SelectOptions>
      </Select>
    </div>
  )
}

const keyOf = (choice: BrakeChoice): string => (choice.kind === 'brake' ? `brake:${choice.id}` : choice.kind)

function choiceOf(key: string): BrakeChoice {
  if (key.startsWith('brake:')) return { kind: 'brake', id: key.slice('brake:'.length) }
  return key === 'none' ? { kind: 'none' } : { kind: 'all' }
}
