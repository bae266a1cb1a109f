// What may be said of a sheet in its line of the list, worked out after the line is shown (sheet-signs.tsx). Types, and when to begin.
import { useEffect, useState } from 'react'

/** `unsound`: it can be neither bent nor written; `differs`: its unfolding is not what its profile needs. */
export type SheetFault = 'unsound' | 'differs'

export interface SheetSigns {
  fault: SheetFault | null
  /** The name of the machine that it is planned on, where that one cannot take it. */
  refusing: string | null
}

export const noSigns: SheetSigns = { fault: null, refusing: null }

/** False until the page has shown what it was given and has time to spare. */
export function useTimeToSpare(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const asked = window.requestIdleCallback(() => setThere(true))
    return () => window.cancelIdleCallback(asked)
  }, [])
  return isThere
}
