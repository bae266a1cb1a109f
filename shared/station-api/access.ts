// The lock of one connected screen. Pure.
import type { Grant, GrantsView, UnlockAnswer } from './views/index.ts'

export interface Access {
  /** What this screen may do now. */
  current: () => GrantsView
  /** Extends an open grant after a call of a person that needed it: it stays open as long as after a PIN. */
  extend: (grant: Grant) => void
  unlock: (pin: string) => Promise<UnlockAnswer>
  lock: () => void
  /** Frees the lock of a screen that disconnected. */
  close: () => void
}

/** The access of a station without locks. */
export const unlockedAccess = (open: readonly Grant[]): Access => ({
  current: () => ({ open: [...open], unlocked: false }),
  extend: () => {},
  unlock: async () => ({ outcome: 'opened', open: [...open] }),
  lock: () => {},
  close: () => {},
})
