// A browser's own keys lead out of a window of its own: new windows, the print dialog, the developer's tools. In a kiosk they do nothing.
import { useEffect } from 'react'
import { useRoomsOpen } from './lock-button.tsx'

/** What a person edits and moves about with, and nothing leads out by. */
const edits = new Set(['a', 'c', 'v', 'x', 'z', 'y', '+', '-', '0', 'home', 'end', 'backspace', 'delete'])
const arrows = /^arrow/

export function leadsOut({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const name = key.toLowerCase()
  if (/^f\d+$/.test(name) || name === 'browserback' || name === 'browserforward') return true
  // AltGr is both of them, and types
  if (altKey && ctrlKey) return false
  if (altKey) return arrows.test(name) || name === 'home'
  return (ctrlKey || metaKey) && name.length > 0 && !edits.has(name) && !arrows.test(name)
}

/** While the station is a kiosk and nobody has given a PIN. */
export function useKioskKeys(): void {
  const isKept = !useRoomsOpen()
  useEffect(() => {
    if (!isKept) return
    const keep = (event: KeyboardEvent): void => {
      if (leadsOut(event)) event.preventDefault()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [isKept])
}
