// The place of the window at start: the last one, if it is visible on the current screens. Pure.
import * as z from 'zod'

/** A rectangle in device-independent pixels (DIP). */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const pixels = z.int().min(-100_000).max(100_000)

export const storedWindow = z.strictObject({
  /** The place of the window when it is not maximised. */
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) }),
  maximised: z.boolean(),
  /** The station's last state: a kiosk must never show a window that can be closed, not even at its start. */
  kiosk: z.boolean(),
  language: z.enum(['nb', 'en']),
})
export type StoredWindow = z.infer<typeof storedWindow>

export interface WindowPlace {
  /** Left out: the middle of the first screen. */
  x?: number
  y?: number
  width: number
  height: number
  minWidth: number
  minHeight: number
}

const usual = { width: 1366, height: 768 }
const least = { width: 800, height: 600 }
/** At least this much of the title bar must be visible, so that it can be dragged. */
const minVisiblePx = 120
const titlePx = 32

/** `screens`: the work areas, the primary screen first. */
export function placeWindow(stored: Pick<StoredWindow, 'bounds'> | null, screens: readonly Rectangle[]): WindowPlace {
  const bounds = stored?.bounds
  const home = bounds === undefined ? undefined : screens.find((screen) => canBeDragged(bounds, screen))
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

function canBeDragged(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  return across >= minVisiblePx && window.y >= screen.y && window.y <= screen.y + screen.height - titlePx
}
