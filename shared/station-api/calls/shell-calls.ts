// The calls to the window around the screen. The desktop shell answers them after the station has checked the grant of the screen;
// a station without a window answers with `noShell`. Pure.
import * as z from 'zod'
import { noUpdates, updateView } from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

export const shellCalls = {
  'shell.choose_folder': {
    purpose:
      "Opens the system's folder dialog; `no_dialog` means that there is none, as in a browser or a kiosk, and the person types the path.",
    in: noFields,
    out: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('chosen'), folder: z.string().max(4_096) }),
      z.strictObject({ answer: z.literal('cancelled') }),
      z.strictObject({ answer: z.literal('no_dialog') }),
    ]),
    grant: 'maintain',
    automatic: false,
  },
  'shell.print': {
    purpose:
      "Prints the page: with the system's dialog, or in a kiosk without one, on the system's default printer; `no_window` means that the page prints itself, as in a browser.",
    in: noFields,
    out: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('printed') }),
      z.strictObject({ answer: z.literal('cancelled') }),
      z.strictObject({ answer: z.literal('failed'), reason: z.string().max(1_000) }),
      z.strictObject({ answer: z.literal('no_window') }),
    ]),
    grant: 'operate',
    automatic: false,
  },
  'shell.update_read': {
    purpose: "Reads the state of the program's updates.",
    in: noFields,
    out: updateView,
    grant: 'maintain',
    automatic: true,
  },
  'shell.update_look': {
    purpose: 'Begins to look for an update.',
    in: noFields,
    out: updateView,
    grant: 'maintain',
    automatic: false,
  },
  'shell.update_agree': {
    purpose:
      'Approves the installation of a version as soon as the station is idle; does nothing if that version is not ready.',
    in: z.strictObject({ version: z.string().max(100) }),
    out: updateView,
    grant: 'maintain',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>

/** The answers of a station without a window. */
export const noShell = {
  'shell.choose_folder': () => ({ answer: 'no_dialog' as const }),
  'shell.print': () => ({ answer: 'no_window' as const }),
  'shell.update_read': () => noUpdates,
  'shell.update_look': () => noUpdates,
  'shell.update_agree': () => noUpdates,
}
