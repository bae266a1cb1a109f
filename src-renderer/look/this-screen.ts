// The look of this screen: read once, written on the page's root, where the style sheets find it, and kept when it is changed.
import { useSyncExternalStore } from 'react'
import type { Kept } from './kept.ts'
import { pxPerMmOn, readLook, screenName, shownTheme, writeLook, type Look } from './look.ts'

const storedUnder = 'kant-look'

let kept: Kept | null = null
let look: Look = readLook(null)
const listeners = new Set<() => void>()
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

/** Before the first rendering. */
export function setUpLook(where: Kept): void {
  kept = where
  look = readLook(where.getItem(storedUnder))
  show()
  systemDark.addEventListener('change', show)
  // a window that was moved to another screen, or zoomed
  window.addEventListener('resize', show)
}

export function changeLook(change: Partial<Look>): void {
  look = { ...look, ...change }
  kept?.setItem(storedUnder, writeLook(look))
  show()
  // what is measured in millimetres lies elsewhere now
  if (change.pxPerMm !== undefined) window.dispatchEvent(new Event('resize'))
}

export const lookNow = (): Look => look

export const useLook = (): Look => useSyncExternalStore(subscribe, lookNow)

/** The one that stands on the page, also where the system chooses it. */
export const useShownTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, () => shownTheme(look.theme, systemDark.matches))

export const thisScreen = (): string => screenName(window.screen.width, window.screen.height, window.devicePixelRatio)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function show(): void {
  const root = document.documentElement
  root.dataset['theme'] = shownTheme(look.theme, systemDark.matches)
  root.style.setProperty('--mm', `${pxPerMmOn(look, thisScreen())}px`)
  for (const listener of listeners) listener()
}
