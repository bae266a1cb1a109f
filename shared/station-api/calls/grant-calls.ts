// The calls about what a screen may do: the lock of each screen, and the language with which all screens start. Pure.
import * as z from 'zod'
import { language, pin, unlockAnswer } from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

/** The connection answers these itself: they open and close grants of one screen. */
export const connectionCalls = {
  'grant.unlock': {
    purpose: 'Opens the grants of a PIN on this screen; a wrong PIN is a result, not an error.',
    in: z.strictObject({ pin }),
    out: unlockAnswer,
    grant: 'operate',
    automatic: false,
  },
  'grant.lock': {
    purpose: 'Closes the grants that a PIN opened on this screen.',
    in: noFields,
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>

export const grantCalls = {
  'language.choose': {
    purpose: 'Sets the language of every screen of this station; the choice survives a restart.',
    in: z.strictObject({ language }),
    out: noFields,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
