// The visible twin of each sound: what happened, in words and with its sign, over every screen until it is pressed away or has
// been seen long enough.
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { happeningSince, heardOf, isAnswered, signalOf, type Happening, type Heard } from './heard.ts'
import { playSignal } from './play.ts'

/** An alarm stays until somebody has pressed it away, or done what it called for. */
const doneShownMs = 8_000

export function Signals() {
  const { t } = useWords()
  const brake = useBrake()
  const status = useStatus()
  const isOpen = useLinkState() === 'open'
  const before = useRef<Heard | null>(null)
  const [happened, tell] = useState<Happening | null>(null)

  useEffect(() => {
    // nothing is known of the brake while nothing is heard of the station
    if (!isOpen) return
    const now = heardOf(brake, status)
    const happening = happeningSince(before.current, now)
    before.current = now
    if (happening === null) {
      tell((shown) => (shown !== null && isAnswered(shown, now) ? null : shown))
      return
    }
    tell(happening)
    playSignal(signalOf(happening))
  }, [brake, status, isOpen])

  useEffect(() => {
    if (happened === null || signalOf(happened) === 'alarm') return
    const timer = setTimeout(() => tell(null), doneShownMs)
    return () => clearTimeout(timer)
  }, [happened])

  if (happened === null) return null
  const tone = signalOf(happened) === 'done' ? 'done' : 'person'
  return (
    <div className={`signal signal-${tone} tone-${tone}`} role={tone === 'done' ? 'status' : 'alert'}>
      <Sign tone={tone} />
      <strong>{t(`signal.${happened}`)}</strong>
      <Button className="button" onPress={() => tell(null)}>
        {t('signal.seen')}
      </Button>
    </div>
  )
}
