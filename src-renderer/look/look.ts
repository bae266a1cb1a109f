// How this screen looks and sounds: its theme, its sounds, and how many pixels a true millimetre is on each glass. Pure.
import * as z from 'zod'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Look {
  theme: Theme
  sounds: boolean
  /** CSS pixels of a millimetre on the glass, by the screen it was measured on. */
  pxPerMm: Readonly<Record<string, number>>
}

/** What CSS takes a millimetre for where nobody has measured. */
export const usualPxPerMm = 96 / 25.4
/** From a television to a small panel with many pixels; what lies outside is a slip. */
export const leastPxPerMm = 1.5
export const mostPxPerMm = 9

const pxPerMm = z.number().min(leastPxPerMm).max(mostPxPerMm)
const look = z.object({
  theme: z.enum(themes).catch('system'),
  sounds: z.boolean().catch(true),
  pxPerMm: z.record(z.string(), pxPerMm).catch({}),
})

const usual: Look = { theme: 'system', sounds: true, pxPerMm: {} }

/** What was written of it; what cannot be read is as if it had never been set. */
export function readLook(text: string | null): Look {
  if (text === null) return usual
  try {
    return look.catch(usual).parse(JSON.parse(text))
  } catch {
    return usual
  }
}

export const writeLook = (kept: Look): string => JSON.stringify(kept)

/** Two panels on one computer, or one that is zoomed, have a measure each. */
export const screenName = (width: number, height: number, pixelRatio: number): string =>
  `${width}x${height}@${Math.round(pixelRatio * 100) / 100}`

export const pxPerMmOn = (kept: Look, screen: string): number => kept.pxPerMm[screen] ?? usualPxPerMm

export const boundedPxPerMm = (px: number): number => Math.min(mostPxPerMm, Math.max(leastPxPerMm, px))

export const shownTheme = (theme: Theme, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
