// The result of the check that a list row shows (sheet-signs.tsx), and when the check starts.
import { useEffect, useState } from 'react'

/** `unsound`: it can be neither bent nor exported; `differs`: its flat pattern does not match its profile. */
export type SheetFault = 'unsound' | 'differs'

export interface SheetSigns {
  fault: SheetFault | null
  /** Its planned machine, if that machine cannot bend it, with its first reason; null: it can, or it is not known. */
  refusal: { machine: string; reason: string | null } | null
}

export const noSigns: SheetSigns = { fault: null, refusal: null }

/** False until the page has rendered and is idle. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const requestId = window.requestIdleCallback(() => setIsIdle(true))
    return () => window.cancelIdleCallback(requestId)
  }, [])
  return isIdle
}
