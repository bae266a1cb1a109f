// What the window around the screen has to know of the station: the desktop shell obeys it, the browser shell as far as it can. Pure.
import * as z from 'zod'

export const language = z.enum(['nb', 'en'])
export type Language = z.infer<typeof language>

export const shellView = z.strictObject({
  /** The whole screen, without a menu and without a way out but the technician's PIN. */
  kiosk: z.boolean(),
  /** A job runs at the brake: the computer does not go to sleep. */
  awake: z.boolean(),
  /** No job is open, nothing is being sent and no mark is held: the program may be ended or replaced. */
  idle: z.boolean(),
  /** As chosen at this station; null: nobody chose, each screen is in its own. */
  language: language.nullable(),
})
export type ShellView = z.infer<typeof shellView>

export const usualShell: ShellView = { kiosk: false, awake: false, idle: true, language: null }

/** `not_here`: a browser is no program that could be replaced. `waits`: a person agreed, and it goes in when nothing is under way. */
export const updateView = z.strictObject({
  state: z.enum(['not_here', 'off', 'unlooked', 'looking', 'latest', 'fetching', 'ready', 'waits', 'failed']),
  /** Of the program that runs; null: it is none that could be replaced. */
  version: z.string().nullable(),
  /** What is being fetched or lies ready. */
  next: z.string().nullable(),
  /** Of it, while it is fetched. */
  percent: z.number().min(0).max(100).nullable(),
  /** What failed. */
  message: z.string().nullable(),
})
export type UpdateView = z.infer<typeof updateView>

export const noUpdates: UpdateView = { state: 'not_here', version: null, next: null, percent: null, message: null }
