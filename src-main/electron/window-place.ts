// Where the window opens: as it was left, on the screens that there are now. Pure.
import * as z from 'zod'

/** In the pixels of the desktop that the system counts in (DIP). */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const pixels = z.int().min(-100_000).max(100_000)

export const keptWindow = z.strictObject({
  /** Of the window while it is not maximised. */
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) }),
  maximised: z.boolean(),
  /** As the station last said: a kiosk never shows a window that can be closed, not even for a second. */
  kiosk: z.boolean(),
  language: z.enum(['nb', 'en']),
})
export type KeptWindow = z.infer<typeof keptWindow>

export interface WindowPlace {
  /** Left out: in the middle of the first screen. */
  x?: number
  y?: number
  width: number
  height: number
  minWidth: number
  minHeight: number
}

const usual = { width: 1366, height: 768 }
const least = { width: 800, height: 600 }
/** So much of its upper edge must lie on a screen that a hand can take hold of it. */
const holdPx = 120
const titlePx = 32

/** `screens`: what of each the system leaves to windows, the first screen first. */
export function placeWindow(kept: Pick<KeptWindow, 'bounds'> | null, screens: readonly Rectangle[]): WindowPlace {
  const bounds = kept?.bounds
  const home = bounds === undefined ? undefined : screens.find((screen) => canBeHeld(bounds, screen))
  const screen = home ?? screens[0] ?? { x: 0, y: 0, ...usual }
  const size = { width: bounds?.width ?? usual.width, height: bounds?.height ?? usual.height }
  const minWidth = Math.min(least.width, screen.width)
  const minHeight = Math.min(least.height, screen.height)
  return {
    ...(bounds === undefined || home === undefined ? {} : { x: bounds.x, y: bounds.y }),
    width: Math.max(minWidth, Math.min(size.width, screen.width)),
    height: Math.max(minHeight, Math.min(size.height, screen.height)),
    minWidth,
    minHeight,
  }
}

function canBeHeld(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  return across >= holdPx && window.y >= screen.y && window.y <= screen.y + screen.height - titlePx
}
