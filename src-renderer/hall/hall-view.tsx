// The running job for a reader across the hall. It comes after ten seconds without a touch; a touch ends it and presses nothing else.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { BrakeView } from '../../shared/station-api/index.ts'
import { bendingStop } from '../bend-step/brake-situation.ts'
import type { Route } from '../route.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useSheet } from '../station/queries.ts'
import { useWork } from '../station/work-queries.ts'
import { useConstant } from '../ui/use-constant.ts'
import { useNow } from '../ui/use-now.ts'
import { hallState, hasPiecesLeft, nextMovement, reportsWork } from './hall-state.ts'

// the start of the app does not wait for the drawings
const HallJob = lazy(async () => ({ default: (await import('./hall-job.tsx')).HallJob }))

const idleMs = 10_000
/** The events of a person at the screen. */
const touchEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
/** The screens of the operator at the machine. */
const operatorScreens: ReadonlySet<Route['screen']> = new Set(['list', 'sheet', 'bend'])

export function HallView({ route }: { route: Route }) {
  const brake = useBrake()
  const { acrossHall } = useSlice(useScreenStore().display.look)
  const isEligible = acrossHall && hasPiecesLeft(brake) && reportsWork(brake) && operatorScreens.has(route.screen)
  const { isIdle, onTouched } = useIdle(idleMs, isEligible)
  const movedAtMs = useMovedAt(brake)
  const isShown = isIdle && operatorScreens.has(route.screen) && brake.loaded !== null
  if (!isShown || brake.loaded === null) return null
  return <ShownHall brake={brake} loaded={brake.loaded} movedAtMs={movedAtMs} onTouched={onTouched} />
}

interface ShownHallProps {
  brake: BrakeView
  loaded: NonNullable<BrakeView['loaded']>
  movedAtMs: number
  onTouched: () => void
}

function ShownHall({ brake, loaded, movedAtMs, onTouched }: ShownHallProps) {
  const isLinkOpen = useLinkState() === 'open'
  const nowMs = useNow(5_000)
  const { data } = useSheet(loaded.sheetId)
  const isStopped = bendingStop(useWork(loaded.sheetId).data?.stop ?? null) !== null
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // a scanner types a code: it receives the characters; a key that presses something does not
      if (event.key.length > 1 || event.key === ' ') {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      onTouched()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onTouched])
  const sheet = data?.sheet ?? null
  if (sheet === null) return null
  return (
    <div
      className="hall-cover"
      // the view closes after the whole touch: closed earlier, the rest of the touch would press the button below
      onClick={onTouched}
      onTouchEnd={(event) => {
        event.preventDefault()
        onTouched()
      }}
    >
      <Suspense fallback={null}>
        <HallJob
          sheet={sheet}
          loaded={loaded}
          state={hallState({ brake, isLinkOpen, isStopped, movedAtMs, nowMs })}
          nowMs={nowMs}
          movedAtMs={movedAtMs}
        />
      </Suspense>
    </div>
  )
}

/** When the brake last moved, or counted a piece; -Infinity: not with the loaded program. */
function useMovedAt(brake: BrakeView): number {
  const initial = useConstant(() => nextMovement(null, brake, Date.now()))
  const [movedAtMs, setMovedAtMs] = useState(initial.movedAtMs)
  const last = useRef(initial)
  useEffect(() => {
    const next = nextMovement(last.current, brake, Date.now())
    if (next === last.current) return
    last.current = next
    setMovedAtMs(next.movedAtMs)
  }, [brake])
  return movedAtMs
}

/**
 * Whether nobody has touched the screen for a time. `isCounting` false: the time does not run. The answer stays true until `onTouched` is
 * called.
 */
function useIdle(afterMs: number, isCounting: boolean): { isIdle: boolean; onTouched: () => void } {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isCounting || isIdle) return
    let timer = 0
    const restart = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setIsIdle(true), afterMs)
    }
    restart()
    for (const event of touchEvents) window.addEventListener(event, restart, { capture: true, passive: true })
    return () => {
      window.clearTimeout(timer)
      for (const event of touchEvents) window.removeEventListener(event, restart, { capture: true })
    }
  }, [afterMs, isCounting, isIdle])
  return { isIdle, onTouched: () => setIsIdle(false) }
}
