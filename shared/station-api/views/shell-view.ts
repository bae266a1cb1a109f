// What the window around the screen must know. The desktop shell applies all of it, the browser shell what it can. Pure.
import * as z from 'zod'

export const language = z.enum(['nb', 'en'])
export type Language = z.infer<typeof language>

export const shellView = z.strictObject({
  /** Full screen without a menu; only the technician's PIN ends it. */
  kiosk: z.boolean(),
  /** A job runs at the brake: the computer must not sleep. */
  awake: z.boolean(),
  /** No job is open, nothing is being sent and no mark is held: the program may be stopped or updated. */
  idle: z.boolean(),
  /** The language of this station; null: not chosen, so each screen has its own. */
  language: language.nullable(),
})
export type ShellView = z.infer<typeof shellView>

export const defaultShell: ShellView = { kiosk: false, awake: false, idle: true, language: null }

/** `not_here`: a browser has no updates. `no_key`: this app contains no key, so it trusts no update and looks for none. `waits`: a person approved the update, and the station is not idle yet. */
export const updateView = z.strictObject({
  state: z.enum(['not_here', 'off', 'no_key', 'unlooked', 'looking', 'latest', 'fetching', 'ready', 'waits', 'failed']),
  /** The running version; null: updates are not supported. */
  version: z.string().nullable(),
  /** The version that is being downloaded or is ready. */
  nextVersion: z.string().nullable(),
  /** The progress of the download. */
  percent: z.number().min(0).max(100).nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
})
export type UpdateView = z.infer<typeof updateView>

export const noUpdates: UpdateView = {
  state: 'not_here',
  version: null,
  nextVersion: null,
  percent: null,
  message: null,
}
