// The last event of the brake or the queue that a person must notice: its sound is played once, and the message bar shows it.
import { useEffect, useRef, useState } from 'react'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { useScreenStore } from '../store/use-screen-store.ts'
import {
  isAnswered,
  signalEventSince,
  signalOf,
  signalStateOf,
  type ShownSignal,
  type SignalState,
} from './signal-events.ts'

/** How long a finished job is shown. An alarm stays until somebody closes it, or has done what it asks for. */
const doneShownMs = 8_000

/** Use it once: each use plays the sounds. */
export function useSignalEvent(): ShownSignal | null {
  const brake = useBrake()
  const status = useStatus()
  const isOpen = useLinkState() === 'open'
  const { signals } = useScreenStore()
  const before = useRef<SignalState | null>(null)
  const [shown, setShown] = useState<ShownSignal | null>(null)

  useEffect(() => {
    // without a connection to the station the state of the brake is unknown
    if (!isOpen) return
    const now = signalStateOf(brake, status)
    const event = signalEventSince(before.current, now)
    before.current = now
    if (event === null) {
      setShown((current) => (current !== null && isAnswered(current.event, now) ? null : current))
      return
    }
    setShown({ event, since: new Date().toISOString() })
    signals.play(signalOf(event))
  }, [brake, status, isOpen, signals])

  useEffect(() => {
    if (shown === null || signalOf(shown.event) === 'alarm') return
    const timer = setTimeout(() => setShown(null), doneShownMs)
    return () => clearTimeout(timer)
  }, [shown])
  return shown
}
