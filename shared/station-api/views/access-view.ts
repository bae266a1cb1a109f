// The grants of a screen, and the PINs that open them. Pure.
import * as z from 'zod'

/** What a screen may do: operate needs no PIN, the others may need one. */
export const grants = ['operate', 'plan', 'oversee', 'maintain'] as const
export const grant = z.enum(grants)
export type Grant = z.infer<typeof grant>

/** Digits only, so that a number pad suffices. */
export const pin = z.string().regex(/^\d{4,12}$/)

/** The grants that a PIN opens. A PIN opens its grant and those before it in this list. */
export const lockedGrants = ['plan', 'oversee', 'maintain'] as const
export const lockedGrant = z.enum(lockedGrants)
export type LockedGrant = z.infer<typeof lockedGrant>

export const grantsView = z.strictObject({
  /** What this screen may do now. */
  open: z.array(grant),
  /** A PIN opened a grant on this screen that closes after a time. */
  unlocked: z.boolean(),
})
export type GrantsView = z.infer<typeof grantsView>

export const unlockAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('opened'), open: z.array(grant) }),
  /** `triesLeft`: the attempts that are left before a pause. */
  z.strictObject({ outcome: z.literal('wrong'), triesLeft: z.int().min(0), waitSeconds: z.int().min(0) }),
  /** There were too many wrong PINs: this one was not checked. */
  z.strictObject({ outcome: z.literal('wait'), waitSeconds: z.int().min(1) }),
])
export type UnlockAnswer = z.infer<typeof unlockAnswer>
