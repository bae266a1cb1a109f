// The calls to the window around the screen. The desktop shell answers them itself once the station has said that this screen may
// ask; a station without one says that there is none. Pure.
import * as z from 'zod'
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
} as const satisfies Record<string, CallShape>

/** Of a station without a window. */
export const noShell = {
  'shell.choose_folder': () => ({ answer: 'no_dialog' as const }),
}
