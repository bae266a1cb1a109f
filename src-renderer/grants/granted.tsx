// What a grant opens, or the number pad in its place.
import type { Grant } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useMay } from '../station/station-context.tsx'
import { useRoomsOpen } from './lock-button.tsx'
import { useIsSettingPin } from './own-pin.ts'
import { PinPad } from './pin-pad.tsx'

export interface GrantedProps {
  grant: Grant
  children: React.ReactNode
}

/** A whole room's, which a kiosk keeps closed until a PIN has opened something: in a dialog, ask `useMay` and show `PinPad`. */
export function Granted({ grant, children }: GrantedProps) {
  const { t } = useWords()
  const may = useMay(grant)
  const roomsOpen = useRoomsOpen()
  const isSetting = useIsSettingPin()
  if (isSetting || (may && roomsOpen)) return children
  return (
    <main className="screen locked">
      <h1>{t(`grants.closed_${grant}`)}</h1>
      <p>{t('grants.why')}</p>
      <PinPad grant={grant} />
    </main>
  )
}
