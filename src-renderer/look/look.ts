// The display settings of a screen: theme, sounds, and how many pixels a millimetre has on each physical screen. Pure.
import * as z from 'zod'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Look {
  theme: Theme
  sounds: boolean
  /** CSS pixels per millimetre, by the physical screen. */
  pxPerMm: Readonly<Record<string, number>>
}

/** CSS's own millimetre, for a screen that nobody has measured. */
export const usualPxPerMm = 96 / 25.4
/** From a television to a small, dense panel. A value outside these limits is an error. */
const leastPxPerMm = 1.5
const mostPxPerMm = 9

const pxPerMm = z.number().min(leastPxPerMm).max(mostPxPerMm)
const look = z.object({
  theme: z.enum(themes).catch('system'),
  sounds: z.boolean().catch(true),
  pxPerMm: z.record(z.string(), pxPerMm).catch({}),
})

const usual: Look = { theme: 'system', sounds: true, pxPerMm: {} }

/** Reads stored settings. A value that is not valid gets its default. */
export function readLook(text: string | null): Look {
  if (text === null) return usual
  try {
    return look.catch(usual).parse(JSON.parse(text))
  } catch {
    return usual
  }
}

export const writeLook = (look: Look): string => JSON.stringify(look)

/** Identifies a physical screen and its zoom: each is measured by itself. */
export const screenName = (width: number, height: number, pixelRatio: number): string =>
  `${width}x${height}@${Math.round(pixelRatio * 100) / 100}`

export const pxPerMmOn = (look: Look, screen: string): number => look.pxPerMm[screen] ?? usualPxPerMm

export const boundedPxPerMm = (px: number): number => Math.min(mostPxPerMm, Math.max(leastPxPerMm, px))

export const shownTheme = (theme: Theme, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
