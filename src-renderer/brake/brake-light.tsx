// The state of the brake in the status line of every screen.
import { useTexts } from '../language/use-texts.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { toneOfBrake } from './brake-texts.ts'

/** Renders nothing if this station has no brake connection, or if the station is not reachable. */
export function BrakeLight() {
  const { t } = useTexts()
  const { link, state } = useBrake()
  const isLost = useLinkState() === 'lost'
  if (link === null || isLost) return null
  return (
    <span className="brake-light">
      <Sign tone={toneOfBrake(state)} />
      {t('brake_link.on_line', { state: t(`brake_link.state_short.${state}`) })}
    </span>
  )
}
