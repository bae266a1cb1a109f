// A hand-over that is scanned on any screen is shown to be taken at once, wherever the operator is.
import { useEffect, useState } from 'react'
import { TakeOverDialog } from '../work/take-over.tsx'
import { createScanner } from './scanner.ts'

/** As the station's own codes begin, however a scanner's keyboard writes the letters. */
const looksLikeHandOver = (text: string): boolean => /^kh[0-9il]/i.test(text.trim())

export function ScannedHandOver() {
  const [scanned, scan] = useState<string | null>(null)
  useEffect(() => {
    const scanner = createScanner()
    const listen = (event: KeyboardEvent): void => {
      // a field takes what is scanned into it
      if (event.target instanceof HTMLInputElement) return
      const text = scanner.hear(event.key, event.timeStamp)
      if (text === null || !looksLikeHandOver(text)) return
      // the Enter at its end must not press the button that happens to be in focus
      event.preventDefault()
      event.stopPropagation()
      scan(text)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return scanned === null ? null : <TakeOverDialog key={scanned} scanned={scanned} onClose={() => scan(null)} />
}
