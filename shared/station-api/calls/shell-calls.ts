// The calls to the window around the screen. The desktop shell answers them itself once the station has said that this screen may
// ask; a station without one says that there is none. Pure.
import * as z from 'zod'
import { noUpdates, updateView } from '../shell-view.ts'
import { nothing, type CallShape } from './call.ts'

export const shellCalls = {
  /** The system's own dialog. `no_dialog`: a browser has none, a kiosk shows none; the folder is then typed. */
  'shell.choose_folder': {
    in: nothing,
    out: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('chosen'), folder: z.string().max(4_096) }),
      z.strictObject({ answer: z.literal('cancelled') }),
      z.strictObject({ answer: z.literal('no_dialog') }),
    ]),
    grant: 'maintain',
  },
  /** How the program's updates stand. */
  'shell.update_read': { in: nothing, out: updateView, grant: 'maintain', byItself: true },
  /** Begins to look for one and answers at once. */
  'shell.update_look': { in: nothing, out: updateView, grant: 'maintain' },
  /** That version goes in when nothing is under way here, and not before. Another one than lies ready changes nothing. */
  'shell.update_agree': { in: z.strictObject({ version: z.string().max(100) }), out: updateView, grant: 'maintain' },
} as const satisfies Record<string, CallShape>

/** Of a station without a window. */
export const noShell = {
  'shell.choose_folder': () => ({ answer: 'no_dialog' as const }),
  'shell.update_read': () => noUpdates,
  'shell.update_look': () => noUpdates,
  'shell.update_agree': () => noUpdates,
}
