// The calls about what a screen may do: each screen's own lock, and the language that all of them begin with. Pure.
import * as z from 'zod'
import { pin, unlockAnswer } from '../access.ts'
import { language } from '../shell-view.ts'
import { nothing, type CallShape } from './call.ts'

/** Answered by the connection itself: what they open or close is this screen's alone. */
export const doorCalls = {
  /** A wrong PIN is an answer, not a refusal. */
  'grant.unlock': { in: z.strictObject({ pin }), out: unlockAnswer, grant: 'operate' },
  'grant.lock': { in: nothing, out: nothing, grant: 'operate' },
} as const satisfies Record<string, CallShape>

export const grantCalls = {
  /** Of every screen of this station, from its next start too. */
  'language.choose': { in: z.strictObject({ language }), out: nothing, grant: 'operate' },
} as const satisfies Record<string, CallShape>
