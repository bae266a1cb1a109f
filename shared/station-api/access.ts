// What one screen may do at this moment: what its PIN opened, for as long as it stays open. Pure.
import * as z from 'zod'
import { grant, type Grant } from './calls/call.ts'

/** Digits alone, so that a number pad is enough. */
export const pin = z.string().regex(/^\d{4,12}$/)

/** Opened by a PIN; `operate` needs none. A PIN that opens one of them opens those before it, too. */
export const lockedGrants = ['plan', 'oversee', 'maintain'] as const
export const lockedGrant = z.enum(lockedGrants)
export type LockedGrant = z.infer<typeof lockedGrant>

export const grantsView = z.strictObject({
  /** What this screen may do now. */
  open: z.array(grant),
  /** A PIN opened something here that closes again by itself. */
  unlocked: z.boolean(),
})
export type GrantsView = z.infer<typeof grantsView>

export const unlockAnswer = z.discriminatedUnion('ended', [
  z.strictObject({ ended: z.literal('opened'), open: z.array(grant) }),
  /** `triesLeft`: so many more before a pause. */
  z.strictObject({ ended: z.literal('wrong'), triesLeft: z.int().min(0), waitSeconds: z.int().min(0) }),
  /** Too many wrong ones: this one was not even looked at. */
  z.strictObject({ ended: z.literal('wait'), waitSeconds: z.int().min(1) }),
])
export type UnlockAnswer = z.infer<typeof unlockAnswer>

/** One connected screen's own lock. */
export interface Access {
  now: () => GrantsView
  /** A person made a call that needed the grant: it stays open from now on as long as after a PIN. */
  used: (grant: Grant) => void
  unlock: (pin: string) => Promise<UnlockAnswer>
  lock: () => void
  /** The screen is gone. */
  close: () => void
}

/** Of a station without locks: what the door lets through is open. */
export const noLocks = (open: readonly Grant[]): Access => ({
  now: () => ({ open: [...open], unlocked: false }),
  used: () => {},
  unlock: async () => ({ ended: 'opened', open: [...open] }),
  lock: () => {},
  close: () => {},
})
