// Shows a screen if its grant is open, and otherwise the number pad for the PIN.
import type { Grant } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useMay } from '../station/station-context.tsx'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useAreAllAreasOpen } from './lock-button.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { PinPad } from './pin-pad.tsx'

export interface GrantedProps {
  grant: Grant
  children: React.ReactNode
}

/** Guards a whole screen; a kiosk hides it until a PIN has opened an area. A dialog uses `useMay` and `PinPad`. */
export function Granted({ grant, children }: GrantedProps) {
  const { t } = useTexts()
  const isGranted = useMay(grant)
  const areAllAreasOpen = useAreAllAreasOpen()
  const isSettingPin = useSlice(useScreenStore().pinChange.isRunning)
  if (isSettingPin || (isGranted && areAllAreasOpen)) return children
  return (
    <main className="screen locked">
      <h1>{t(`grants.closed_${grant}`)}</h1>
      <p>{t('grants.why')}</p>
      <PinPad grant={grant} />
      {grant === 'maintain' && (
        <div>
          <p className="sub">{t('setup.pin_forgotten')}</p>
          <CommandLine>{t('setup.pin_line')}</CommandLine>
        </div>
      )}
    </main>
  )
}
