// The brake in one line over the mark of a sheet: how it stands, what it has made of this sheet, and the way to its panel.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { toneOfBrake } from './brake-words.ts'

/** Nothing where this station is linked to no brake. */
export function BrakeStrip({ sheetId, onOpen }: { sheetId: string; onOpen: () => void }) {
  const { t } = useWords()
  const { link, state: known, loaded } = useBrake()
  const isOpen = useLinkState() === 'open'
  if (link === null) return null
  // how the brake stands is not known while nothing is heard of the station
  const state = isOpen ? known : 'stale'
  const own = loaded?.sheetId === sheetId ? loaded : null
  const tone = own?.waitsForPerson === true ? 'person' : toneOfBrake(state)
  return (
    <div className={`brake-strip tone-${tone}`}>
      <Sign tone={tone} />
      <span role="status">{t(`brake_link.state.${state}`)}</span>
      <Button className="button" onPress={onOpen}>
        {own === null ? t('brake_link.open') : t('brake_link.open_loaded', { done: own.done, wanted: own.wanted })}
      </Button>
    </div>
  )
}
