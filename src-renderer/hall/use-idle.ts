// Whether nobody has touched the screen for a time.
import { useEffect, useState } from 'react'

const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** `isCounting` false: the time does not run. The answer stays true until `onTouched` is called. */
export function useIdle(afterMs: number, isCounting: boolean): { isIdle: boolean; onTouched: () => void } {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isCounting || isIdle) return
    let timer = 0
    const restart = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setIsIdle(true), afterMs)
    }
    restart()
    for (const event of events) window.addEventListener(event, restart, { capture: true, passive: true })
    return () => {
      window.clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, restart, { capture: true })
    }
  }, [afterMs, isCounting, isIdle])
  return { isIdle, onTouched: () => setIsIdle(false) }
}
