// The current time, updated at an interval.
import { useEffect, useState } from 'react'

/** Milliseconds since 1970, updated every `everyMs`; null: not updated. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === null) return
    const timer = window.setInterval(() => setNow(Date.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
  return now
}
