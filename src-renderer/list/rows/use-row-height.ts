// The height of a row of the list. The style sheet sets it by the size of the window.
import { useSyncExternalStore } from 'react'

/** CSS pixels. */
export function useRowHeight(): number {
  return useSyncExternalStore(onResize, readRowHeight)
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function readRowHeight(): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height'))
  return Number.isFinite(height) ? height : 80
}
