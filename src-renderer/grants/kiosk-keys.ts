// Disables the browser's shortcuts in a kiosk: new windows, the print dialog and the developer tools would lead out of the app.
import { useEffect } from 'react'
import { useAreAllAreasOpen } from './lock-button.tsx'

/** Shortcuts that edit or move the caret only. */
const edits = new Set(['a', 'c', 'v', 'x', 'z', 'y', '+', '-', '0', 'home', 'end', 'backspace', 'delete'])
const arrows = /^arrow/

function leadsOut({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const name = key.toLowerCase()
  if (/^f\d+$/.test(name) || name === 'browserback' || name === 'browserforward') return true
  // AltGr reports both, and types characters
  if (altKey && ctrlKey) return false
  if (altKey) return arrows.test(name) || name === 'home'
  return (ctrlKey || metaKey) && name.length > 0 && !edits.has(name) && !arrows.test(name)
}

/** Active while the station is a locked kiosk. */
export function useKioskKeys(): void {
  const isKept = !useAreAllAreasOpen()
  useEffect(() => {
    if (!isKept) return
    const keep = (event: KeyboardEvent): void => {
      if (leadsOut(event)) event.preventDefault()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [isKept])
}
