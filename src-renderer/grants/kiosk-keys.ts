// Disables the browser's shortcuts in a kiosk: new windows, the print dialog and the developer tools would lead out of the app.
import { useEffect } from 'react'
import { useAreAllAreasOpen } from './lock-button.tsx'

/** Shortcuts that edit or move the caret only. */
const editKeys = new Set(['a', 'c', 'v', 'x', 'z', 'y', '+', '-', '0', 'home', 'end', 'backspace', 'delete'])
const arrowKey = /^arrow/

function leavesApp({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const name = key.toLowerCase()
  if (/^f\d+$/.test(name) || name === 'browserback' || name === 'browserforward') return true
  // AltGr reports both, and types characters
  if (altKey && ctrlKey) return false
  if (altKey) return arrowKey.test(name) || name === 'home'
  return (ctrlKey || metaKey) && name.length > 0 && !editKeys.has(name) && !arrowKey.test(name)
}

/** Active while the station is a locked kiosk. */
export function useKioskKeys(): void {
  const isLocked = !useAreAllAreasOpen()
  useEffect(() => {
    if (!isLocked) return
    const preventLeaving = (event: KeyboardEvent): void => {
      if (leavesApp(event)) event.preventDefault()
    }
    window.addEventListener('keydown', preventLeaving, { capture: true })
    return () => window.removeEventListener('keydown', preventLeaving, { capture: true })
  }, [isLocked])
}
