// The display settings of a screen: theme, sounds, and how many pixels a millimetre has on each physical screen. Pure.
import * as z from 'zod'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Look {
  theme: Theme
  sounds: boolean
  /** The running job is shown for a reader across the hall when nobody touches the screen. */
  acrossHall: boolean
  /** CSS pixels per millimetre, by the physical screen. */
  pxPerMm: Readonly<Record<string, number>>
}

/** A CSS millimetre, for a screen that nobody has measured. */
export const defaultPxPerMm = 96 / 25.4
/** The limits of screens, from a television to a small, dense panel. A value outside them is an error. */
const minPxPerMm = 1.5
const maxPxPerMm = 9

const pxPerMm = z.number().min(minPxPerMm).max(maxPxPerMm)
const look = z.object({
  theme: z.enum(themes).catch('system'),
  sounds: z.boolean().catch(true),
  acrossHall: z.boolean().catch(true),
  pxPerMm: z.record(z.string(), pxPerMm).catch({}),
})

const defaultLook: Look = { theme: 'system', sounds: true, acrossHall: true, pxPerMm: {} }

/** Reads stored settings. A value that is not valid gets its default. */
export function readLook(text: string | null): Look {
  if (text === null) return defaultLook
  try {
    return look.catch(defaultLook).parse(JSON.parse(text))
  } catch {
    return defaultLook
  }
}

export const writeLook = (look: Look): string => JSON.stringify(look)

/** Identifies a physical screen and its zoom: each is measured separately. */
export const screenName = (width: number, height: number, pixelRatio: number): string =>
  `${width}x${height}@${Math.round(pixelRatio * 100) / 100}`

export const pxPerMmOn = (look: Look, screen: string): number => look.pxPerMm[screen] ?? defaultPxPerMm

export const boundedPxPerMm = (px: number): number => Math.min(maxPxPerMm, Math.max(minPxPerMm, px))

export const shownTheme = (theme: Theme, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
