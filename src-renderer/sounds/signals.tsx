// The visible form of each signal: a text with an icon over every screen, until somebody closes it or its time is over.
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { useScreenStore } from '../store/use-screen-store.ts'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import {
  answerRouteOf,
  signalEventSince,
  signalStateOf,
  isAnswered,
  signalOf,
  type SignalEvent,
  type SignalState,
} from './signal-events.ts'

/** How long the notice of a finished job is shown. An alarm stays until somebody closes it, or has done what it asks for. */
const doneShownMs = 8_000

/** `isShown` false: the screen shows the same in its own place, and only the sound is heard. */
export function Signals({ isShown }: { isShown: boolean }) {
  const { t, when } = useTexts()
  const brake = useBrake()
  const status = useStatus()
  const isOpen = useLinkState() === 'open'
  const { signals } = useScreenStore()
  const before = useRef<SignalState | null>(null)
  const [shownEvent, setShownEvent] = useState<SignalEvent | null>(null)
  const [shownSince, setShownSince] = useState('')

  useEffect(() => {
    // without a connection to the station the state of the brake is unknown
    if (!isOpen) return
    const now = signalStateOf(brake, status)
    const event = signalEventSince(before.current, now)
    before.current = now
    if (event === null) {
      setShownEvent((current) => (current !== null && isAnswered(current, now) ? null : current))
      return
    }
    setShownEvent(event)
    setShownSince(new Date().toISOString())
    signals.play(signalOf(event))
  }, [brake, status, isOpen, signals])

  useEffect(() => {
    if (shownEvent === null || signalOf(shownEvent) === 'alarm') return
    const timer = setTimeout(() => setShownEvent(null), doneShownMs)
    return () => clearTimeout(timer)
  }, [shownEvent])

  if (shownEvent === null || !isShown) return null
  const tone = signalOf(shownEvent) === 'done' ? 'done' : 'person'
  const answerRoute = answerRouteOf(shownEvent, brake.loaded?.sheetId ?? null, status.today)
  return (
    <div className={`signal signal-${tone} tone-${tone}`} role={tone === 'done' ? 'status' : 'alert'}>
      <Sign tone={tone} />
      <strong>
        {shownEvent === 'brake_alarm' && brake.state !== 'alarm'
          ? t('signal.brake_alarm_over', { when: when(shownSince) })
          : t(`signal.${shownEvent}`)}
      </strong>
      {answerRoute !== null && (
        <Button variant="primary" onPress={() => goTo(answerRoute)}>
          {t('signal.answer')}
        </Button>
      )}
      <Button onPress={() => setShownEvent(null)}>{t('signal.seen')}</Button>
    </div>
  )
}
